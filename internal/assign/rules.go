// Package assign decides who gets a conversation: which rule matches, who of a
// team may have it, and who comes first. It is pure: time, people and calendars
// are arguments, so that live work and a test with the past on a virtual clock can
// run the same code. It is safe for concurrent use.
package assign

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

// Rules are a version of a workspace's rules, ready to be asked.
type Rules struct {
	version   int
	list      []rule
	fallback  *crm.RoutingTarget
	phrases   phrases
	calendars []string
	named     []string
}

// rule is one of them with its conditions as sets. A nil set is no condition.
type rule struct {
	key       string
	target    crm.RoutingTarget
	numbers   set
	languages set
	tags      set
	labels    set
	replies   set
	fields    []field
	keywords  bool
	referral  bool
	sources   set
	hours     *crm.RoutingHours
}

type field struct {
	key    string
	values set
}

// set is a few texts: they are compared one by one, which beats hashing them.
type set []string

func (s set) has(text string) bool { return slices.Contains(s, text) }

// Compile makes rules of a version, or returns every fault of the document.
func Compile(version int, body crm.RoutingBody) (*Rules, error) {
	if err := body.Validate(); err != nil {
		return nil, err
	}
	out := &Rules{version: version}
	for i, r := range body.Rules {
		w := r.When
		compiled := rule{key: r.Key, target: r.Target, numbers: w.PhoneNumberIDs, languages: w.Languages, tags: w.Tags, labels: w.LabelIDs, replies: w.ReplyIDs,
			keywords: len(w.Keywords) > 0, hours: w.Hours}
		for _, f := range w.ContactFields {
			compiled.fields = append(compiled.fields, field{f.Key, f.Values})
		}
		if w.Referral != nil {
			compiled.referral, compiled.sources = true, w.Referral.SourceIDs
		}
		for _, k := range w.Keywords {
			out.phrases.add(k, i)
		}
		if w.Hours != nil {
			out.calendars = append(out.calendars, w.Hours.CalendarID)
		}
		out.list = append(out.list, compiled)
	}
	if body.Default != nil {
		target := *body.Default
		out.fallback = &target
	}
	body.Named(func(_, id string) {
		if !strings.HasPrefix(id, crm.PrefixPhoneNumber+"_") && !strings.HasPrefix(id, crm.PrefixLabel+"_") {
			out.named = append(out.named, id)
		}
	})
	out.calendars, out.named = distinct(out.calendars), distinct(out.named)
	return out, nil
}

func distinct(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// Calendars are those whose hours the rules ask for, in order: State says which
// of them are open.
func (r *Rules) Calendars() []string { return r.calendars }

// Named are the assistants, teams, users and calendars that the rules name, in
// order: State says which of them are gone.
func (r *Rules) Named() []string { return r.named }
