package deployment

import (
	"time"

	"service.example/crm/internal/db"
)

// What follows the logs, in the order of the columns of readSQL. Charges and reports
// have queues of their own beside them.
const (
	readerSearch = iota
	readerNotifications
	readerReports
	readerTemplates
	readerBroadcasts
	readerDealRules
	readerProposals
	readerCharges
)

// readOf looks at a page of workspaces, from $1 on: where the log ends and how far each
// reader is; -1 for one that does not follow the log. head is the end of a log.
func readOf(head, join string) string {
	return `SELECT w.id, ` + head + `, coalesce(s.position, 0), coalesce(n.position, 0), coalesce(r.position, 0), coalesce(t.position, 0),
			coalesce(b.position, -1), coalesce(d.position, -1), coalesce(p.position, -1)
		FROM (SELECT id FROM workspaces WHERE id > $1 ORDER BY id LIMIT $2) w` + join + `
		LEFT JOIN search_positions s ON s.workspace_id = w.id
		LEFT JOIN notification_positions n ON n.workspace_id = w.id
		LEFT JOIN report_positions r ON r.workspace_id = w.id
		LEFT JOIN template_positions t ON t.workspace_id = w.id
		LEFT JOIN broadcast_positions b ON b.workspace_id = w.id
		LEFT JOIN deal_rule_positions d ON d.workspace_id = w.id AND d.active = 1
		LEFT JOIN proposal_positions p ON p.workspace_id = w.id AND p.active = 1`
}

var (
	readEmbeddedSQL = db.EmbeddedSQL(readOf(`coalesce((SELECT e.position FROM events e WHERE e.workspace_id = w.id ORDER BY e.position DESC LIMIT 1), 0)`, "")).
			Unlimited("a page of workspaces").AcrossWorkspaces("figures of the deployment")
	readPostgresSQL = db.PostgresSQL(readOf(`coalesce(h.position, 0)`, ` LEFT JOIN log_heads h ON h.workspace_id = w.id`)).
			Unlimited("a page of workspaces").AcrossWorkspaces("figures of the deployment")
	unreadSQL = db.SQL(`SELECT created_at FROM events WHERE workspace_id = $1 AND position > $2 ORDER BY position LIMIT 1`)

	nextFactsSQL   = db.SQL(`SELECT workspace_id, at FROM charge_facts WHERE workspace_id > $1 ORDER BY workspace_id, at LIMIT 1`).AcrossWorkspaces("figures of the deployment").Unlimited("one row by the primary key")
	oldestQueueSQL = db.SQL(`SELECT number FROM report_queue ORDER BY number LIMIT 1`).By("report_queue_age").ByOnPostgres("report_queue_age").AcrossWorkspaces("figures of the deployment")
)

const (
	pageSize = 500
	// mostAsked is of how many workspaces it is asked since when a reader is behind.
	mostAsked = 200
)

// look is a walk over the logs.
type look struct{ readers []Reader }

func newLook() *look {
	return &look{[]Reader{
		readerSearch:        {Name: "search", Duty: "search index"},
		readerNotifications: {Name: "notifications", Duty: "notifications"},
		readerReports:       {Name: "reports"},
		readerTemplates:     {Name: "template_statistics", Duty: "template statistics"},
		readerBroadcasts:    {Name: "broadcasts", Duty: "broadcasts"},
		readerDealRules:     {Name: "deal_rules", Duty: "deal rules"},
		readerProposals:     {Name: "proposals", Duty: "proposals"},
		readerCharges:       {Name: "charges", Duty: "charges"},
	}}
}

// behind is a reader that has not read all of a log.
type behind struct {
	reader      int
	workspaceID string
	read        int64
}

// page looks at the next workspaces and returns the last one, and whether there are more.
func (l *look) page(tx *db.Tx, after string) (last string, more bool, err error) {
	which := readEmbeddedSQL
	if tx.OnPostgres() {
		which = readPostgresSQL
	}
	var list []behind
	n := 0
	err = tx.Each(which, func(r db.Row) error {
		var id string
		var head int64
		var read [readerCharges]int64
		to := []any{&id, &head}
		for i := range read {
			to = append(to, &read[i])
		}
		err := r.Scan(to...)
		last, n = id, n+1
		for i, at := range read {
			if at >= 0 && at < head {
				list = append(list, behind{i, id, at})
			}
		}
		return err
	}, after, pageSize)
	for _, b := range list {
		if err == nil {
			err = l.add(tx, b)
		}
	}
	return last, n == pageSize, err
}

func (l *look) add(tx *db.Tx, b behind) error {
	r := &l.readers[b.reader]
	if r.Behind++; r.Behind > mostAsked {
		return nil
	}
	var at int64
	found, err := tx.One(unreadSQL, []any{&at}, b.workspaceID, b.read)
	if found {
		r.since(db.At(at))
	}
	return err
}

func (r *Reader) since(at time.Time) {
	if r.OldestAt.IsZero() || at.Before(r.OldestAt) {
		r.OldestAt = at
	}
}

// queues looks at what is stored to be booked or counted.
func (l *look) queues(tx *db.Tx) error {
	charges := &l.readers[readerCharges]
	for id := ""; charges.Behind < mostAsked; charges.Behind++ {
		var at int64
		found, err := tx.One(nextFactsSQL, []any{&id, &at}, id)
		if err != nil {
			return err
		}
		if !found {
			break
		}
		charges.since(db.At(at))
	}
	var number int64
	found, err := tx.One(oldestQueueSQL, []any{&number})
	if found {
		l.readers[readerReports].since(db.NumberTime(number))
	}
	return err
}
