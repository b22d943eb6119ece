package ai

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"service.example/crm/internal/crm"
)

// Chain asks one target after the other, as the class of each failure demands.
type Chain struct {
	Targets []Target // in order; the first is asked first
	Health  *Health
	Source  *crm.Source
}

const (
	quick      = 2 * time.Second        // a failure within it may be tried again at once, and a limit waited for
	leastTime  = 500 * time.Millisecond // with less no call is begun
	maxAdapted = 3                      // times that one target may be asked otherwise
)

// Generate has one reply. Its error is an *Error with the class of the last
// failure, CircuitOpen where no target could be called. The result holds every
// attempt, in either case.
func (c *Chain) Generate(ctx context.Context, call Call) (Result, error) {
	if call.Deadline <= 0 {
		call.Deadline = Deadline
	}
	ctx, cancel := context.WithTimeout(ctx, call.Deadline)
	defer cancel()
	r := &run{Chain: c, call: call, request: call.Request}
	e := r.run(ctx)
	if e == nil {
		return r.result, nil
	}
	r.flushSwitches("")
	return r.result, e
}

// run is one reply under way.
type run struct {
	*Chain
	call    Call
	request Request
	result  Result
	left    []Switch // targets that were left, while it is not known for which one
	paid    int
}

// next says where to go after a failure.
type next int

const (
	goOn   next = iota // to the next target
	end                // nowhere: it would fail there as well, or nothing is left to try with
	policy             // to the target for what others decline
	larger             // to a target that takes more
)

// run returns nil after a success.
func (r *run) run(ctx context.Context) *Error {
	order := r.order()
	last := &Error{Class: CircuitOpen, Detail: "no provider could be called"}
	need := 0 // context tokens
	for i := 0; i < len(order); i++ {
		t := order[i]
		if need > 0 && t.ContextTokens > 0 && t.ContextTokens <= need {
			continue
		}
		if r.spent(ctx) {
			return r.exhausted(ctx, last)
		}
		g, ok := r.Health.acquire(t)
		if !ok {
			r.left = append(r.left, Switch{From: t.ID, Class: CircuitOpen, Attempt: len(r.result.Attempts)})
			continue
		}
		r.flushSwitches(t.ID)
		e, where := r.ask(ctx, t, g, i+1 < len(order))
		if e == nil {
			return nil
		}
		last = e
		r.leave(t, e)
		switch where {
		case end:
			return last
		case policy:
			order, i = r.policyTarget(t.ID), -1
		case larger:
			need = max(need, t.ContextTokens)
		}
	}
	return last
}

// order is the chain; where no target may be called but for a probe, the one
// whose probe became due first comes first.
func (r *run) order() []Target {
	first := r.Health.dueFirst(r.Targets)
	if first <= 0 {
		return r.Targets
	}
	order := []Target{r.Targets[first]}
	order = append(order, r.Targets[:first]...)
	return append(order, r.Targets[first+1:]...)
}

// policyTarget is the configured target for what others decline, if it has not
// been asked itself.
func (r *run) policyTarget(asked string) []Target {
	for _, t := range r.Targets {
		if t.ID == r.call.PolicyTarget && t.ID != asked {
			r.call.PolicyTarget = "" // once
			return []Target{t}
		}
	}
	return nil
}

func (r *run) leave(t Target, e *Error) {
	a := r.result.Attempts
	latency := time.Duration(0)
	if len(a) > 0 {
		latency = a[len(a)-1].Latency
	}
	r.left = append(r.left, Switch{From: t.ID, Class: e.Class, StatusCode: e.StatusCode, Latency: latency, Attempt: len(a)})
}

// flushSwitches tells of the targets that were left, now that it is known for
// which one.
func (r *run) flushSwitches(to string) {
	for _, s := range r.left {
		s.To = to
		r.result.Switches = append(r.result.Switches, s)
		if r.call.OnSwitch != nil {
			r.call.OnSwitch(s)
		}
	}
	r.left = nil
}

// ask calls one target, again where the class of the failure allows it.
func (r *run) ask(ctx context.Context, t Target, g grant, others bool) (*Error, next) {
	done := map[Class]bool{} // what was tried again already
	request := r.request
	for adapted := 0; ; {
		began := time.Now()
		e := r.attempt(ctx, t, &g, request)
		if e == nil {
			return nil, end
		}
		if r.spent(ctx) {
			return e, end
		}
		if e.Adapted && adapted < maxAdapted {
			adapted++
			continue
		}
		again, where := false, goOn
		switch e.Class {
		case Canceled, CallerFault:
			return e, end
		case ContentPolicy:
			return e, policy
		case Transient:
			again = time.Since(began) < quick
		case RateLimit:
			wait := r.Health.limitedFor(t)
			if again = !others && e.RetryAfter > 0 && wait <= quick && wait < left(ctx); again && !done[RateLimit] {
				pause(ctx, wait)
			}
		case ContextLength:
			where = larger
			if r.call.Shorten != nil && !done[ContextLength] {
				request, again = r.call.Shorten(request)
			}
		case BadOutput:
			again, request = true, repair(r.request, e)
		}
		if !again || done[e.Class] || !r.Health.mayRetry(t) {
			return e, where
		}
		done[e.Class] = true
	}
}

// spent reports whether no further call may be begun.
func (r *run) spent(ctx context.Context) bool {
	return r.paid >= MaxPaidCalls || len(r.result.Attempts) >= maxCalls || left(ctx) < leastTime
}

// exhausted is why the reply ends although there is another target.
func (r *run) exhausted(ctx context.Context, last *Error) *Error {
	switch {
	case ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{Class: Canceled, Detail: "the caller gave up"}
	case len(r.result.Attempts) > 0:
		return last
	}
	return &Error{Class: Timeout, Detail: "the time for the reply is over"}
}

// attempt makes one call and records it. The grant is used up by it.
func (r *run) attempt(ctx context.Context, t Target, g *grant, request Request) *Error {
	limit := t.Timeout
	if limit <= 0 {
		limit = DefaultTimeout
	}
	given := min(limit, left(ctx))
	own, cancel := context.WithTimeout(ctx, given)
	defer cancel()
	a := Attempt{TargetID: t.ID, Revision: t.Revision, Model: t.Model, StartedAt: r.Source.Now(), Probe: g.probe}
	began := time.Now()
	res, err := generate(own, t.Provider, request)
	a.Latency = time.Since(began)
	e := r.verdict(ctx, request, res, err)
	if e == nil {
		a.Answered, a.Usage = storable(res.Model, maxModelName), res.Usage
		r.result.Response, r.result.TargetID = res, t.ID
		r.paid++
	} else {
		e.Detail, e.Model = storable(e.Detail, standingDetail), storable(e.Model, maxModelName)
		if paidFor(e) {
			r.paid++
			if e.Usage.Total() == 0 && e.StatusCode < 300 { // it was asked, and nobody told what that costs
				e.Usage = Usage{InputUncached: request.estimate(), Estimated: true}
			}
		}
		a.Class, a.StatusCode, a.Detail, a.Usage, a.Answered = e.Class, e.StatusCode, e.Detail, e.Usage, e.Model
	}
	if !utf8.Valid(a.Usage.Raw) {
		a.Usage.Raw = nil
	}
	r.result.Attempts = append(r.result.Attempts, a)
	if changed := r.Health.report(t, *g, verdictOnTarget(e, given >= limit/2), e); changed != nil {
		r.result.Changes = append(r.result.Changes, *changed)
	}
	*g = grant{}
	return e
}

// generate keeps a panic of an adapter from taking the process with it.
func generate(ctx context.Context, p Provider, r Request) (res Response, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Error{Class: BadOutput, Detail: fmt.Sprintf("the answer could not be read: %v", v)}
		}
	}()
	return p.Generate(ctx, r)
}

// verdict is what a call came to: nil for an answer that can be used.
func (r *run) verdict(ctx context.Context, request Request, res Response, err error) *Error {
	bad := func(why error) *Error {
		return &Error{Class: BadOutput, StatusCode: 200, Detail: why.Error(), Usage: res.Usage, Model: res.Model}
	}
	var e *Error
	switch {
	case errors.As(err, &e):
		if ctx.Err() != nil && !errors.Is(ctx.Err(), context.DeadlineExceeded) {
			e.Class = Canceled // whatever it looks like: the caller gave up
		}
		return e
	case err != nil:
		return &Error{Class: Transient, Detail: err.Error()}
	case len(request.Schema) > 0:
		if why := satisfies(request.Schema, res.Text); why != nil {
			return bad(why)
		}
	case res.Text == "":
		return bad(errors.New("the answer is empty"))
	}
	if r.call.Check != nil {
		if why := checked(r.call.Check, res); why != nil {
			return bad(why)
		}
	}
	return nil
}

// checked keeps a panic over a strange answer from leaving the target with a
// probe that never ends.
func checked(check func(Response) error, res Response) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("the answer could not be judged: %v", v)
		}
	}()
	return check(res)
}

// maxModelName bounds what is kept of the name of a model that answered.
const maxModelName = 200

// storable is what a server said, as it can be kept and shown: bounded, and
// without characters that no database takes.
func storable(text string, n int) string { return cut(Printable(cut(text, 4*n)), n) }

// verdictOnTarget is the class that counts for the target's health. A request
// that it would take otherwise was answered, and one that had to do with the
// rest of others' time says nothing.
func verdictOnTarget(e *Error, fair bool) Class {
	switch {
	case e == nil || e.Adapted:
		return OK
	case e.Class == Timeout && !fair:
		return Canceled
	}
	return e.Class
}

// paidFor reports whether a provider may charge for a call that failed so.
func paidFor(e *Error) bool {
	if e.Unsent {
		return false
	}
	switch e.Class {
	case Timeout, BadOutput, ContentPolicy, Canceled:
		return true
	case Transient:
		return e.StatusCode == 0
	}
	return false
}

// repair is the request with a hint at what was wrong with the answer.
func repair(r Request, e *Error) Request {
	hint := "Your last answer could not be used: " + cut(e.Detail, 200) + "."
	if len(r.Schema) > 0 {
		hint += " Answer again, with nothing but one JSON object of the schema."
	}
	r.System += "\n\n" + hint
	return r
}

func left(ctx context.Context) time.Duration {
	if ctx.Err() != nil {
		return 0
	}
	deadline, _ := ctx.Deadline()
	return time.Until(deadline)
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
}
