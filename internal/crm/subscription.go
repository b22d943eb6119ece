package crm

import (
	"slices"
	"strings"
)

// EventPattern selects kinds of events: one by its name, all that begin alike
// by prefix.* (messages.*), or every one by *. Patterns also select the kinds
// that later versions add.
type EventPattern string

// AllEvents selects every kind, now and later, but the quiet ones.
const AllEvents EventPattern = "*"

// Selects reports whether the pattern selects the kind.
func (p EventPattern) Selects(k EventKind) bool {
	if p == AllEvents {
		return !k.Quiet()
	}
	if prefix, ok := strings.CutSuffix(string(p), "*"); ok {
		return strings.HasPrefix(string(k), prefix)
	}
	return string(p) == string(k)
}

// Known reports whether the pattern is *, or prefix.* or a name in the catalogue.
func (p EventPattern) Known() bool {
	if prefix, ok := strings.CutSuffix(string(p), "*"); ok && prefix != "" && !strings.HasSuffix(prefix, ".") {
		return false
	}
	return slices.ContainsFunc(EventKinds, p.Selects)
}

// EventPatterns lists every pattern that the catalogue knows: *, the prefixes
// and the names.
func EventPatterns() []EventPattern {
	list := []EventPattern{AllEvents}
	for _, k := range EventKinds {
		prefix, _, _ := strings.Cut(string(k), ".")
		if p := EventPattern(prefix + ".*"); !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for _, k := range EventKinds {
		list = append(list, EventPattern(k))
	}
	return list
}

// EventScope says what an event belongs to, as far as its kind has it; the
// rest is empty. It is stored beside the event.
type EventScope struct {
	PhoneNumberID string
	AssistantID   string
	PipelineID    string
}

// String is the stored form, which ParseEventScope reads.
func (s EventScope) String() string {
	return strings.TrimRight(s.PhoneNumberID+" "+s.AssistantID+" "+s.PipelineID, " ")
}

// ParseEventScope reads what String wrote.
func ParseEventScope(text string) (s EventScope) {
	var rest string
	s.PhoneNumberID, rest, _ = strings.Cut(text, " ")
	s.AssistantID, s.PipelineID, _ = strings.Cut(rest, " ")
	return s
}

// Subscription says which events a reader of the log is told of.
type Subscription struct {
	// Events are the patterns of which one must select the kind.
	Events []EventPattern
	// PhoneNumberIDs, AssistantIDs and PipelineIDs limit the kinds that belong
	// to a phone number, an assistant or a pipeline (KindScope) to these;
	// empty is all. They do not touch the other kinds, which tell of the whole
	// workspace.
	PhoneNumberIDs []string
	AssistantIDs   []string
	PipelineIDs    []string
}

// Matches reports whether an event of this kind and scope is selected. An
// event whose kind belongs to a phone number, but which itself has none, is not
// selected where there is a limit; the same holds for assistants and pipelines.
func (s *Subscription) Matches(k EventKind, of EventScope) bool {
	if !slices.ContainsFunc(s.Events, func(p EventPattern) bool { return p.Selects(k) }) {
		return false
	}
	has := k.Scope()
	return (!has.PhoneNumber || within(s.PhoneNumberIDs, of.PhoneNumberID)) &&
		(!has.Assistant || within(s.AssistantIDs, of.AssistantID)) &&
		(!has.Pipeline || within(s.PipelineIDs, of.PipelineID))
}

// Quiet reports whether only those are told of the kind who name it, or what it begins
// with. The audit log says what people do and from where, which not everybody may know who
// is told of messages; charges are as many as messages, and few want each of them.
func (k EventKind) Quiet() bool { return k.OfAudit() || k == EventChargeRecorded }

// OfAudit reports whether the kind tells of the audit log: then readers need the
// scope audit:read.
func (k EventKind) OfAudit() bool { return k == EventAuditRecorded }

// OfAudit reports whether events of the audit log are selected.
func (s *Subscription) OfAudit() bool {
	return slices.ContainsFunc(s.Events, func(p EventPattern) bool { return p.Selects(EventAuditRecorded) })
}

// CheckAudit records every pattern that selects the audit log, where the actor may
// not read it.
func CheckAudit(actor Actor, events []EventPattern, f *Faults) {
	if actor.Require(ScopeAuditRead) == nil {
		return
	}
	for i, p := range events {
		if p.Selects(EventAuditRecorded) {
			f.Add(Pointer("events", i), CodeForbidden, "%s the scope %s, which %s needs.", actor.Address("This API key lacks", "You lack"), ScopeAuditRead, EventAuditRecorded)
		}
	}
}

// Everything reports whether every event is selected, but perhaps the quiet ones.
func (s *Subscription) Everything() bool {
	return slices.Contains(s.Events, AllEvents) && len(s.PhoneNumberIDs)+len(s.AssistantIDs)+len(s.PipelineIDs) == 0
}

func within(limit []string, id string) bool { return len(limit) == 0 || slices.Contains(limit, id) }

// maxSubscriptionIDs bounds each list of a subscription.
const maxSubscriptionIDs = 100

// CheckEvents records every pattern that selects nothing in the catalogue.
func CheckEvents(events []EventPattern, f *Faults) {
	if len(events) == 0 {
		f.Add("/events", CodeRequired, "events needs at least one event name, a prefix such as \"messages.*\", or \"*\".")
	}
	if len(events) > maxSubscriptionIDs {
		f.Add("/events", CodeOutOfRange, "events may have at most %d entries.", maxSubscriptionIDs)
		return
	}
	for i, p := range events {
		if !p.Known() {
			f.Add(Pointer("events", i), CodeNotAllowed, "Event %q does not exist.", clip(string(p)))
		}
	}
}

// CheckSubscriptionIDs records what is wrong with a list of identifiers that
// limits a subscription: too many, or not of the kind that prefix names. It
// returns the places of those that may be looked up.
func CheckSubscriptionIDs(field, prefix string, ids []string, f *Faults) (fine []int) {
	if len(ids) > maxSubscriptionIDs {
		f.Add("/"+field, CodeOutOfRange, "%s may have at most %d entries.", field, maxSubscriptionIDs)
		return nil
	}
	for i, id := range ids {
		if !ValidID(prefix, id) {
			f.Add(Pointer(field, i), CodeNotAllowed, "%q is not an identifier: %s_…", clip(id), prefix)
			continue
		}
		fine = append(fine, i)
	}
	return fine
}
