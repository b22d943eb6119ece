package dealrule_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/event"
	"service.example/crm/internal/service/message"
)

var (
	// A deal of this title is one that the database does not take.
	refuseEmbeddedSQL = db.EmbeddedSQL(`CREATE TRIGGER refuse_deal BEFORE INSERT ON deals WHEN NEW.title = 'Broken' BEGIN SELECT RAISE(ABORT, 'no such deal'); END`)
	faultEmbeddedSQL  = db.EmbeddedSQL(`CREATE TRIGGER refuse_deal BEFORE INSERT ON deals WHEN NEW.title = 'Broken' BEGIN SELECT abs(-9223372036854775807 - 1); END`)
	functionSQL       = db.PostgresSQL(`CREATE FUNCTION refuse_deal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION USING ERRCODE = TG_ARGV[0], MESSAGE = ''no such deal''; END'`)
	refusePostgresSQL = db.PostgresSQL(`CREATE TRIGGER refuse_deal BEFORE INSERT ON deals FOR EACH ROW WHEN (NEW.title = 'Broken') EXECUTE FUNCTION refuse_deal('23514')`)
	faultPostgresSQL  = db.PostgresSQL(`CREATE TRIGGER refuse_deal BEFORE INSERT ON deals FOR EACH ROW WHEN (NEW.title = 'Broken') EXECUTE FUNCTION refuse_deal('P0001')`)
	awayPostgresSQL   = db.PostgresSQL(`CREATE TRIGGER refuse_deal BEFORE INSERT ON deals FOR EACH ROW WHEN (NEW.title = 'Broken') EXECUTE FUNCTION refuse_deal('57P03')`)
	takeEmbeddedSQL   = db.EmbeddedSQL(`DROP TRIGGER refuse_deal`)
	takePostgresSQL   = db.PostgresSQL(`DROP TRIGGER refuse_deal ON deals`)
	runsOfSQL         = db.SQL(`SELECT trigger_id, outcome, facts FROM deal_rule_runs WHERE workspace_id = $1 AND rule_id = $2 ORDER BY id`)
	toldSQL           = db.SQL(`SELECT body FROM events WHERE workspace_id = $1 AND kind = 'deal_rule.failed' ORDER BY position`)
)

var (
	spoilRuleSQL    = db.SQL(`UPDATE deal_rules SET body = '{' WHERE workspace_id = $1 AND id = $2`)
	spoilMessageSQL = db.SQL(`UPDATE messages SET content = '{' WHERE workspace_id = $1 AND id = $2`)
)

// clock is a clock that a test moves.
type clock struct {
	mu    sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
}

// breaks lets the database not take some deals.
func (o *office) breaks(embedded *db.Stmt, postgres ...*db.Stmt) {
	o.t.Helper()
	list := []*db.Stmt{embedded}
	if o.bases[0].Engine() != "sqlite" {
		list = postgres
	}
	for _, stmt := range list {
		o.update(func(tx *db.Tx) error { _, err := tx.Exec(stmt); return err })
	}
}

func (o *office) mends() { o.t.Helper(); o.breaks(takeEmbeddedSQL, takePostgresSQL) }

// labels lets a label be added to each of some conversations.
func (o *office) label(n int) {
	o.t.Helper()
	for i := range n {
		v, added := o.cnvs[i], o.labels[:1]
		o.update(func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventConversationLabels, "w", v.ID, crm.EventScope{PhoneNumberID: v.PhoneNumberID}, crm.ConversationLabelsData{ConversationID: v.ID, ContactID: v.ContactID,
				LabelIDs: added, AddedLabelIDs: added, RemovedLabelIDs: []string{}, ChangedBy: crm.DoneBy{Type: crm.ActorUser, ID: "usr_1"}, Reason: crm.ReasonRequest})
		})
	}
}

// ran are the outcomes of a rule, the oldest first.
func (o *office) ran(r crm.DealRule) (out []string) {
	o.t.Helper()
	o.must(o.bases[0].View(context.Background(), func(tx *db.Tx) error {
		out = nil
		return tx.Each(runsOfSQL, func(row db.Row) error {
			var trigger, outcome, facts string
			err := row.Scan(&trigger, &outcome, &facts)
			out = append(out, outcome)
			return err
		}, "w", r.ID)
	}))
	return out
}

// told are the rules of which it was told that they cannot act.
func (o *office) told() (out []string) {
	o.t.Helper()
	o.must(o.bases[0].View(context.Background(), func(tx *db.Tx) error {
		return tx.Each(toldSQL, func(row db.Row) error {
			var body []byte
			if err := row.Scan(&body); err != nil {
				return err
			}
			var e struct{ Data crm.DealRuleFailedData }
			err := json.Unmarshal(body, &e)
			out = append(out, fmt.Sprintf("%s %s %s", e.Data.Name, e.Data.Outcome, e.Data.Code))
			return err
		}, "w")
	}))
	return out
}

func (o *office) expect(what string, got []string, want ...string) {
	o.t.Helper()
	if fmt.Sprint(got) != fmt.Sprint(want) {
		o.t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// follow lets one node follow the log until the test is over.
func (o *office) follow() {
	ctx, stop := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() { _ = o.nodes[0].Follow(ctx, func() string { return "node" }) })
	o.t.Cleanup(func() { stop(); done.Wait() })
}

func onBoth(t *testing.T, test func(o *office, c *clock)) {
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			c := &clock{}
			test(openOfficeBy(t, engine == "postgres", 1, c.now), c)
		})
	}
}

func (o *office) pair() (broken, sound crm.DealRule) {
	o.t.Helper()
	on := crm.DealConditions{LabelIDs: o.labels[:1]}
	broken = o.rule("First", crm.DealOnLabel, on, crm.DealAct{Type: crm.DealActCreate, StageID: o.stages[0], Title: "Broken"})
	return broken, o.rule("Second", crm.DealOnLabel, on, crm.DealAct{Type: crm.DealActCreate, StageID: o.stages[0], Title: "Sound"})
}

// An act that the database will never take is on record with its reason, is told of once,
// and leaves nothing; other rules and later triggers go on.
func TestAnActThatFailsHoldsUpNothing(t *testing.T) {
	onBoth(t, func(o *office, c *clock) {
		broken, sound := o.pair()
		o.breaks(refuseEmbeddedSQL, functionSQL, refusePostgresSQL)
		o.follow()
		o.label(3)
		o.caughtUp()
		o.expect("the broken rule", o.ran(broken), "failed", "failed", "failed")
		o.expect("the sound one", o.ran(sound), "created", "created", "created")
		o.expect("people are told", o.told(), "First failed internal")
		if made := o.made(); made[broken.ID] != 0 || made[sound.ID] != 3 {
			o.t.Errorf("the rules made %v", made)
		}
		c.move(25 * time.Hour)
		o.label(1)
		o.caughtUp()
		o.expect("it did not act since", o.told(), "First failed internal")
		o.mends()
		o.label(1)
		o.caughtUp()
		o.expect("what failed is not done later", o.ran(broken), "failed", "failed", "failed", "failed", "created")
		o.breaks(refuseEmbeddedSQL, refusePostgresSQL)
		o.label(1)
		o.caughtUp()
		o.expect("it acted since", o.told(), "First failed internal", "First failed internal")
		o.mends()
		o.label(1)
		o.breaks(refuseEmbeddedSQL, refusePostgresSQL)
		o.caughtUp()
		o.label(1)
		o.caughtUp()
		o.expect("not twice a day", o.told(), "First failed internal", "First failed internal")
	})
}

// A fault that nobody knows is tried again for a while, in order, and then held against
// the act.
func TestAnUnknownFaultIsTriedForAWhile(t *testing.T) {
	onBoth(t, func(o *office, c *clock) {
		broken, sound := o.pair()
		o.breaks(faultEmbeddedSQL, functionSQL, faultPostgresSQL)
		o.follow()
		o.label(1)
		o.mends()
		o.caughtUp()
		o.expect("it passed by itself", o.ran(broken), "created")
		o.breaks(faultEmbeddedSQL, faultPostgresSQL)
		o.label(2)
		o.awaits("it does not hold up the others", func() bool {
			c.move(5 * time.Second)
			return len(o.ran(sound)) >= 3
		})
		o.expect("it did not pass", o.ran(broken), "created", "failed", "failed")
		o.expect("people are told", o.told(), "First failed internal")
	})
}

// While the database is away nothing is held against a rule, and nothing overtakes what
// waits.
func TestWhatPassesIsTriedAgainInOrder(t *testing.T) {
	c := &clock{}
	o := openOfficeBy(t, true, 1, c.now)
	broken, sound := o.pair()
	o.breaks(nil, functionSQL, awayPostgresSQL)
	o.follow()
	o.label(2)
	o.awaits("rounds fail", func() bool {
		c.move(time.Hour)
		return o.failed.Load() >= 3
	})
	o.expect("nothing is done", append(o.ran(broken), o.ran(sound)...))
	o.mends()
	o.caughtUp()
	o.expect("all is done", append(o.ran(broken), o.ran(sound)...), "created", "created", "created", "created")
	o.expect("nobody is told", o.told())
}

// A rule that cannot be read does not act, and is on record once; other rules act, and
// people can remove it.
func TestARuleThatCannotBeReadHoldsUpNothing(t *testing.T) {
	onBoth(t, func(o *office, _ *clock) {
		broken, sound := o.pair()
		o.update(func(tx *db.Tx) error { tx.Write(spoilRuleSQL, "w", broken.ID); return nil })
		o.follow()
		o.label(2)
		o.caughtUp()
		o.expect("the broken rule", o.ran(broken), "failed")
		o.expect("the sound one", o.ran(sound), "created", "created")
		o.expect("people are told", o.told(), "A rule that cannot be read failed internal")
		o.label(1)
		o.caughtUp()
		o.expect("once", o.ran(broken), "failed")
		o.must(o.nodes[0].Delete(context.Background(), o.owner, broken.ID))
		o.label(1)
		o.caughtUp()
		o.expect("the sound one goes on", o.ran(sound), "created", "created", "created", "created")
	})
}

// Where it cannot be looked up which form a contact answered, the rules that ask for one
// say so; others act.
func TestAFormThatCannotBeLookedUpHoldsUpNothing(t *testing.T) {
	onBoth(t, func(o *office, _ *clock) {
		act := crm.DealAct{Type: crm.DealActCreate, StageID: o.stages[0], Title: "Form"}
		asks := o.rule("Asks", crm.DealOnForm, crm.DealConditions{FlowIDs: []string{"1234"}}, act)
		any := o.rule("Any", crm.DealOnForm, crm.DealConditions{}, act)
		v, id := o.cnvs[0], ""
		o.update(func(tx *db.Tx) error {
			id = tx.NewID(crm.PrefixMessage)
			m := &crm.Message{ID: id, WorkspaceID: "w", ConversationID: v.ID, ContactID: v.ContactID, PhoneNumberID: v.PhoneNumberID, Direction: crm.Outbound, Type: "interactive",
				Status: crm.StatusDelivered, ProviderMessageID: "wamid.form", CreatedAt: tx.Now()}
			message.InsertMessage(tx, m)
			return nil
		})
		o.update(func(tx *db.Tx) error { tx.Write(spoilMessageSQL, "w", id); return nil })
		o.follow()
		o.update(func(tx *db.Tx) error {
			return event.AppendEvent(tx, crm.EventMessagesReceived, "w", v.ID, crm.EventScope{PhoneNumberID: v.PhoneNumberID}, crm.MessageReceivedData{MessageID: "wamid.answer", Type: "interactive", ConversationID: v.ID, ContactID: v.ContactID,
				Interactive: &crm.EventReply{Type: "flow", Response: json.RawMessage(`{}`)}, EventContent: crm.EventContent{Contacts: []crm.EventContact{}, Context: &crm.EventContext{MessageID: "wamid.form"}}})
		})
		o.label(1)
		o.caughtUp()
		o.expect("who asks for a form", o.ran(asks), "failed")
		o.expect("who does not", o.ran(any), "created")
		o.expect("people are told", o.told(), "Asks failed internal")
	})
}
