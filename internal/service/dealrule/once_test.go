package dealrule_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/service/dealrule"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/testkit/testdb"
	"service.example/crm/internal/testkit/testpg"
)

var (
	workspaceSQL = db.SQL(`INSERT INTO workspaces (id, name, live, created_at) VALUES ($1, 'W', FALSE, 0)`)
	labelSQL     = db.SQL(`INSERT INTO labels (workspace_id, id, name, name_key, color, created_by, created_at, updated_at) VALUES ($1, $2, $2, $2, '', 'system:', 0, 0)`)
	rewindSQL    = db.SQL(`UPDATE deal_rule_positions SET position = 0, event_id = '' WHERE workspace_id = $1`)
	forgetSQL    = db.SQL(`DELETE FROM deal_rule_runs WHERE workspace_id = $1`)
	bodiesSQL    = db.SQL(`SELECT position, id, kind, body FROM events WHERE workspace_id = $1 ORDER BY position`)
	madeSQL      = db.SQL(`SELECT conversation_id, created_by, title FROM deals WHERE workspace_id = $1`)
)

// office is a workspace in which things happen, with the rooms of several nodes.
type office struct {
	t      *testing.T
	bases  []*db.DB
	nodes  []*dealrule.Rules
	deals  *deal.Deals
	owner  crm.Actor
	stages []string
	labels []string
	cnvs   []contact.ListedConversation
	rules  []crm.DealRule
	failed atomic.Int64 // rounds, as the log says
}

// Write counts the rounds that failed.
func (o *office) Write(line []byte) (int, error) {
	if strings.Contains(string(line), "could not act on what happened") {
		o.failed.Add(1)
	}
	return len(line), nil
}

// openOffice opens a workspace on which n nodes work; on the embedded engine they are
// parts of one process.
func openOffice(t *testing.T, postgres bool, n int) *office {
	return openOfficeBy(t, postgres, n, nil)
}

// openOfficeBy is openOffice by another clock than the real one.
func openOfficeBy(t *testing.T, postgres bool, n int, now func() time.Time) *office {
	url := filepath.Join(t.TempDir(), "crm.db")
	if postgres {
		url = testpg.NewLike(t, testdb.Migrate)
	}
	o := &office{t: t, owner: crm.Insider("w", crm.ActorOperator, false)}
	for i := range n {
		if i == 0 || postgres {
			o.bases = append(o.bases, testdb.OpenBy(t, url, now))
		}
		p := core.Parts{DB: o.bases[len(o.bases)-1], Log: slog.New(slog.NewTextHandler(o, nil)), Calls: core.NewCalls(o.bases[len(o.bases)-1], nil)}
		o.nodes = append(o.nodes, dealrule.New(p, deal.New(p)))
		if i == 0 {
			o.deals = deal.New(p)
		}
	}
	o.update(func(tx *db.Tx) error {
		tx.Write(workspaceSQL, "w")
		for range 3 {
			id := tx.NewID(crm.PrefixLabel)
			o.labels = append(o.labels, id)
			tx.Write(labelSQL, "w", id)
		}
		for i := range 12 {
			c := crm.Contact{ID: tx.NewID(crm.PrefixContact), WorkspaceID: "w", Phone: fmt.Sprintf("+1415555%04d", i), Name: fmt.Sprintf("Contact %d", i), CreatedAt: tx.Now(), UpdatedAt: tx.Now()}
			v := contact.ListedConversation{CreatedAt: tx.Now()}
			v.ID, v.WorkspaceID, v.ContactID, v.PhoneNumberID = tx.NewID(crm.PrefixConversation), "w", c.ID, "num_1"
			o.cnvs = append(o.cnvs, v)
			if err := contact.SeedContacts(tx, []crm.Contact{c}, []contact.ListedConversation{v}); err != nil {
				return err
			}
		}
		return nil
	})
	p, err := o.deals.CreatePipeline(t.Context(), o.owner, crm.PipelineChange{Name: new("Sales"), Currency: new("EUR"), Stages: &[]crm.StageSpec{{Name: new("New")}, {Name: new("Offer")}}})
	o.must(err)
	for _, s := range p.Stages {
		o.stages = append(o.stages, s.ID)
	}
	return o
}

func (o *office) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

func (o *office) update(do func(tx *db.Tx) error) {
	o.t.Helper()
	o.must(o.bases[0].Update(context.Background(), "w", do))
}

// rule makes a rule.
func (o *office) rule(name string, trigger crm.DealTrigger, when crm.DealConditions, act crm.DealAct) crm.DealRule {
	o.t.Helper()
	r, err := o.nodes[0].Create(o.t.Context(), o.owner, crm.DealRuleChange{Name: &name, Trigger: &trigger, When: &when, Act: &act})
	o.must(err)
	o.rules = append(o.rules, r)
	return r
}

// happens lets something happen in a conversation; some of it rules did.
func (o *office) happens(r *rand.Rand, n int) {
	v, by := o.cnvs[r.IntN(len(o.cnvs))], crm.DoneBy{Type: crm.ActorUser, ID: "usr_1"}
	reason := crm.ReasonRequest
	switch r.IntN(6) {
	case 0:
		by, reason = crm.DoneBy{Type: crm.ActorSystem}, crm.ReasonEscalated
	case 1:
		by = crm.DoneBy{Type: crm.ActorSystem, ID: o.rules[0].ID}
	}
	of := crm.EventScope{PhoneNumberID: v.PhoneNumberID}
	o.update(func(tx *db.Tx) error {
		switch r.IntN(3) {
		case 0:
			added := []string{o.labels[r.IntN(len(o.labels))]}
			return event.AppendEvent(tx, crm.EventConversationLabels, "w", v.ID, of, crm.ConversationLabelsData{ConversationID: v.ID, ContactID: v.ContactID, LabelIDs: added, AddedLabelIDs: added, RemovedLabelIDs: []string{}, ChangedBy: by, Reason: reason})
		case 1:
			return event.AppendEvent(tx, crm.EventMessagesReceived, "w", v.ID, of, crm.MessageReceivedData{MessageID: fmt.Sprintf("wamid.%d", n/2), Type: "interactive", ConversationID: v.ID, ContactID: v.ContactID,
				Interactive: &crm.EventReply{Type: "button", ID: []string{"offer", "stop"}[r.IntN(2)], Title: "Offer"}, EventContent: crm.EventContent{Contacts: []crm.EventContact{}}})
		}
		return event.AppendEvent(tx, crm.EventConversationStatusUpdated, "w", v.ID, of, crm.ConversationStatusData{ConversationID: v.ID, ContactID: v.ContactID, FromStatus: "open", ToStatus: "closed", ChangedBy: by,
			Reason: reason, EpisodeID: fmt.Sprintf("eps_%d", n/3), CloseReason: "resolved"})
	})
}

// due recounts from the log, in another way than the rules do, how many deals each rule
// must have made.
func (o *office) due() map[string]int {
	out, once := map[string]int{}, map[string]bool{}
	o.must(o.bases[0].View(context.Background(), func(tx *db.Tx) error {
		return tx.Each(bodiesSQL, func(row db.Row) error {
			var position int64
			var id, kind string
			var body []byte
			if err := row.Scan(&position, &id, &kind, &body); err != nil {
				return err
			}
			seen := happening(id, kind, body)
			for _, r := range o.rules {
				mine := r.Act.Type == crm.DealActCreate && !seen.ours && string(r.Trigger) == seen.what && position > r.Since
				mine = mine && (len(r.When.LabelIDs) == 0 || slices.Contains(r.When.LabelIDs, seen.detail)) && (len(r.When.Payloads) == 0 || slices.Contains(r.When.Payloads, seen.detail))
				if key := r.ID + " " + seen.id; mine && !once[key] {
					once[key] = true
					out[r.ID]++
				}
			}
			return nil
		}, "w")
	}))
	return out
}

// made counts the deals that each rule made.
func (o *office) made() map[string]int {
	out := map[string]int{}
	o.must(o.bases[0].View(context.Background(), func(tx *db.Tx) error {
		return tx.Each(madeSQL, func(row db.Row) error {
			var conversation, by, title string
			err := row.Scan(&conversation, &by, &title)
			who, _ := crm.ParseDoneBy(by)
			out[who.ID]++
			return err
		}, "w")
	}))
	return out
}

func (o *office) faults() (out []string) {
	due, made := o.due(), o.made()
	for _, r := range o.rules {
		if due[r.ID] != made[r.ID] {
			out = append(out, fmt.Sprintf("%s made %d deals of %d triggers", r.Name, made[r.ID], due[r.ID]))
		}
	}
	return out
}

// caughtUp waits until all logs are read.
func (o *office) caughtUp() {
	o.t.Helper()
	o.awaits("the log is read", func() bool {
		behind, err := o.nodes[0].Behind(context.Background())
		if err != nil {
			o.t.Fatal(err)
		}
		return len(behind) == 0
	})
}

// awaits waits until a condition holds, which it asks for again and again.
func (o *office) awaits(what string, holds func() bool) {
	o.t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			o.t.Fatal("not within a minute: ", what)
		}
	}
}

// Nodes follow one log at once, while it is written, are killed and begin again, and
// read parts again that they have read: each rule acts on each trigger once. Then what
// they did is forgotten, to show that this is found.
func TestEachTriggerActsOnce(t *testing.T) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			o := openOffice(t, engine == "postgres", 3)
			create := func(title string) crm.DealAct {
				return crm.DealAct{Type: crm.DealActCreate, StageID: o.stages[0], Title: title}
			}
			o.rule("Labels", crm.DealOnLabel, crm.DealConditions{LabelIDs: o.labels[:2]}, create("{{contact.name}}"))
			o.rule("Buttons", crm.DealOnButton, crm.DealConditions{Payloads: []string{"offer"}}, create("{{button.title}} for {{contact.firstName}}"))
			o.rule("Closed", crm.DealOnClosed, crm.DealConditions{}, create("Again"))
			o.rule("Moves", crm.DealOnLabel, crm.DealConditions{LabelIDs: o.labels[2:]}, crm.DealAct{Type: crm.DealActMove, StageID: o.stages[1]})
			o.rule("More labels", crm.DealOnLabel, crm.DealConditions{LabelIDs: o.labels[1:]}, create("More"))

			ctx, stop := context.WithCancel(t.Context())
			var all sync.WaitGroup
			for i, node := range o.nodes {
				r := rand.New(rand.NewPCG(7, uint64(i)))
				all.Go(func() {
					for ctx.Err() == nil { // each life ends in the middle of something
						life, kill := context.WithTimeout(ctx, time.Duration(210+r.IntN(400))*time.Millisecond)
						_ = node.Follow(life, func() string { return "node" }) // as one, so that the lease keeps none away
						kill()
					}
				})
			}
			r := rand.New(rand.NewPCG(1, 2))
			for n := range 400 {
				if o.happens(r, n); n%40 == 39 {
					o.update(func(tx *db.Tx) error { tx.Write(rewindSQL, "w"); return nil })
				}
			}
			o.caughtUp()
			o.update(func(tx *db.Tx) error { tx.Write(rewindSQL, "w"); return nil })
			o.caughtUp()
			if faults := o.faults(); len(faults) > 0 || len(o.due()) != 4 {
				t.Errorf("of %v: %v", o.due(), faults)
			}
			o.update(func(tx *db.Tx) error { tx.Write(forgetSQL, "w"); tx.Write(rewindSQL, "w"); return nil })
			o.caughtUp()
			stop()
			all.Wait()
			if len(o.faults()) == 0 {
				t.Error("rules acted twice, and nobody noticed")
			}
		})
	}
}
