package crm

import (
	"slices"
	"strings"
	"time"
)

// SegmentFacts are what a filter looks at of one contact.
type SegmentFacts struct {
	Contact Contact
	// Asked are the purposes about which the ledger has something.
	Asked map[ConsentPurpose]bool
	// LastSeen is when the contact last wrote; zero for never.
	LastSeen time.Time
	Deals    []SegmentDeal // each with all of its fields
	// Did is when the contact last did what is asked for, where it did.
	Did map[SegmentDeed]time.Time
}

// consent is how the contact stands to a purpose.
func (f *SegmentFacts) consent(p ConsentPurpose) ConsentState {
	refused, asked := f.Contact.RefusesAllAt, f.Asked[PurposeAll]
	if p == PurposeMarketing {
		refused, asked = f.Contact.OptedOutAt, asked || f.Asked[PurposeMarketing]
	}
	switch {
	case refused != nil:
		return ConsentOptedOut
	case asked:
		return ConsentOptedIn
	}
	return ConsentUnknown
}

// SegmentNeeds say which facts a filter looks at, beside the contact.
type SegmentNeeds struct {
	Consent, LastSeen, Deals bool
	Deeds                    []SegmentDeed
}

// None reports whether the contact is enough.
func (n SegmentNeeds) None() bool {
	return !n.Consent && !n.LastSeen && !n.Deals && len(n.Deeds) == 0
}

// SegmentMatcher is a filter that was checked, as of one time.
type SegmentMatcher struct {
	root  segmentNode
	needs SegmentNeeds
	ever  []SegmentDeed
}

// segmentNode is a group of filters, or a condition.
type segmentNode struct {
	group    string // all, any or not; "" for a condition
	children []segmentNode

	path string
	says string
	test func(*SegmentFacts) bool
	// shows is what the contact has there, in plain words.
	shows func(*SegmentFacts) string
	// narrow is what each contact has for whom the condition holds, where it is simple.
	narrow SegmentNarrow
}

// SegmentPart is what became of one condition for one contact.
type SegmentPart struct {
	// Path is the pointer to the condition in the filter.
	Path string
	// Condition says in plain words what is asked for, Value what the contact has.
	Condition, Value string
	Matched          bool
}

// Matcher returns the filter as it is asked at a time, or every fault of it, below
// /filter. A custom field that is gone is one.
func (s SegmentFilter) Matcher(fields []CustomField, now time.Time) (*SegmentMatcher, error) {
	r := segmentReader{fields: fields, now: now}
	m := &SegmentMatcher{root: r.node(s, "/filter", 0)}
	if r.conditions > MaxSegmentConditions {
		r.faults.Add("/filter", CodeOutOfRange, "filter may have at most %d conditions; it has %d.", MaxSegmentConditions, r.conditions)
	}
	m.needs, m.ever = r.needs, r.ever
	return m, r.faults.Err()
}

// Needs are the facts that Match looks at.
func (m *SegmentMatcher) Needs() SegmentNeeds { return m.needs }

// NeedsToExplain are the facts that Explain looks at: also what was done at other times.
func (m *SegmentMatcher) NeedsToExplain() SegmentNeeds {
	out := m.needs
	out.Deeds = slices.Clone(out.Deeds)
	for _, d := range m.ever {
		out.Deeds = addDeed(out.Deeds, d)
	}
	return out
}

// Match reports whether the filter holds for a contact. One that was merged into another
// is in no segment.
func (m *SegmentMatcher) Match(f *SegmentFacts) bool {
	return f.Contact.MergedInto == "" && m.root.holds(f)
}

// Explain says of each condition whether it holds for a contact.
func (m *SegmentMatcher) Explain(f *SegmentFacts) (out []SegmentPart) {
	m.root.each(func(n *segmentNode) {
		out = append(out, SegmentPart{Path: n.path, Condition: n.says, Value: n.shows(f), Matched: n.test(f)})
	})
	return out
}

// SegmentNarrow is a tag, or the value of a field by number, that every contact of a
// segment has; empty where there is none.
type SegmentNarrow struct {
	Tag    string
	Number int
	Value  string
}

// Narrowest is by what the contacts of the segment are found soonest.
func (m *SegmentMatcher) Narrowest() (out SegmentNarrow) {
	nodes := []segmentNode{m.root}
	if m.root.group == groupAll {
		nodes = m.root.children
	}
	for _, n := range nodes {
		if n.narrow.Number != 0 {
			return n.narrow
		}
		if out == (SegmentNarrow{}) {
			out = n.narrow
		}
	}
	return out
}

const (
	groupAll = "all"
	groupAny = "any"
	groupNot = "not"
)

func (n *segmentNode) holds(f *SegmentFacts) bool {
	switch n.group {
	case groupAll:
		for i := range n.children {
			if !n.children[i].holds(f) {
				return false
			}
		}
		return true
	case groupAny:
		for i := range n.children {
			if n.children[i].holds(f) {
				return true
			}
		}
		return false
	case groupNot:
		return !n.children[0].holds(f)
	}
	return n.test(f)
}

func (n *segmentNode) each(tell func(*segmentNode)) {
	if n.group == "" {
		tell(n)
	}
	for i := range n.children {
		n.children[i].each(tell)
	}
}

// segmentReader reads a filter and notes every fault of it.
type segmentReader struct {
	fields     []CustomField
	now        time.Time
	needs      SegmentNeeds
	ever       []SegmentDeed // those of needs, at any time
	conditions int
	faults     Faults
}

// segmentKeys are the keys of a filter in the order in which they are named.
const segmentKeys = "all, any, not, field, tag, consent, lastSeen, created, deal, bought, answered, opened, name, country"

func (r *segmentReader) node(s SegmentFilter, at string, depth int) segmentNode {
	groups := []struct {
		name string
		list []SegmentFilter
		set  bool
	}{{groupAll, s.All, s.All != nil}, {groupAny, s.Any, s.Any != nil}, {groupNot, nil, s.Not != nil}}
	keys, n := 0, segmentNode{}
	for _, g := range groups {
		if !g.set {
			continue
		}
		if keys++; depth == MaxSegmentDepth {
			r.faults.Add(at, CodeOutOfRange, "Groups may stand in each other %d times at most.", MaxSegmentDepth)
			return n
		}
		n.group, n.children = g.name, nil
		if g.name == groupNot {
			n.children = []segmentNode{r.node(*s.Not, at+"/not", depth+1)}
			continue
		}
		if len(g.list) == 0 || len(g.list) > MaxSegmentConditions {
			r.faults.Add(at+"/"+g.name, CodeOutOfRange, "%s has 1 to %d filters.", g.name, MaxSegmentConditions)
			continue
		}
		for i, one := range g.list {
			n.children = append(n.children, r.node(one, at+Pointer(g.name, i), depth+1))
		}
	}
	condition := func(name string, read func(at string) segmentNode) {
		keys++
		r.conditions++
		n = read(at + "/" + name)
		n.path = strings.TrimPrefix(at+"/"+name, "/filter")
	}
	r.each(s, condition)
	if keys != 1 {
		r.faults.Add(at, CodeParameterInvalid, "A filter has exactly one of the keys %s.", segmentKeys)
	}
	return n
}

// each tells of the conditions that are given, by name.
func (r *segmentReader) each(s SegmentFilter, tell func(string, func(at string) segmentNode)) {
	if s.Field != nil {
		tell("field", func(at string) segmentNode { return r.field(*s.Field, at) })
	}
	if s.Tag != nil {
		tell("tag", func(at string) segmentNode { return r.tag(*s.Tag, at) })
	}
	if s.Consent != nil {
		tell("consent", func(at string) segmentNode { return r.consent(*s.Consent, at) })
	}
	if s.LastSeen != nil {
		tell("lastSeen", func(at string) segmentNode {
			r.needs.LastSeen = true
			return r.time(SegmentCreated(*s.LastSeen), at, "last wrote", "never wrote", func(f *SegmentFacts) time.Time { return f.LastSeen })
		})
	}
	if s.Created != nil {
		tell("created", func(at string) segmentNode {
			return r.time(*s.Created, at, "created", "", func(f *SegmentFacts) time.Time { return f.Contact.CreatedAt })
		})
	}
	if s.Deal != nil {
		tell("deal", func(at string) segmentNode { return r.deal(*s.Deal, at) })
	}
	if s.Bought != nil {
		tell("bought", func(at string) segmentNode { return r.bought(*s.Bought, at) })
	}
	if s.Answered != nil {
		tell("answered", func(at string) segmentNode { return r.broadcast(DeedAnswered, *s.Answered, at) })
	}
	if s.Opened != nil {
		tell("opened", func(at string) segmentNode { return r.broadcast(DeedOpened, *s.Opened, at) })
	}
	if s.Name != nil {
		tell("name", func(at string) segmentNode { return r.name(*s.Name, at) })
	}
	if s.Country != nil {
		tell("country", func(at string) segmentNode { return r.country(*s.Country, at) })
	}
}

// texts checks a list of a condition.
func (r *segmentReader) texts(list []string, at, what string, wrong func(string) string) {
	if len(list) == 0 || len(list) > maxSegmentValues {
		r.faults.Add(at, CodeOutOfRange, "%s has 1 to %d entries.", what, maxSegmentValues)
		return
	}
	for i, one := range list {
		if why := wrong(one); why != "" {
			r.faults.Add(at+Pointer(i), CodeNotAllowed, "%q %s.", clip(one), why)
		}
	}
}

// one adds a fault unless exactly one of what a condition may say is said.
func (r *segmentReader) one(at, keys string, said ...bool) bool {
	n := 0
	for _, is := range said {
		if is {
			n++
		}
	}
	if n != 1 {
		r.faults.Add(at, CodeParameterInvalid, "It takes exactly one of %s.", keys)
	}
	return n == 1
}

// listed are values as a sentence lists them, the first few.
func listed(values []string) string {
	if len(values) > shownOptions {
		return strings.Join(values[:shownOptions], ", ") + ", …"
	}
	return strings.Join(values, ", ")
}

func orNone(text, none string) string {
	if text == "" {
		return none
	}
	return text
}

func plainContains(list []string) func(string) bool {
	return func(s string) bool { return slices.Contains(list, s) }
}
