package segment

import (
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/deal"
)

// MaxLooked is how many contacts one page of members looks at, at most.
const MaxLooked = 1000

// Explanation says whether a contact is in a segment, and why.
type Explanation struct {
	ContactID string
	Matched   bool
	Parts     []crm.SegmentPart
}

// FilterOf returns the filter of a segment, or a KindNotFound error.
func FilterOf(tx *db.Tx, workspaceID, segmentID string) (crm.SegmentFilter, error) {
	s, err := segment(tx, selectSQL, workspaceID, segmentID)
	return s.Filter, err
}

// Check returns every fault of a filter, below /filter: also of what it names that is gone.
func Check(tx *db.Tx, workspaceID string, filter crm.SegmentFilter) error {
	if _, err := matcher(tx, workspaceID, filter); err != nil {
		return err
	}
	return checkNamed(tx, workspaceID, filter)
}

// Members looks at the contacts after an identifier, in the order of their identifiers,
// and returns those for whom a filter holds: of limit contacts, and of MaxLooked at most.
// next is where the next call goes on, "" at the end. A custom field that is gone is a
// fault of the filter.
func Members(tx *db.Tx, workspaceID string, filter crm.SegmentFilter, after string, limit int) (ids []string, next string, err error) {
	m, err := matcher(tx, workspaceID, filter)
	if err != nil {
		return nil, "", err
	}
	list, next, err := members(tx, workspaceID, crm.WholeReach(), m, after, limit)
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids, next, err
}

// Explain says of each condition of a filter whether it holds for a contact, or for the
// one that it was merged into.
func Explain(tx *db.Tx, workspaceID string, filter crm.SegmentFilter, contactID string) (e Explanation, err error) {
	c, err := contact.Contact(tx, workspaceID, contactID)
	if err != nil {
		return e, err
	}
	return explain(tx, workspaceID, crm.WholeReach(), filter, c)
}

func explain(tx *db.Tx, workspaceID string, r crm.Reach, filter crm.SegmentFilter, c crm.Contact) (e Explanation, err error) {
	m, err := matcher(tx, workspaceID, filter)
	if err != nil {
		return e, err
	}
	facts, err := factsOf(tx, workspaceID, r, []crm.Contact{c}, m.NeedsToExplain(), false)
	if err != nil {
		return e, err
	}
	e = Explanation{ContactID: c.ID, Matched: m.Match(&facts[0]), Parts: m.Explain(&facts[0])}
	names, err := namesOf(tx, workspaceID, m.Needs())
	if err != nil {
		return e, err
	}
	for i, p := range e.Parts {
		e.Parts[i].Condition, e.Parts[i].Value = names.Replace(p.Condition), names.Replace(p.Value)
	}
	return e, nil
}

// namesOf puts the names of pipelines, stages and broadcasts where their identifiers are.
func namesOf(tx *db.Tx, workspaceID string, needs crm.SegmentNeeds) (*strings.Replacer, error) {
	var names []string
	if needs.Deals {
		pipelines, err := deal.AllPipelines(tx, workspaceID)
		if err != nil {
			return nil, err
		}
		for _, p := range pipelines {
			names = append(names, p.ID, p.Name)
			for _, s := range p.Stages {
				names = append(names, s.ID, s.Name)
			}
		}
	}
	for _, d := range needs.Deeds {
		if d.Kind == crm.DeedBought || d.Of == "" {
			continue
		}
		name, found, err := broadcastName(tx, workspaceID, d.Of)
		if err != nil {
			return nil, err
		}
		if found {
			names = append(names, d.Of, name)
		}
	}
	return strings.NewReplacer(names...), nil
}

// matcher checks a filter against the custom fields as they are now.
func matcher(tx *db.Tx, workspaceID string, filter crm.SegmentFilter) (*crm.SegmentMatcher, error) {
	fields, err := contact.CustomFields(tx, workspaceID, crm.OfContacts)
	if err != nil {
		return nil, err
	}
	return filter.Matcher(fields, tx.Now())
}

// members is Members within a reach.
func members(tx *db.Tx, workspaceID string, r crm.Reach, m *crm.SegmentMatcher, after string, limit int) (out []crm.Contact, next string, err error) {
	way := contact.Walk(m.Narrowest())
	list, next, err := way.Next(tx, workspaceID, r, after, max(1, min(limit, MaxLooked)))
	if err != nil {
		return nil, "", err
	}
	facts, err := factsOf(tx, workspaceID, r, list, m.Needs(), !way.Narrow())
	for i := range facts {
		if m.Match(&facts[i]) {
			out = append(out, list[i])
		}
	}
	return out, next, err
}
