package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"service.example/crm/internal/crm"
)

// The load of the phase routing.
const (
	routedAgents   = 1000
	routedTeams    = 100
	routedRules    = crm.MaxRoutingRules
	routedSlowly   = 50  // new conversations per second of which each decision is looked at
	routedMany     = 500 // the same, when assignments are counted
	routedTime     = 20 * time.Second
	routedHistory  = 100_000 // messages of another workspace: PostgreSQL plans for what it knows
	routedCapacity = 100     // of everybody; the most that there may be
	routedQueue    = 200     // conversations that wait when somebody comes free
	routedFree     = 3       // who then come free
	routedRounds   = 3
	routedSample   = 1000 // decisions that are looked at
)

// routingRun is the phase on one engine; next numbers the contacts.
type routingRun struct {
	e      *environment
	o      options
	next   int
	counts struct{ All, Unassigned int }
}

// routing lets contacts begin conversations that rules give to teams, and teams to
// agents.
func routing(ctx context.Context, o options, engine string) error {
	o.agents, o.teams = routedAgents, routedTeams
	o.history = routedHistory
	progress("%s: routing by %d rules to %d agents in %d teams", engine, routedRules, o.agents, o.teams)
	e, err := newEnvironment(ctx, o, engine)
	defer e.close()
	if err == nil {
		e.providerIDs, err = e.phonesAtProvider(ctx)
	}
	if err == nil {
		err = e.ask(ctx, http.MethodPut, "/v1/routing/rules", e.keys[0], e.benchRules(), nil)
	}
	if err == nil {
		err = e.awaitIndex(ctx, e.keys[0])
	}
	if err == nil {
		err = rest(ctx, 20*time.Second) // the history of the other workspace is indexed, too
	}
	r := &routingRun{e: e, o: o}
	for _, step := range []func(context.Context) error{r.decisions, r.assignments, r.drains, r.backlog} {
		if err == nil {
			err = step(ctx)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: routing: %w", engine, err)
	}
	return nil
}

// benchRules are as many as there may be, each for a word.
func (e *environment) benchRules() (out crm.RoutingBody) {
	for i := range routedRules {
		out.Rules = append(out.Rules, crm.RoutingRule{Key: fmt.Sprint("rule_", i), When: crm.RoutingConditions{Keywords: []string{topic(i), fmt.Sprint("about ", topic(i))}},
			Target: crm.RoutingTarget{TeamID: e.teams[i%len(e.teams)].id}})
	}
	return out
}

func topic(i int) string { return fmt.Sprintf("topic%d", i) }

// write lets so many contacts a second begin a conversation each, about the topic that
// of says.
func (r *routingRun) write(ctx context.Context, rate int, d time.Duration, of func(i int) int) (outcome, error) {
	first := r.next
	r.next += int(float64(rate) * d.Seconds())
	if r.next > contacts {
		return outcome{}, errors.New("there are too few contacts")
	}
	l := &load{callers: steadyCallers, connect: func() (worker, error) {
		return poster(r.e.url, func(i int) []byte {
			return webhookBodyOf(r.e.providerIDs, first+i, 1, "I have a question about "+topic(of(i))+", can you help me?")
		}, nil)
	}}
	out, err := l.steady(ctx, rate, d)
	return out, errors.Join(err, out.first)
}

func everyTopic(i int) int { return i * 7 % routedRules }

// count reads how many conversations there are, and how many nobody has.
func (r *routingRun) count(ctx context.Context) error {
	return r.e.ask(ctx, http.MethodGet, "/v1/conversation-counts", r.e.keys[1], nil, &r.counts)
}

// awaitCounts waits until what is counted is as done says.
func (r *routingRun) awaitCounts(ctx context.Context, pause time.Duration, done func() bool) error {
	for end := time.Now().Add(r.o.drainTime); time.Now().Before(end); {
		if err := r.count(ctx); err != nil {
			return err
		}
		if done() {
			return nil
		}
		if err := rest(ctx, pause); err != nil {
			return err
		}
	}
	return fmt.Errorf("after %s %d conversations of %d have nobody", r.o.drainTime, r.counts.Unassigned, r.counts.All)
}

func (r *routingRun) capacity(ctx context.Context, n int) error {
	return r.e.ask(ctx, http.MethodPatch, "/v1/routing/settings", r.e.keys[0], map[string]any{"capacity": n}, nil)
}

// decisions measures how long after its begin a conversation has somebody, while few
// begin.
func (r *routingRun) decisions(ctx context.Context) error {
	err := r.capacity(ctx, routedCapacity)
	if err == nil {
		_, err = r.write(ctx, routedSlowly, routedTime/2, everyTopic)
	}
	if err == nil {
		err = r.awaitCounts(ctx, 20*time.Millisecond, func() bool { return r.counts.All == r.next && r.counts.Unassigned == 0 })
	}
	var took latencies
	if err == nil {
		took, err = r.sample(ctx)
	}
	if err == nil {
		progress("  a conversation has an agent after p50 %.0f ms, p99 %.0f ms, highest %.0f ms of %d, at %d/s", took.at(.5), took.at(.99), took.at(1), len(took), routedSlowly)
	}
	return err
}

// assignments measures how many conversations get somebody in a second.
func (r *routingRun) assignments(ctx context.Context) error {
	d := routedTime
	before, used, began := r.next, r.e.use(), time.Now()
	saved := r.e.saveProfile(r.o, r.e.db.engine+"-routing", 2*d)
	var wrote outcome
	var failed error
	var beside sync.WaitGroup
	beside.Go(func() { wrote, failed = r.write(ctx, routedMany, d, everyTopic) })
	var most, under int
	for time.Since(began) < d {
		if err := r.count(ctx); err != nil {
			return err
		}
		most, under = max(most, r.counts.Unassigned), r.counts.All-r.counts.Unassigned-before
		if err := rest(ctx, 500*time.Millisecond); err != nil {
			return err
		}
	}
	loaded := time.Since(began)
	beside.Wait()
	if failed == nil {
		failed = r.awaitCounts(ctx, 100*time.Millisecond, func() bool { return r.counts.All == r.next && r.counts.Unassigned == 0 })
	}
	if failed != nil {
		return failed
	}
	all, use := time.Since(began), r.e.use().since(used)
	<-saved
	took, err := r.sample(ctx)
	if err != nil {
		return err
	}
	progress("  %d conversations at %.0f/s: %.0f/s assigned meanwhile, %.0f/s until all were, %.1f s after the last; at most %d waited; an agent after p50 %.0f ms, p99 %.0f ms, highest %.0f ms of %d",
		wrote.done, wrote.rate(), float64(under)/loaded.Seconds(), float64(wrote.done)/all.Seconds(), (all - loaded).Seconds(), most, took.at(.5), took.at(.99), took.at(1), len(took))
	use.tell()
	return nil
}

// sample looks at the conversations that began last, how long after it somebody had
// each. The times are those of the transactions, in milliseconds.
func (r *routingRun) sample(ctx context.Context) (out latencies, err error) {
	type conversation struct {
		ID      string
		Episode struct{ OpenedAt time.Time }
	}
	cursor := ""
	for len(out) < routedSample {
		var page struct {
			Data       []conversation
			NextCursor *string
		}
		if err := r.e.ask(ctx, http.MethodGet, "/v1/conversations?view=all&limit=200"+cursor, r.e.keys[2], nil, &page); err != nil {
			return nil, err
		}
		for _, c := range page.Data {
			at, err := r.assignedAt(ctx, c.ID)
			if err != nil {
				return nil, err
			}
			out.add(at.Sub(c.Episode.OpenedAt))
		}
		if page.NextCursor == nil {
			break
		}
		cursor = "&cursor=" + *page.NextCursor
	}
	return merged(out), nil
}

// assignedAt is when the decision fell that gave a conversation to somebody.
func (r *routingRun) assignedAt(ctx context.Context, id string) (time.Time, error) {
	var page struct {
		Data []struct {
			Outcome   string
			DecidedAt time.Time
		}
	}
	if err := r.e.ask(ctx, http.MethodGet, "/v1/conversations/"+id+"/routing", r.e.keys[3], nil, &page); err != nil {
		return time.Time{}, err
	}
	for _, d := range page.Data {
		if d.Outcome == string(crm.OutcomeAssigned) {
			return d.DecidedAt, nil
		}
	}
	return time.Time{}, fmt.Errorf("no decision assigned %s", id)
}

// drains measures how long a queue takes to be empty after somebody comes free.
func (r *routingRun) drains(ctx context.Context) error {
	err := r.capacity(ctx, 0)
	var took latencies
	for round := 0; round < routedRounds && err == nil; round++ {
		var d time.Duration
		if d, err = r.drain(ctx, round); err == nil {
			took.add(d)
		}
	}
	if took = merged(took); err == nil {
		progress("  %d conversations that waited had agents p50 %.0f ms, highest %.0f ms after %d agents came online, %d times", routedQueue, took.at(.5), took.at(1), routedFree, len(took))
	}
	return err
}

func (r *routingRun) drain(ctx context.Context, of int) (time.Duration, error) {
	free := r.e.teams[of].userIDs[:routedFree]
	for _, id := range free {
		err := errors.Join(r.available(ctx, id, "away"), r.e.ask(ctx, http.MethodPut, "/v1/routing/agents/"+id, r.e.keys[0], map[string]any{"capacity": routedCapacity}, nil))
		if err != nil {
			return 0, err
		}
	}
	if _, err := r.write(ctx, routedQueue, time.Second, func(int) int { return of }); err != nil {
		return 0, err
	}
	err := r.awaitCounts(ctx, 20*time.Millisecond, func() bool { return r.counts.All == r.next && r.counts.Unassigned == routedQueue })
	if err == nil {
		err = rest(ctx, 2*time.Second) // the reasons why they wait are written meanwhile
	}
	began := time.Now()
	for _, id := range free {
		if err == nil {
			err = r.available(ctx, id, "online")
		}
	}
	if err == nil {
		err = r.awaitCounts(ctx, 20*time.Millisecond, func() bool { return r.counts.Unassigned == 0 })
	}
	return time.Since(began), err
}

// backlog measures how many conversations get somebody in a second when many wait, for
// all teams, and everybody comes free at once.
func (r *routingRun) backlog(ctx context.Context) error {
	_, err := r.write(ctx, routedMany, routedTime/2, everyTopic)
	if err == nil {
		err = r.awaitCounts(ctx, 100*time.Millisecond, func() bool { return r.counts.All == r.next })
	}
	for waited := -1; err == nil && waited != r.counts.Unassigned; { // the reasons why they wait are written meanwhile
		waited = r.counts.Unassigned
		if err = rest(ctx, 5*time.Second); err == nil {
			err = r.count(ctx)
		}
	}
	wait, began := r.counts.Unassigned, time.Now()
	if err == nil {
		err = r.capacity(ctx, routedCapacity)
	}
	if err == nil {
		err = r.awaitCounts(ctx, 100*time.Millisecond, func() bool { return r.counts.Unassigned == 0 })
	}
	if took := time.Since(began); err == nil {
		progress("  %d conversations that waited for %d teams had agents %.1f s after everybody came free: %.0f/s", wait, routedTeams, took.Seconds(), float64(wait)/took.Seconds())
	}
	return err
}

func (r *routingRun) available(ctx context.Context, id, status string) error {
	return r.e.ask(ctx, http.MethodPut, "/v1/users/"+id+"/availability", r.e.keys[0], map[string]any{"status": status}, nil)
}
