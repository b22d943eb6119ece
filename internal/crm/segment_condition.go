package crm

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

func (r *segmentReader) tag(c SegmentTag, at string) segmentNode {
	n := segmentNode{shows: func(f *SegmentFacts) string { return orNone(listed(f.Contact.Tags), "no tags") }}
	if !r.one(at, "anyOf, allOf and noneOf", c.AnyOf != nil, c.AllOf != nil, c.NoneOf != nil) {
		return n
	}
	wrong := func(s string) string {
		return unless(s != "" && utf8.RuneCountInString(s) <= maxTag, "is no tag")
	}
	any := func(f *SegmentFacts, list []string) bool {
		return slices.ContainsFunc(f.Contact.Tags, plainContains(list))
	}
	switch {
	case c.AnyOf != nil:
		r.texts(c.AnyOf, at+"/anyOf", "anyOf", wrong)
		if len(c.AnyOf) == 1 {
			n.narrow.Tag = c.AnyOf[0]
		}
		n.says, n.test = "has one of the tags "+listed(c.AnyOf), func(f *SegmentFacts) bool { return any(f, c.AnyOf) }
	case c.AllOf != nil:
		r.texts(c.AllOf, at+"/allOf", "allOf", wrong)
		if len(c.AllOf) > 0 {
			n.narrow.Tag = c.AllOf[0]
		}
		n.says, n.test = "has all of the tags "+listed(c.AllOf), func(f *SegmentFacts) bool {
			return !slices.ContainsFunc(c.AllOf, func(t string) bool { return !slices.Contains(f.Contact.Tags, t) })
		}
	default:
		r.texts(c.NoneOf, at+"/noneOf", "noneOf", wrong)
		n.says, n.test = "has none of the tags "+listed(c.NoneOf), func(f *SegmentFacts) bool { return !any(f, c.NoneOf) }
	}
	return n
}

func (r *segmentReader) consent(c SegmentConsent, at string) segmentNode {
	r.needs.Consent = true
	purpose, state, word := PurposeMarketing, c.Marketing, "marketing messages"
	if c.All != "" {
		purpose, state, word = PurposeAll, c.All, "all messages"
	}
	n := segmentNode{shows: func(f *SegmentFacts) string { return string(f.consent(purpose)) }}
	if r.one(at, "marketing and all", c.Marketing != "", c.All != "") && state != ConsentOptedIn && state != ConsentOptedOut && state != ConsentUnknown {
		r.faults.Add(at+"/"+string(purpose), CodeNotAllowed, "%s is opted_in, opted_out or unknown.", purpose)
	}
	n.says, n.test = "consent to "+word+" is "+string(state), func(f *SegmentFacts) bool { return f.consent(purpose) == state }
	return n
}

// time is a condition about a time of the contact; never says that it has none.
func (r *segmentReader) time(c SegmentCreated, at, did, never string, of func(*SegmentFacts) time.Time) segmentNode {
	from, to, says := r.bounds(c, at)
	return segmentNode{says: did + " " + strings.Join(says, " and "),
		test: func(f *SegmentFacts) bool {
			t := of(f)
			return !t.IsZero() && (from.IsZero() || t.After(from)) && (to.IsZero() || t.Before(to))
		},
		shows: func(f *SegmentFacts) string {
			if t := of(f); !t.IsZero() {
				return t.UTC().Format(time.RFC3339)
			}
			return never
		}}
}

// bounds are the times between which a condition looks, neither of them included and zero
// for none, and how it says so.
func (r *segmentReader) bounds(c SegmentCreated, at string) (from, to time.Time, says []string) {
	switch {
	case c.After == nil && c.Before == nil && c.WithinDays == nil:
		r.faults.Add(at, CodeRequired, "It takes after, before, both, or withinDays.")
	case c.WithinDays != nil && (c.After != nil || c.Before != nil):
		r.faults.Add(at+"/withinDays", CodeNotAllowed, "withinDays stands alone.")
	case c.WithinDays != nil && (*c.WithinDays < 1 || *c.WithinDays > maxSegmentDays):
		r.faults.Add(at+"/withinDays", CodeOutOfRange, "withinDays is from 1 to %d.", maxSegmentDays)
	case c.WithinDays != nil:
		from = r.now.Add(-time.Duration(*c.WithinDays) * 24 * time.Hour).Add(-1)
		says = append(says, strings.Replace(fmt.Sprintf("within the last %d days", *c.WithinDays), " 1 days", " day", 1))
	}
	if c.After != nil {
		from = *c.After
		says = append(says, "after "+from.UTC().Format(time.RFC3339))
	}
	if c.Before != nil {
		to = *c.Before
		says = append(says, "before "+to.UTC().Format(time.RFC3339))
	}
	if c.After != nil && c.Before != nil && !from.Before(to) {
		r.faults.Add(at+"/before", CodeOutOfRange, "before must be later than after.")
	}
	return from, to, says
}

func (r *segmentReader) deal(c SegmentDeal, at string) segmentNode {
	r.needs.Deals = true
	var says []string
	for _, one := range []struct{ field, word, id, prefix string }{{"pipelineId", "pipeline", c.PipelineID, PrefixPipeline}, {"stageId", "stage", c.StageID, PrefixStage}} {
		if one.id == "" {
			continue
		}
		if !ValidID(one.prefix, one.id) {
			r.faults.Add(at+"/"+one.field, CodeNotAllowed, "%q is not an identifier: %s_…", clip(one.id), one.prefix)
		}
		says = append(says, one.word+" "+one.id)
	}
	if c.Status != "" {
		if c.Status != StageOpen && c.Status != StageWon && c.Status != StageLost {
			r.faults.Add(at+"/status", CodeNotAllowed, "status is open, won or lost.")
		}
		says = append(says, "status "+string(c.Status))
	}
	if c == (SegmentDeal{}) {
		r.faults.Add(at, CodeRequired, "It takes pipelineId, stageId or status, or several of them.")
	}
	return segmentNode{says: "has a deal with " + strings.Join(says, " and "),
		test: func(f *SegmentFacts) bool {
			return slices.ContainsFunc(f.Deals, func(d SegmentDeal) bool {
				return (c.PipelineID == "" || c.PipelineID == d.PipelineID) && (c.StageID == "" || c.StageID == d.StageID) && (c.Status == "" || c.Status == d.Status)
			})
		},
		shows: func(f *SegmentFacts) string {
			var out []string
			for _, d := range f.Deals {
				out = append(out, string(d.Status)+" on stage "+d.StageID+" of "+d.PipelineID)
			}
			return orNone(listed(out), "no deals")
		}}
}

func (r *segmentReader) name(c SegmentName, at string) segmentNode {
	text := strings.ToLower(c.Contains)
	if strings.TrimSpace(text) == "" || utf8.RuneCountInString(text) > maxSegmentText {
		r.faults.Add(at+"/contains", CodeRequired, "contains is required and has 1 to %d characters.", maxSegmentText)
	}
	return segmentNode{says: "name contains " + c.Contains,
		test:  func(f *SegmentFacts) bool { return strings.Contains(strings.ToLower(f.Contact.Name), text) },
		shows: func(f *SegmentFacts) string { return orNone(f.Contact.Name, "no name") }}
}

func (r *segmentReader) country(c SegmentCountry, at string) segmentNode {
	r.texts(c.AnyOf, at+"/anyOf", "anyOf", func(s string) string {
		return unless(s != "" && digits(s) == s && s[0] != '0' && callingCode(s+"00") == len(s), "is no country calling code such as 49 or 1")
	})
	of := func(f *SegmentFacts) string {
		all := digits(f.Contact.Phone)
		if all == "" {
			return ""
		}
		return all[:callingCode(all)]
	}
	return segmentNode{says: "country calling code is one of " + listed(c.AnyOf),
		test:  func(f *SegmentFacts) bool { return slices.Contains(c.AnyOf, of(f)) },
		shows: func(f *SegmentFacts) string { return orNone(of(f), "no phone number") }}
}

func (r *segmentReader) field(c SegmentField, at string) segmentNode {
	n := segmentNode{}
	i := slices.IndexFunc(r.fields, func(d CustomField) bool { return d.Key == c.Key })
	switch {
	case c.Key == "":
		r.faults.Add(at+"/key", CodeRequired, "key is required: that of a custom field.")
		return n
	case i < 0:
		r.faults.Add(at+"/key", CodeUnknownField, "This workspace has no custom field %q.", clip(c.Key))
		return n
	}
	d := r.fields[i]
	if !r.one(at, "is, isNot, anyOf, exists, contains, atLeast with atMost, and after with before", c.Is != nil, c.IsNot != nil, c.AnyOf != nil, c.Exists != nil,
		c.Contains != "", c.AtLeast != nil || c.AtMost != nil, c.After != "" || c.Before != "") {
		return n
	}
	has := func(f *SegmentFacts) string { return f.Contact.Values[d.Number] }
	n.shows = func(f *SegmentFacts) string { return orNone(has(f), "no value") }
	switch {
	case c.Is != nil:
		want := SearchText(r.value(d, c.Is, at+"/is"))
		n.narrow = SegmentNarrow{Number: d.Number, Value: want}
		n.says, n.test = d.Key+" is "+fmt.Sprint(c.Is), func(f *SegmentFacts) bool { return has(f) != "" && SearchText(has(f)) == want }
	case c.IsNot != nil:
		want := SearchText(r.value(d, c.IsNot, at+"/isNot"))
		n.says, n.test = d.Key+" is not "+fmt.Sprint(c.IsNot), func(f *SegmentFacts) bool { return has(f) == "" || SearchText(has(f)) != want }
	case c.AnyOf != nil:
		n.says, n.test = r.fieldAnyOf(d, c.AnyOf, at+"/anyOf", has)
	case c.Exists != nil:
		n.says = map[bool]string{true: d.Key + " has a value", false: d.Key + " has no value"}[*c.Exists]
		n.test = func(f *SegmentFacts) bool { return (has(f) != "") == *c.Exists }
	case c.Contains != "":
		if d.Type != FieldText && d.Type != FieldURL {
			r.faults.Add(at+"/contains", CodeNotAllowed, "contains is for fields of type text and url; %s is a %s.", d.Key, d.Type)
		}
		want := strings.ToLower(c.Contains)
		n.says, n.test = d.Key+" contains "+c.Contains, func(f *SegmentFacts) bool { return strings.Contains(strings.ToLower(has(f)), want) }
	case c.AtLeast != nil || c.AtMost != nil:
		n.says, n.test = r.numbers(d, c, at, has)
	default:
		n.says, n.test = r.days(d, c, at, has)
	}
	return n
}

// value is a value of a condition in the form in which values are stored.
func (r *segmentReader) value(d CustomField, given any, at string) string {
	text, ok := d.text(given)
	if !ok {
		r.faults.Add(at, CodeWrongType, "%s is a %s.", d.Key, d.jsonType())
		return ""
	}
	value, reason := d.Parse(text)
	switch {
	case reason != "":
		r.faults.Add(at, CodeParameterInvalid, "%s %s.", d.Key, reason)
	case value == "":
		r.faults.Add(at, CodeRequired, "A value is required; exists asks whether there is one.")
	}
	return value
}

func (r *segmentReader) fieldAnyOf(d CustomField, list []any, at string, has func(*SegmentFacts) string) (string, func(*SegmentFacts) bool) {
	if len(list) == 0 || len(list) > maxSegmentValues {
		r.faults.Add(at, CodeOutOfRange, "anyOf has 1 to %d entries.", maxSegmentValues)
		return "", nil
	}
	want, words := map[string]bool{}, []string{}
	for i, one := range list {
		want[SearchText(r.value(d, one, at+Pointer(i)))] = true
		words = append(words, fmt.Sprint(one))
	}
	return d.Key + " is one of " + listed(words), func(f *SegmentFacts) bool { return has(f) != "" && want[SearchText(has(f))] }
}

func (r *segmentReader) numbers(d CustomField, c SegmentField, at string, has func(*SegmentFacts) string) (string, func(*SegmentFacts) bool) {
	var says []string
	bound := func(name, word string, given any) *big.Rat {
		if given == nil {
			return nil
		}
		if d.Type != FieldNumber {
			r.faults.Add(at+"/"+name, CodeNotAllowed, "%s is for fields of type number; %s is a %s.", name, d.Key, d.Type)
			return nil
		}
		value := r.value(d, given, at+"/"+name)
		says = append(says, word+" "+value)
		out, _ := new(big.Rat).SetString(value)
		return out
	}
	least, most := bound("atLeast", "at least", c.AtLeast), bound("atMost", "at most", c.AtMost)
	if least != nil && most != nil && least.Cmp(most) > 0 {
		r.faults.Add(at+"/atMost", CodeOutOfRange, "atMost must not be less than atLeast.")
	}
	return d.Key + " is " + strings.Join(says, " and "), func(f *SegmentFacts) bool {
		v, ok := new(big.Rat).SetString(has(f))
		return ok && (least == nil || v.Cmp(least) >= 0) && (most == nil || v.Cmp(most) <= 0)
	}
}

func (r *segmentReader) days(d CustomField, c SegmentField, at string, has func(*SegmentFacts) string) (string, func(*SegmentFacts) bool) {
	var says []string
	bound := func(name, given string) string {
		if given == "" {
			return ""
		}
		if d.Type != FieldDate {
			r.faults.Add(at+"/"+name, CodeNotAllowed, "%s is for fields of type date; %s is a %s.", name, d.Key, d.Type)
			return ""
		}
		day := r.value(d, given, at+"/"+name)
		says = append(says, name+" "+day)
		return day
	}
	after, before := bound("after", c.After), bound("before", c.Before)
	if after != "" && before != "" && after >= before {
		r.faults.Add(at+"/before", CodeOutOfRange, "before must be later than after.")
	}
	return d.Key + " is " + strings.Join(says, " and "), func(f *SegmentFacts) bool {
		v := has(f)
		return v != "" && (after == "" || v > after) && (before == "" || v < before)
	}
}
