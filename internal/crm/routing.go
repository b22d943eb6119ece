package crm

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// RoutingRules say where conversations go. Each change makes a version.
type RoutingRules struct {
	WorkspaceID string
	// Version counts the changes, from 1; 0 while nobody has set any rules.
	Version int
	RoutingBody
	MadeBy    DoneBy
	CreatedAt *time.Time // of the version; nil for version 0
}

// RoutingBody is all of the rules that people set. Its JSON is what is stored of
// every version.
type RoutingBody struct {
	// Rules are tried in order; the first that matches decides.
	Rules []RoutingRule `json:"rules"`
	// Default is for conversations that no rule matches; nil leaves them alone.
	Default *RoutingTarget `json:"default,omitempty"`
}

// RoutingRule sends the conversations that meet its conditions to a target.
type RoutingRule struct {
	Key    string            `json:"key" doc:"Your key of the rule, unique among the rules: a letter, then up to 39 of a–z, 0–9 and _. Decisions name it." example:"refunds"`
	Name   string            `json:"name,omitempty" maxLength:"100" doc:"Name of the rule, for people." example:"Refunds in German"`
	When   RoutingConditions `json:"when" required:"false" doc:"What must hold, all of it. Every conversation meets the conditions if there are none."`
	Target RoutingTarget     `json:"target" doc:"Where the conversation goes."`
}

// RoutingConditions are what a conversation must meet. A list holds if one of its
// entries does.
type RoutingConditions struct {
	PhoneNumberIDs []string         `json:"phoneNumberIds,omitempty" nullable:"false" maxItems:"100" doc:"The phone numbers that the contact wrote to."`
	Languages      []string         `json:"languages,omitempty" nullable:"false" maxItems:"20" doc:"Languages of the conversation, such as de. A country, as in pt_BR, does not count."`
	Tags           []string         `json:"tags,omitempty" nullable:"false" maxItems:"50" doc:"Tags of the contact."`
	LabelIDs       []string         `json:"labelIds,omitempty" nullable:"false" maxItems:"50" doc:"Labels of the conversation, as it has them when the rules are asked: those of earlier episodes, or that somebody put on it before an assistant handed it off."`
	ContactFields  []RoutingField   `json:"contactFields,omitempty" nullable:"false" maxItems:"10" doc:"Custom fields of the contact; every one of them must hold."`
	Keywords       []string         `json:"keywords,omitempty" nullable:"false" maxItems:"50" doc:"Words or phrases in what the contact wrote. Case, accents and punctuation do not matter; a part of a word does not count."`
	ReplyIDs       []string         `json:"replyIds,omitempty" nullable:"false" maxItems:"50" doc:"Ids of the button or list row that the contact pressed."`
	Referral       *RoutingReferral `json:"referral,omitempty" doc:"The contact came by an ad or post."`
	Hours          *RoutingHours    `json:"hours,omitempty" doc:"The time is within or outside the hours of a calendar."`
}

// RoutingField is a custom field of the contact with one of some values.
type RoutingField struct {
	Key    string   `json:"key" doc:"Key of the custom field." example:"plan"`
	Values []string `json:"values" nullable:"false" maxItems:"20" doc:"Values, one of which the contact has, as text." example:"[\"gold\"]"`
}

// RoutingReferral is an ad or post that led the contact here.
type RoutingReferral struct {
	SourceIDs []string `json:"sourceIds,omitempty" nullable:"false" maxItems:"50" doc:"The provider's ids of ads or posts; any of them if left out."`
}

// RoutingHours are within or outside the hours of a calendar.
type RoutingHours struct {
	CalendarID string `json:"calendarId" doc:"The calendar." example:"cal_01jd5k3v6rf0w8m2a4t9x7bq1c"`
	Within     bool   `json:"within" doc:"true: while the calendar is open; false: while it is not."`
}

// RoutingTarget is where a conversation goes: to an assistant, a team or a member.
type RoutingTarget struct {
	AssistantID     string           `json:"assistantId,omitempty" maxLength:"64" doc:"The assistant that answers. Name exactly one of assistantId, teamId and agentId."`
	TeamID          string           `json:"teamId,omitempty" maxLength:"64" doc:"The team whose members get the conversation." example:"tem_01jd5k3v6rf0w8m2a4t9x7bq1d"`
	AgentID         string           `json:"agentId,omitempty" maxLength:"64" doc:"The user who gets the conversation."`
	RequiredSkills  []string         `json:"requiredSkills,omitempty" nullable:"false" maxItems:"10" doc:"Skills that a member must have, all of them."`
	PreferredSkills []string         `json:"preferredSkills,omitempty" nullable:"false" maxItems:"10" doc:"Skills by which members are preferred; who has most of them comes first."`
	Priority        Priority         `json:"priority,omitempty" enum:"urgent,high,normal,low" doc:"How soon somebody gets the conversation; normal by default."`
	Overflow        *RoutingOverflow `json:"overflow,omitempty" doc:"Where the conversation goes if it waits too long; the team's own overflow by default."`
}

// RoutingOverflow is where conversations go that wait too long.
type RoutingOverflow struct {
	AfterMinutes int    `json:"afterMinutes" minimum:"1" maximum:"10080" doc:"How long a conversation waits, in minutes." example:"15"`
	TeamID       string `json:"teamId" maxLength:"64" doc:"The team that gets it then." example:"tem_01jd5k3v6rf0w8m2a4t9x7bq1d"`
}

// After is how long a conversation waits.
func (o RoutingOverflow) After() time.Duration { return time.Duration(o.AfterMinutes) * time.Minute }

// Bounds of routing.
const (
	MaxRoutingRules     = 200
	maxRoutingValue     = 256 // characters of a reply id, a source id or a value
	maxKeyword          = 100 // characters
	maxOverflowMinutes  = 7 * 24 * 60
	maxConditionNumbers = 100
	maxConditionList    = 50
	maxConditionFields  = 10
	maxConditionValues  = 20
	maxTargetSkills     = 10
)

var routingLanguage = regexp.MustCompile(`^[a-z]{2,3}$`)

// Validate returns every fault that can be seen without looking up what the rules
// name.
func (b RoutingBody) Validate() error {
	var f Faults
	if len(b.Rules) > MaxRoutingRules {
		f.Add("/rules", CodeOutOfRange, "rules may have at most %d entries.", MaxRoutingRules)
		return f.Err()
	}
	seen := map[string]bool{}
	for i, r := range b.Rules {
		var own Faults
		r.check(&own)
		if seen[r.Key] && r.Key != "" {
			own.Add("/key", CodeNotAllowed, "Another rule has the key %q.", clip(r.Key))
		}
		seen[r.Key] = true
		f.Below(Pointer("rules", i), own)
	}
	if b.Default != nil {
		var own Faults
		b.Default.check(&own)
		f.Below("/default", own)
	}
	return f.Err()
}

func (r RoutingRule) check(f *Faults) {
	if !fieldKey.MatchString(r.Key) {
		f.Add("/key", CodeParameterInvalid, "key must begin with a letter and have at most 40 characters from a–z, 0–9 and _.")
	}
	if utf8.RuneCountInString(r.Name) > maxName {
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxName)
	}
	var own Faults
	r.When.check(&own)
	f.Below("/when", own)
	own = Faults{}
	r.Target.check(&own)
	f.Below("/target", own)
}

func (c RoutingConditions) check(f *Faults) {
	checkChoices("phoneNumberIds", c.PhoneNumberIDs, maxConditionNumbers, f, func(s string) string {
		return unless(ValidID(PrefixPhoneNumber, s), "is not an identifier: num_…")
	})
	checkChoices("languages", c.Languages, maxConditionValues, f, func(s string) string {
		return unless(routingLanguage.MatchString(s), "is no language code, such as en")
	})
	checkChoices("tags", c.Tags, maxConditionList, f, func(s string) string {
		var none Faults
		CheckTags([]string{s}, &none)
		return unless(none.Empty(), "cannot be a tag")
	})
	checkChoices("labelIds", c.LabelIDs, maxConditionList, f, func(s string) string {
		return unless(ValidID(PrefixLabel, s), "is not an identifier: lbl_…")
	})
	checkChoices("keywords", c.Keywords, maxConditionList, f, func(s string) string {
		return unless(utf8.RuneCountInString(s) <= maxKeyword && strings.IndexFunc(s, spoken) >= 0, "must have a letter or a number, and at most 100 characters")
	})
	checkChoices("replyIds", c.ReplyIDs, maxConditionList, f, plainValue)
	if c.Referral != nil {
		checkChoices("referral/sourceIds", c.Referral.SourceIDs, maxConditionList, f, plainValue)
	}
	if c.Hours != nil && !ValidID(PrefixCalendar, c.Hours.CalendarID) {
		f.Add("/hours/calendarId", CodeNotAllowed, "%q is not an identifier: cal_…", clip(c.Hours.CalendarID))
	}
	if c.ContactFields != nil && len(c.ContactFields) == 0 || len(c.ContactFields) > maxConditionFields {
		f.Add("/contactFields", CodeOutOfRange, "contactFields has 1 to %d entries; leave it out if there are none.", maxConditionFields)
		return
	}
	for i, field := range c.ContactFields {
		if !fieldKey.MatchString(field.Key) {
			f.Add(Pointer("contactFields", i, "key"), CodeParameterInvalid, "key must be that of a custom field.")
		}
		var own Faults
		if field.Values == nil {
			field.Values = []string{}
		}
		checkChoices("values", field.Values, maxConditionValues, &own, plainValue)
		f.Below(Pointer("contactFields", i), own)
	}
}

// checkChoices adds the faults of a condition. An empty list would hold for
// nothing, or for everything: whoever writes one means something else.
func checkChoices(field string, list []string, most int, f *Faults, wrong func(string) string) {
	name := field[strings.LastIndexByte(field, '/')+1:]
	if list != nil && len(list) == 0 || len(list) > most {
		f.Add("/"+field, CodeOutOfRange, "%s has 1 to %d entries; leave it out if there are none.", name, most)
		return
	}
	for i, s := range list {
		if why := wrong(s); why != "" {
			f.Add("/"+field+Pointer(i), CodeNotAllowed, "%q %s.", clip(s), why)
		}
	}
}

func unless(right bool, wrong string) string {
	if right {
		return ""
	}
	return wrong
}

func plainValue(s string) string {
	return unless(s != "" && utf8.RuneCountInString(s) <= maxRoutingValue && utf8.ValidString(s) && !strings.ContainsRune(s, 0), "must have 1 to 256 characters")
}

// spoken reports whether a character is a letter or a number. The Arabic stretch
// counts as a letter elsewhere, and says nothing.
func spoken(r rune) bool { return r != 'ـ' && (unicode.IsLetter(r) || unicode.IsNumber(r)) }

func (t RoutingTarget) check(f *Faults) {
	named := 0
	for _, one := range []struct{ field, prefix, id string }{
		{"/assistantId", PrefixAssistant, t.AssistantID}, {"/teamId", PrefixTeam, t.TeamID}, {"/agentId", PrefixUser, t.AgentID}} {
		if one.id == "" {
			continue
		}
		if named++; !ValidID(one.prefix, one.id) {
			f.Add(one.field, CodeNotAllowed, "%q is not an identifier: %s_…", clip(one.id), one.prefix)
		}
	}
	if named != 1 {
		f.Add("", CodeRequired, "Name exactly one of assistantId, teamId and agentId.")
	}
	if t.AssistantID != "" && (len(t.RequiredSkills)+len(t.PreferredSkills) > 0 || t.Overflow != nil) {
		f.Add("/assistantId", CodeNotAllowed, "An assistant needs no skills and has no overflow: these are for teamId and agentId.")
	}
	checkSkills("requiredSkills", t.RequiredSkills, maxTargetSkills, f)
	checkSkills("preferredSkills", t.PreferredSkills, maxTargetSkills, f)
	if t.Priority != "" && !slices.Contains(Priorities, t.Priority) {
		f.Add("/priority", CodeNotAllowed, "priority is urgent, high, normal or low.")
	}
	if t.Overflow != nil {
		var own Faults
		t.Overflow.check(t.TeamID, &own)
		f.Below("/overflow", own)
	}
}

// check adds the faults of the overflow of a team, "" for none.
func (o RoutingOverflow) check(of string, f *Faults) {
	if o.AfterMinutes < 1 || o.AfterMinutes > maxOverflowMinutes {
		f.Add("/afterMinutes", CodeOutOfRange, "afterMinutes must be 1 to %d.", maxOverflowMinutes)
	}
	switch {
	case !ValidID(PrefixTeam, o.TeamID):
		f.Add("/teamId", CodeNotAllowed, "%q is not an identifier: tem_…", clip(o.TeamID))
	case o.TeamID == of:
		f.Add("/teamId", CodeNotAllowed, "The overflow goes to another team.")
	}
}

func checkSkills(field string, list []string, most int, f *Faults) {
	if len(list) > most {
		f.Add("/"+field, CodeOutOfRange, "%s may have at most %d entries.", field, most)
		return
	}
	for i, s := range list {
		if !fieldKey.MatchString(s) {
			f.Add(Pointer(field, i), CodeParameterInvalid, "A skill must begin with a letter and have at most 40 characters from a–z, 0–9 and _.")
		}
	}
}

// Equal reports whether two documents say the same: a list that is empty and one
// that is left out do.
func (b RoutingBody) Equal(o RoutingBody) bool { return sameValue(b, o) }

// Named calls do with each thing that the rules name and the pointer to it.
func (b RoutingBody) Named(do func(pointer, id string)) {
	for i, r := range b.Rules {
		at := Pointer("rules", i)
		for j, id := range r.When.PhoneNumberIDs {
			do(at+Pointer("when", "phoneNumberIds", j), id)
		}
		for j, id := range r.When.LabelIDs {
			do(at+Pointer("when", "labelIds", j), id)
		}
		if r.When.Hours != nil {
			do(at+"/when/hours/calendarId", r.When.Hours.CalendarID)
		}
		r.Target.named(at+"/target", do)
	}
	if b.Default != nil {
		b.Default.named("/default", do)
	}
}

func (t RoutingTarget) named(at string, do func(pointer, id string)) {
	for _, one := range [][2]string{{"/assistantId", t.AssistantID}, {"/teamId", t.TeamID}, {"/agentId", t.AgentID}} {
		if one[1] != "" {
			do(at+one[0], one[1])
		}
	}
	if t.Overflow != nil {
		do(at+"/overflow/teamId", t.Overflow.TeamID)
	}
}
