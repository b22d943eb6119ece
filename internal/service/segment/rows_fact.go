package segment

import (
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
)

// fact is a statement about contacts from one identifier to another, $2 and $3, and at
// most $4 rows: all there is of them, and what of it is in the reach from $5 on.
type fact struct{ all, reached *db.Stmt }

// newFact makes both statements; {reach} in text is where the condition stands. index is
// what they go by.
func newFact(text, condition, index string) fact {
	with := func(condition string) string { return strings.Replace(text, "{reach}", condition, 1) }
	return fact{all: db.SQL(with("")).ByOnPostgres(index), reached: db.SQL(with(" AND " + condition))}
}

var (
	lastSeenFact = newFact(`SELECT v.contact_id, max(v.last_inbound_at) FROM conversations v INDEXED BY conversations_pair
		WHERE v.workspace_id = $1 AND v.contact_id >= $2 AND v.contact_id <= $3 AND v.joined_to = ''{reach} GROUP BY v.contact_id ORDER BY v.contact_id LIMIT $4`,
		reach.Where("v", 5), "conversations_pair")
	// That there is a record; which one decides, contacts themselves say.
	consentSQL = db.SQL(`SELECT contact_id, purpose FROM consent_records INDEXED BY consent_records_fact
		WHERE workspace_id = $1 AND contact_id >= $2 AND contact_id <= $3 GROUP BY contact_id, purpose ORDER BY contact_id, purpose LIMIT $4`).
		By("consent_records_fact").ByOnPostgres("consent_records_fact")
	dealFact = newFact(`SELECT d.contact_id, d.pipeline_id, d.stage_id, d.status FROM deals d INDEXED BY deals_contact
		WHERE d.workspace_id = $1 AND d.contact_id >= $2 AND d.contact_id <= $3 AND d.contact_id <> ''{reach} ORDER BY d.contact_id, d.id LIMIT $4`,
		reach.OfDeal("d.workspace_id", "d.id", 5), "deals_contact")
	// CROSS JOIN keeps SQLite from beginning with the deals.
	besideFact = newFact(`SELECT x.contact_id, d.pipeline_id, d.stage_id, d.status FROM deal_contacts x INDEXED BY deal_contacts_contact CROSS JOIN deals d
		WHERE x.workspace_id = $1 AND x.contact_id >= $2 AND x.contact_id <= $3 AND d.workspace_id = x.workspace_id AND d.id = x.deal_id{reach} ORDER BY x.contact_id, x.deal_id LIMIT $4`,
		reach.OfDeal("d.workspace_id", "d.id", 5), "deal_contacts_contact")
)

// maxFacts bounds what one statement returns of the contacts of a page.
const maxFacts = 100_000

// factReader reads what a filter looks at of the contacts of one page.
type factReader struct {
	tx          *db.Tx
	workspaceID string
	reach       crm.Reach
	// near says that the contacts of the page are all that there are between the first
	// and the last one.
	near  bool
	facts []crm.SegmentFacts
	of    map[string]*crm.SegmentFacts // those of somebody who was merged are the contact's
	spans [][2]string
}

// factsOf returns what a filter looks at of contacts, in their order. Beyond the reach
// nobody wrote, and there are no deals.
func factsOf(tx *db.Tx, workspaceID string, r crm.Reach, contacts []crm.Contact, needs crm.SegmentNeeds, near bool) ([]crm.SegmentFacts, error) {
	f := factReader{tx: tx, workspaceID: workspaceID, reach: r, near: near, facts: make([]crm.SegmentFacts, len(contacts))}
	for i, c := range contacts {
		f.facts[i].Contact = c
	}
	if needs.None() || len(contacts) == 0 {
		return f.facts, nil
	}
	err := f.prepare(contacts)
	if err == nil && needs.LastSeen {
		err = f.lastSeen()
	}
	if err == nil && needs.Consent {
		err = f.consent()
	}
	if err == nil && needs.Deals {
		err = f.deals(dealFact)
	}
	if err == nil && needs.Deals {
		err = f.deals(besideFact)
	}
	for i := 0; err == nil && i < len(needs.Deeds); i++ {
		err = f.deed(needs.Deeds[i])
	}
	return f.facts, err
}

// prepare finds out whose rows are looked for: also those of who was merged into the
// contacts.
func (f *factReader) prepare(contacts []crm.Contact) error {
	ids := make([]string, len(contacts))
	f.of = make(map[string]*crm.SegmentFacts, len(contacts))
	for i, c := range contacts {
		ids[i], f.of[c.ID] = c.ID, &f.facts[i]
		if !f.near {
			f.spans = append(f.spans, [2]string{c.ID, c.ID})
		}
	}
	if f.near {
		f.spans = append(f.spans, [2]string{ids[0], ids[len(ids)-1]})
	}
	merged, err := contact.MergedInto(f.tx, f.workspaceID, ids, f.near)
	for id, gone := range merged {
		for _, other := range gone {
			f.of[other] = f.of[id]
			f.spans = append(f.spans, [2]string{other, other})
		}
	}
	return err
}

// each reads the rows of a statement, those of the contacts of the page.
func (f *factReader) each(which *db.Stmt, reached bool, read func(db.Row) error, more ...any) error {
	asked := make([][]any, len(f.spans))
	for i, s := range f.spans {
		asked[i] = append([]any{f.workspaceID, s[0], s[1], maxFacts}, more...)
		if reached {
			asked[i] = append(asked[i], reach.Args(f.reach)...)
		}
	}
	return f.tx.EachOf(which, asked, func(_ int, r db.Row) error { return read(r) })
}

func (f *factReader) fact(which fact, read func(db.Row) error, more ...any) error {
	if f.reach.IsWhole() {
		return f.each(which.all, false, read, more...)
	}
	return f.each(which.reached, true, read, more...)
}

func (f *factReader) lastSeen() error {
	return f.fact(lastSeenFact, func(r db.Row) error {
		var id string
		var at int64
		err := r.Scan(&id, &at)
		if of := f.of[id]; of != nil && at > 0 && db.At(at).After(of.LastSeen) {
			of.LastSeen = db.At(at)
		}
		return err
	})
}

func (f *factReader) consent() error {
	return f.each(consentSQL, false, func(r db.Row) error {
		var id, purpose string
		err := r.Scan(&id, &purpose)
		if of := f.of[id]; of != nil {
			if of.Asked == nil {
				of.Asked = map[crm.ConsentPurpose]bool{}
			}
			of.Asked[crm.ConsentPurpose(purpose)] = true
		}
		return err
	})
}

func (f *factReader) deals(which fact) error {
	return f.fact(which, func(r db.Row) error {
		var id, status string
		var d crm.SegmentDeal
		err := r.Scan(&id, &d.PipelineID, &d.StageID, &status)
		if of := f.of[id]; of != nil {
			d.Status = crm.StageKind(status)
			of.Deals = append(of.Deals, d)
		}
		return err
	})
}
