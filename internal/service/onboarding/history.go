package onboarding

import (
	"fmt"
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

// mayAsk refuses an attempt while another one is open.
func (h history) mayAsk(now time.Time) error {
	if open := h.open(); len(open) > 0 {
		e := crm.Errorf(crm.KindConflict, crm.CodeSetupUnderWay, "The provider is being asked about this number already (%s).", open[0].Kind)
		e.RetryAfter = max(open[0].At.Add(settleAfter).Sub(now), time.Second)
		return e
	}
	return nil
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
		if a.Kind == askVerify && (a.Outcome == refused || a.Outcome == unknown) {
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
