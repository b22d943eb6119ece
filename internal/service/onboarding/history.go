package onboarding

import (
	"fmt"
	"slices"
	"time"

	"service.example/crm/internal/crm"
)

// history is what was asked about a number, the latest first.
type history []attempt

// open are those without an outcome.
func (h history) open() (out history) {
	for _, a := range h {
		if a.Outcome == underWay {
			out = append(out, a)
		}
	}
	return out
}

// is reports whether an attempt has an outcome.
func (h history) is(id string, o outcome) bool {
	return slices.ContainsFunc(h, func(a attempt) bool { return a.ID == id && a.Outcome == o })
}

// mayAsk refuses an attempt while another one is open, and says when it is looked after.
func (h history) mayAsk(now time.Time, settleAfter time.Duration) error {
	if open := h.open(); len(open) > 0 {
		e := crm.Errorf(crm.KindConflict, crm.CodeSetupUnderWay, "The provider is being asked about this number already (%s).", open[0].Kind)
		e.RetryAfter = max(open[0].At.Add(settleAfter).Sub(now), time.Second)
		return e
	}
	return nil
}

// requestLife is how long a request that is made again is the same one.
const requestLife = 24 * time.Hour

// by returns the attempt of a request that worked. It needs no second one: its answer was
// lost, or else nobody would ask again.
func (h history) by(request string, kind attemptKind, detail string, now time.Time) (attempt, bool) {
	for _, a := range h.of(kind) {
		if request != "" && a.Request == request && a.Detail == detail && a.Outcome == done && a.At.After(now.Add(-requestLife)) {
			return a, true
		}
	}
	return attempt{}, false
}

// closed returns until when the provider takes no attempt of some kinds; zero for none.
func (h history) closed(now time.Time, kinds ...attemptKind) (until time.Time) {
	for _, a := range h.of(kinds...) {
		if a.Until.After(now) && a.Until.After(until) {
			until = a.Until
		}
	}
	return until
}

// shut refuses an attempt of a kind in the words of the provider's last refusal, as long as
// that holds.
func (h history) shut(now time.Time, kind attemptKind) error {
	kinds := []attemptKind{kind}
	if kind == askRegister || kind == askDeregister { // the provider counts them together
		kinds = []attemptKind{askRegister, askDeregister}
	}
	until := h.closed(now, kinds...)
	if until.IsZero() {
		return nil
	}
	for _, a := range h.of(kinds...) {
		if a.Until.Equal(until) {
			m := meaning(a.Code, a.Subcode)
			return tooEarly(m.code, until, now, "%s", m.text)
		}
	}
	return nil
}

func (h history) of(kinds ...attemptKind) (out history) {
	for _, a := range h {
		for _, k := range kinds {
			if a.Kind == k {
				out = append(out, a)
			}
		}
	}
	return out
}

// counted are those that came to the provider since a time.
func (h history) counted(since time.Time) (out history) {
	for _, a := range h {
		if a.Outcome != unasked && a.At.After(since) {
			out = append(out, a)
		}
	}
	return out
}

// registrations returns how many requests to register or deregister the provider still
// takes, and when it takes the next one where there are none.
func (h history) registrations(now time.Time) (left int, next time.Time) {
	made := h.of(askRegister, askDeregister)
	list := made.counted(now.Add(-crm.RegistrationPeriod))
	left = max(crm.MaxRegistrations-len(list), 0)
	if left == 0 {
		next = list[crm.MaxRegistrations-1].At.Add(crm.RegistrationPeriod)
	}
	if until := made.closed(now, askRegister, askDeregister); until.After(next) {
		left, next = 0, until
	}
	return left, next
}

// codeStanding is how the code that was last sent stands.
func (h history) codeStanding(now time.Time) (last attempt, triesLeft int, next time.Time) {
	triesLeft = crm.MaxCodeTries
	for _, a := range h.of(askCode, askVerify) {
		if a.Kind == askCode && (a.Outcome == done || a.Outcome == unknown) {
			last = a
			break
		}
		switch {
		case a.Kind != askVerify:
		case a.Subcode == subcodeCodesUsedUp:
			triesLeft = 0
		case a.Outcome == unknown, a.Outcome == refused && (a.Code == codeWrongCode || a.Subcode == codeWrongCode):
			triesLeft--
		}
	}
	if last.ID == "" {
		triesLeft = crm.MaxCodeTries
	} else if at := last.At.Add(crm.CodePause); at.After(now) {
		next = at
	}
	if until := h.closed(now, askCode); until.After(next) {
		next = until
	}
	return last, max(triesLeft, 0), next
}

// names returns when another display name may be asked for; zero for now.
func (h history) names(now time.Time) (next time.Time) {
	list := h.of(askName).counted(now.Add(-crm.NameChangePeriod))
	if len(list) >= crm.MaxNameChanges {
		next = list[crm.MaxNameChanges-1].At.Add(crm.NameChangePeriod)
	}
	return next
}

// tooEarly refuses what the provider would refuse, and says until when.
func tooEarly(code crm.Code, until, now time.Time, format string, args ...any) error {
	e := crm.Errorf(crm.KindRateLimited, code, "%s Try again after %s.", fmt.Sprintf(format, args...), until.UTC().Format(time.RFC3339))
	e.RetryAfter = until.Sub(now)
	return e
}
