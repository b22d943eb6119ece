package assign

import (
	"strings"

	"service.example/crm/internal/crm"
)

// Facts are what rules ask of a conversation.
type Facts struct {
	PhoneNumberID string            `json:"number"`
	Language      string            `json:"language,omitempty"` // such as de or pt_BR; "" if unknown
	Tags          []string          `json:"tags,omitempty"`
	Labels        []string          `json:"labels,omitempty"`     // of the conversation
	Fields        map[string]string `json:"fields,omitempty"`     // the contact's custom fields by key; without a value there is none
	Text          string            `json:"text,omitempty"`       // what the contact wrote since the conversation waits
	ReplyID       string            `json:"reply,omitempty"`      // of the button or list row that was pressed
	Referred      bool              `json:"referred,omitempty"`   // an ad or post led the contact here
	ReferralID    string            `json:"referralId,omitempty"` // the provider's id of it
}

// State is what else rules depend on, at the time of the decision.
type State struct {
	// Open has each calendar that is there, and whether it is open.
	Open map[string]bool `json:"open,omitempty"`
	// Gone has what rules may name and is not there any more: assistants, teams,
	// users who were deactivated. A rule that sends there is skipped.
	Gone map[string]bool `json:"gone,omitempty"`
}

// SkipReason says why a rule was passed over although it might have matched.
type SkipReason string

// Why rules are skipped: what they name is not there.
const (
	SkipCalendarGone SkipReason = "calendar_gone"
	SkipTargetGone   SkipReason = "target_gone"
)

// Skip is a rule that was passed over. The key of the default is "".
type Skip struct {
	RuleKey string
	Reason  SkipReason
}

// Match is what the rules say of a conversation.
type Match struct {
	Version int
	// RuleKey is the key of the first rule that holds; "" for the default.
	RuleKey string
	// Target is where the conversation goes; the zero target for nowhere. Its
	// priority is never "".
	Target crm.RoutingTarget
	// Skipped are the rules before it that were passed over.
	Skipped []Skip
	// hash is of all that the rules were asked with.
	hash uint64
}

// None reports whether the conversation goes nowhere.
func (m Match) None() bool {
	return m.Target.AssistantID == "" && m.Target.TeamID == "" && m.Target.AgentID == ""
}

// Match returns the first rule that holds, else the default.
func (r *Rules) Match(f Facts, s State) Match {
	m := Match{Version: r.version, hash: r.hash(f, s)}
	var spoken bits
	r.phrases.find(f.Text, spoken.set)
	language, _, _ := strings.Cut(strings.ToLower(strings.ReplaceAll(f.Language, "-", "_")), "_")
	for i := range r.list {
		rule := &r.list[i]
		if rule.keywords && !spoken.has(i) || !rule.holds(f, language) {
			continue
		}
		if rule.hours != nil {
			open, there := s.Open[rule.hours.CalendarID]
			if !there {
				m.Skipped = append(m.Skipped, Skip{rule.key, SkipCalendarGone})
				continue
			}
			if open != rule.hours.Within {
				continue
			}
		}
		if m.take(rule.key, rule.target, s) {
			return m
		}
	}
	if r.fallback != nil {
		m.take("", *r.fallback, s)
	}
	return m
}

// take sends the conversation to a target, if it is there. An overflow that is
// gone is left out: the conversation then waits.
func (m *Match) take(key string, target crm.RoutingTarget, s State) bool {
	if len(s.Gone) > 0 {
		if s.Gone[target.AssistantID] || s.Gone[target.TeamID] || s.Gone[target.AgentID] {
			m.Skipped = append(m.Skipped, Skip{key, SkipTargetGone})
			return false
		}
		if target.Overflow != nil && s.Gone[target.Overflow.TeamID] {
			target.Overflow = nil
		}
	}
	if target.Priority == "" {
		target.Priority = crm.PriorityNormal
	}
	m.RuleKey, m.Target = key, target
	return true
}

// holds reports whether all conditions hold but the keywords and the hours.
func (r *rule) holds(f Facts, language string) bool {
	switch {
	case r.numbers != nil && !r.numbers.has(f.PhoneNumberID),
		r.languages != nil && !r.languages.has(language),
		r.replies != nil && !r.replies.has(f.ReplyID),
		r.referral && !f.Referred,
		r.sources != nil && !r.sources.has(f.ReferralID),
		r.tags != nil && !anyOf(r.tags, f.Tags),
		r.labels != nil && !anyOf(r.labels, f.Labels):
		return false
	}
	for i := range r.fields {
		if value, ok := f.Fields[r.fields[i].key]; !ok || !r.fields[i].values.has(value) {
			return false
		}
	}
	return true
}

func anyOf(s set, list []string) bool {
	for _, text := range list {
		if s.has(text) {
			return true
		}
	}
	return false
}

// bits is a set of rules by their place.
type bits [(crm.MaxRoutingRules + 63) / 64]uint64

func (b *bits) set(i int)      { b[i/64] |= 1 << (i % 64) }
func (b *bits) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }

// InputsHash is of all that the rules were asked with, for a decision that is made
// without candidates: to an assistant, or to nobody.
func (m Match) InputsHash() uint64 { return m.hash }
