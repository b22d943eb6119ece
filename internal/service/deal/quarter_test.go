package deal_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/deal"
	"service.example/crm/internal/testkit"
)

var (
	spoilMovedSQL = db.SQL(`UPDATE deal_movement_sums SET amount = amount + 1 WHERE workspace_id = $1 AND pipeline_id = $2 AND metric = 'bridge' AND span = 1440 AND part = 'won'`)
	spoilSlotSQL  = db.SQL(`UPDATE deal_sum_slots SET amount_minor = amount_minor + 1 WHERE workspace_id = $1 AND pipeline_id = $2 AND cell LIKE 's/%/KWD'`)
)

// quarter is a workspace in which people sell for a quarter of a year.
type quarter struct {
	*testkit.Kit
	t         *testing.T
	r         *rand.Rand
	room      *deal.Deals
	actor     crm.Actor
	owners    []string
	pipelines []crm.Pipeline
	reasons   []string // why deals are lost; "" for words alone
	deals     []string
}

func newQuarter(t *testing.T, k *testkit.Kit) *quarter {
	actor, err := k.App.Service.Access.Operator(context.Background(), k.WorkspaceID)
	k.Must(err)
	q := &quarter{Kit: k, t: t, r: rand.New(rand.NewPCG(3, 4)), room: k.App.Service.Deal, actor: actor}
	for range 3 {
		q.owners = append(q.owners, k.NewPerson(k.WorkspaceID, crm.RoleAgent).ID)
	}
	for _, name := range []string{"Sales", "Wholesale"} {
		var stages []crm.StageSpec
		for i, stage := range []string{"New", "Offer", "Talk"} {
			stages = append(stages, crm.StageSpec{Name: &stage, Forecast: &crm.ForecastCategories[1+i]})
		}
		p, err := q.room.CreatePipeline(t.Context(), actor, crm.PipelineChange{Name: &name, Currency: new("EUR"), Stages: &stages})
		k.Must(err)
		q.pipelines = append(q.pipelines, p)
	}
	q.reasons = []string{""}
	for _, name := range []string{"Price", "Time"} {
		r, err := q.room.CreateReason(t.Context(), actor, crm.StageLost, name)
		k.Must(err)
		q.reasons = append(q.reasons, r.ID)
	}
	return q
}

func pick[T any](q *quarter, list []T) T { return list[q.r.IntN(len(list))] }

func (q *quarter) amount() (amount, currency *string) {
	switch q.r.IntN(7) {
	case 0:
		return nil, nil
	case 1, 2:
		return new(fmt.Sprint(1 + q.r.IntN(900_000))), new("JPY")
	case 3, 4:
		return new(fmt.Sprintf("%d.%03d", q.r.IntN(9000), 1+q.r.IntN(999))), new("KWD")
	}
	return new(fmt.Sprintf("%d.%02d", q.r.IntN(9000), 1+q.r.IntN(99))), new("EUR")
}

func (q *quarter) day() *string {
	return new(q.Now().AddDate(0, 0, q.r.IntN(100)).UTC().Format(time.DateOnly))
}

// act lets somebody do something, whatever comes.
func (q *quarter) act() {
	ctx := context.Background()
	if len(q.deals) < 20 || q.r.IntN(4) == 0 {
		amount, currency := q.amount()
		p := pick(q, q.pipelines)
		n := deal.NewDeal{PipelineID: p.ID, StageID: pick(q, append(p.Stages, p.Stages[:3]...)).ID, Move: crm.DealMove{}, Change: crm.DealChange{Title: new(fmt.Sprint("Deal ", len(q.deals))), Amount: amount, Currency: currency}}
		if s, _ := p.Stage(n.StageID); s.Kind == crm.StageLost {
			n.Move.Note = "No"
		}
		if q.r.IntN(2) == 0 {
			n.Change.OwnerID, n.Change.ExpectedCloseOn = new(pick(q, q.owners)), q.day()
		}
		d, err := q.room.Create(ctx, q.actor, n)
		q.Must(err)
		q.deals = append(q.deals, d.ID)
		return
	}
	id := pick(q, q.deals)
	var err error
	switch q.r.IntN(8) {
	case 0, 1:
		ch := crm.DealChange{}
		if ch.Amount, ch.Currency = q.amount(); ch.Amount == nil {
			ch.Amount = new("")
		}
		_, err = q.room.Update(ctx, q.actor, id, ch, "")
	case 2:
		_, err = q.room.Update(ctx, q.actor, id, crm.DealChange{OwnerID: new(pick(q, append(q.owners, ""))), ExpectedCloseOn: q.day(), ForecastCategory: new(string(pick(q, []crm.ForecastCategory{"", "commit", "best_case"})))}, "")
	case 3:
		lines := []crm.DealLineSpec{{Name: "Chair", Quantity: fmt.Sprint(1 + q.r.IntN(9)), UnitAmount: "12", DiscountPercent: "0"}}
		_, err = q.room.ReplaceLines(ctx, q.actor, id, lines[:q.r.IntN(2)], pick(q, []string{"", "JPY", "KWD"}), "")
	default:
		p := pick(q, q.pipelines)
		m := crm.DealMove{ToStageID: pick(q, p.Stages).ID}
		if s, _ := p.Stage(m.ToStageID); s.Kind == crm.StageLost {
			m.LostReasonID, m.Note = pick(q, q.reasons), "Too dear"
		}
		_, err = q.room.Move(ctx, q.actor, id, m)
	}
	if refused := (*crm.Error)(nil); err != nil && !(errors.As(err, &refused) && refused.Kind == crm.KindInvalid) { // an amount that lines say, for example
		q.Must(err)
	}
}

// state is what a deal is worth, as the history says.
type state struct {
	at              int64
	stage, currency string
	kind            crm.StageKind
	owner, close    string
	category        string
	minor           int64
}

// past is what the history has of every deal, from its beginning.
func (q *quarter) past() map[string][]state {
	out := map[string][]state{}
	for _, row := range q.Rows("SELECT deal_id, at, facts FROM deal_history WHERE workspace_id = '%s' ORDER BY deal_id, number", q.WorkspaceID) {
		var f crm.DealHistoryFacts
		q.Must(json.Unmarshal([]byte(row["facts"].(string)), &f))
		id := row["deal_id"].(string)
		s := state{}
		if n := len(out[id]); n > 0 {
			s = out[id][n-1]
		}
		s.at = row["at"].(int64)
		if f.ToStage != nil {
			s.stage, s.kind = f.ToStage.ID, f.Status
		}
		text := crm.FormatMinor(s.minor, s.currency)
		for field, into := range map[string]*string{"currency": &s.currency, "ownerId": &s.owner, "expectedCloseOn": &s.close, "forecastCategory": &s.category, "amount": &text} {
			if c, changed := f.Changes[field]; changed {
				var value string
				q.Must(json.Unmarshal([]byte(db.Text(c.To)), &value))
				*into = value
			}
		}
		if s.minor = 0; text != "" && s.currency != "" {
			minor, reason := crm.ParseMinor(text, s.currency)
			if reason != "" {
				q.t.Fatalf("%s: %q %s", id, text, reason)
			}
			s.minor = minor
		}
		out[id] = append(out[id], s)
	}
	return out
}

// pipelineOf finds the pipeline of a stage.
func (q *quarter) pipelineOf(stage string) string {
	for _, p := range q.pipelines {
		if _, there := p.Stage(stage); there {
			return p.ID
		}
	}
	return ""
}

// before is what a deal was just before a moment; ok is false before it was made.
func before(list []state, at int64) (s state, ok bool) {
	for _, next := range list {
		if next.at >= at {
			break
		}
		s, ok = next, true
	}
	return s, ok
}

// worth counts one by one what open deals of a pipeline were worth before a moment.
func (q *quarter) worth(past map[string][]state, pipeline string, at int64) map[string]crm.Worth {
	out := map[string]crm.Worth{}
	for _, list := range past {
		if s, ok := before(list, at); ok && s.kind == crm.StageOpen && q.pipelineOf(s.stage) == pipeline {
			w := out[s.currency]
			out[s.currency] = crm.Worth{Deals: w.Deals + 1, Minor: w.Minor + s.minor}
		}
	}
	return out
}

// gains counts one by one what a day did to a pipeline by its sort: what came in by
// somebody's hand, and what was won and lost.
func (q *quarter) gains(past map[string][]state, pipeline string, from, to int64) map[string]int64 {
	out := map[string]int64{}
	for _, list := range past {
		for i, s := range list {
			if s.at < from || s.at >= to || q.pipelineOf(s.stage) != pipeline {
				continue
			}
			switch {
			case i == 0:
				out["new "+s.currency] += s.minor
				if s.kind != crm.StageOpen {
					out[string(s.kind)+" "+s.currency] -= s.minor
				}
			case list[i-1].kind != s.kind && s.kind != crm.StageOpen:
				out[string(s.kind)+" "+s.currency] -= s.minor
			}
		}
	}
	return out
}

// checkBridge says what of a bridge is not as the history has it.
func (q *quarter) checkBridge(past map[string][]state, p crm.Pipeline, query crm.PipelineQuery) (faults []string) {
	query.PipelineID = p.ID
	b, err := q.room.Bridge(context.Background(), q.actor, query)
	q.Must(err)
	same := func(what string, got, want map[string]crm.Worth) {
		empty := func(_ string, w crm.Worth) bool { return w == crm.Worth{} }
		maps.DeleteFunc(got, empty)
		if maps.DeleteFunc(want, empty); !maps.Equal(got, want) {
			faults = append(faults, fmt.Sprint(p.Name, " ", what, " is ", got, ", the history has ", want))
		}
	}
	for i, day := range append(slices.Clone(b.Days), b.Whole) {
		from, to := b.Bounds[0].UnixMilli(), b.Bounds[len(b.Bounds)-1].UnixMilli()
		if i < len(b.Days) {
			from, to = b.Bounds[i].UnixMilli(), b.Bounds[i+1].UnixMilli()
		}
		start, end, moved := map[string]crm.Worth{}, map[string]crm.Worth{}, map[string]int64{}
		for _, l := range day.Lines {
			start[l.Currency], end[l.Currency] = l.Start, l.End()
			for _, part := range []crm.MovementPart{crm.PartNew, crm.PartWon, crm.PartLost} {
				if n := l.Parts[part].Minor; n != 0 {
					moved[string(part)+" "+l.Currency] = n
				}
			}
		}
		same(day.Date+" start", start, q.worth(past, p.ID, from))
		same(day.Date+" end", end, q.worth(past, p.ID, to))
		want := q.gains(past, p.ID, from, to)
		if maps.DeleteFunc(want, func(_ string, n int64) bool { return n == 0 }); !maps.Equal(moved, want) {
			faults = append(faults, fmt.Sprint(p.Name, " ", day.Date, " has ", moved, ", the history ", want))
		}
	}
	return faults
}

// checkItems holds the items of every number of a bridge against the number.
func (q *quarter) checkItems(p crm.Pipeline, query crm.PipelineQuery) {
	query.PipelineID = p.ID
	b, err := q.room.Bridge(context.Background(), q.actor, query)
	q.Must(err)
	for _, l := range b.Whole.Lines {
		for _, end := range []deal.Standing{deal.AtStart, deal.AtEnd} {
			want := map[deal.Standing]crm.Worth{deal.AtStart: l.Start, deal.AtEnd: l.End()}[end]
			if got := q.sumItems(query, deal.Items{Metric: crm.MovementBridge, Value: &l.Currency, Standing: end}); got != want {
				q.t.Errorf("%s %s of %q has items of %v, and is %v", p.Name, end, l.Currency, got, want)
			}
		}
		for _, part := range crm.BridgeParts {
			if got := q.sumItems(query, deal.Items{Metric: crm.MovementBridge, Value: &l.Currency, Parts: []crm.MovementPart{part}}); got != l.Parts[part] {
				q.t.Errorf("%s %s of %q has items of %v, and is %v", p.Name, part, l.Currency, got, l.Parts[part])
			}
		}
	}
	c, err := q.room.Conversion(context.Background(), q.actor, query)
	q.Must(err)
	for _, s := range c.Stages {
		left := crm.Worth{Deals: s.Left.Count, Minor: s.Left.Wall}
		if got := q.sumItems(query, deal.Items{Metric: crm.MovementLeft, Value: &s.Stage.ID, Parts: crm.LeftParts}); got != left {
			q.t.Errorf("%s %s was left by items of %v, and by %v", p.Name, s.Stage.Name, got, left)
		}
		if got := q.sumItems(query, deal.Items{Metric: crm.MovementEntered, Value: &s.Stage.ID, Parts: []crm.MovementPart{""}}); got.Deals != s.Entered {
			q.t.Errorf("%s %s was entered by %d items, and by %d", p.Name, s.Stage.Name, got.Deals, s.Entered)
		}
		if entered, left := q.spansOf(s.Stage.ID, b.Bounds[0].UnixMilli(), b.Bounds[len(b.Bounds)-1].UnixMilli()); entered != s.Entered || left != s.Left.Count {
			q.t.Errorf("%s %s: %d came and %d left, the spans have %d and %d", p.Name, s.Stage.Name, s.Entered, s.Left.Count, entered, left)
		}
	}
	for part, f := range c.Closed {
		want := crm.Worth{Deals: f.Count, Minor: f.Wall}
		if got := q.sumItems(query, deal.Items{Metric: crm.MovementClosed, Parts: []crm.MovementPart{part}}); got != want {
			q.t.Errorf("%s: %s has items of %v, and is %v", p.Name, part, got, want)
		}
	}
}

func (q *quarter) spansOf(stage string, from, to int64) (entered, left int64) {
	return int64(q.Count("deal_spans", fmt.Sprintf("workspace_id = '%s' AND stage_id = '%s' AND from_at >= %d AND from_at < %d", q.WorkspaceID, stage, from, to))),
		int64(q.Count("deal_spans", fmt.Sprintf("workspace_id = '%s' AND stage_id = '%s' AND to_at >= %d AND to_at < %d", q.WorkspaceID, stage, from, to)))
}

// checkClosings holds the reasons of what was lost against their items, and against the
// bridge, which counts the same.
func (q *quarter) checkClosings(p crm.Pipeline, query crm.PipelineQuery) {
	query.PipelineID = p.ID
	b, err := q.room.Bridge(context.Background(), q.actor, query)
	q.Must(err)
	for _, part := range []crm.MovementPart{crm.PartWon, crm.PartLost} {
		c, err := q.room.Closings(context.Background(), q.actor, query, part)
		q.Must(err)
		bridge, whole, reasons := map[string]crm.Worth{}, map[string]crm.Worth{}, map[string]map[string]crm.Worth{}
		for _, l := range b.Whole.Lines {
			if w, there := l.Parts[part]; there {
				bridge[l.Currency] = crm.Worth{Deals: w.Deals, Minor: -w.Minor}
			}
		}
		for _, s := range c.Sums {
			whole[s.Currency] = s.Worth
		}
		for _, r := range c.Reasons {
			sums := map[string]crm.Worth{}
			for _, s := range r.Sums {
				sums[s.Currency] = s.Worth
			}
			if got := q.sumClosings(query, part, &r.ReasonID); !maps.Equal(got, sums) {
				q.t.Errorf("%s: %s for %q has items of %v, and is %v", p.Name, part, r.ReasonID, got, sums)
			}
			reasons[r.ReasonID] = sums
		}
		if got := q.sumClosings(query, part, nil); !maps.Equal(whole, bridge) || !maps.Equal(whole, got) || len(whole) < 3 {
			q.t.Errorf("%s: %s is %v, the bridge has %v, the items %v", p.Name, part, whole, bridge, got)
		}
		if part == crm.PartLost && len(reasons) != 3 {
			q.t.Errorf("%s: deals were lost for %v", p.Name, reasons)
		}
	}
}

// sumClosings adds up the deals of a reason, page by page.
func (q *quarter) sumClosings(query crm.PipelineQuery, part crm.MovementPart, reasonID *string) map[string]crm.Worth {
	out, seen, last := map[string]crm.Worth{}, map[string]bool{}, int64(0)
	for page := (crm.Page{Limit: 3}); ; {
		list, err := q.room.ClosingItems(context.Background(), q.actor, query, part, reasonID, page)
		q.Must(err)
		for _, i := range list.Items {
			key := fmt.Sprint(i.DealID, i.Number)
			if id, currency := crm.ParseClosingValue(i.Value); seen[key] || last > 0 && i.At > last || reasonID != nil && id != *reasonID {
				q.t.Fatalf("%s is listed twice, late or wrongly: %+v", key, i)
			} else {
				out[currency] = crm.Worth{Deals: out[currency].Deals + 1, Minor: out[currency].Minor + i.Amount}
			}
			seen[key], last = true, i.At
		}
		if page.After = list.Next; list.Next == "" {
			return out
		}
	}
}

// sumItems adds up the items of a number, page by page.
func (q *quarter) sumItems(query crm.PipelineQuery, items deal.Items) (out crm.Worth) {
	seen := map[string]bool{}
	for page := (crm.Page{Limit: 7}); ; {
		list, err := q.room.Movements(context.Background(), q.actor, query, items, page)
		q.Must(err)
		for _, i := range list.Items {
			if key := fmt.Sprint(i.DealID, i.Number, i.Part); seen[key] {
				q.t.Fatalf("%s is listed twice", key)
			} else {
				seen[key] = true
			}
			out = crm.Worth{Deals: out.Deals + 1, Minor: out.Minor + i.Amount}
		}
		if page.After = list.Next; list.Next == "" {
			return out
		}
	}
}

// A quarter is simulated: every day's bridge adds up to the minor unit in three
// currencies, in zones near and far, and is what the history says, deal by deal. Every
// number has the items that it counts. A planted fault is found.
func TestQuarterAddsUp(t *testing.T) {
	testkit.OnBoth(t, testkit.Options{NoAccount: true}, func(t *testing.T, k *testkit.Kit) {
		q := newQuarter(t, k)
		first := k.Now()
		for range 88 {
			for range 6 {
				q.act()
				k.Advance(time.Duration(q.r.Int64N(int64(15 * time.Hour / 2))))
			}
		}
		past, now := q.past(), k.Now()
		for _, zone := range []string{"UTC", "Asia/Kathmandu", "America/New_York"} {
			for _, p := range q.pipelines {
				query := crm.PipelineQuery{Zone: zone, From: first.AddDate(0, 0, -1).UTC().Format(time.DateOnly), To: now.UTC().Format(time.DateOnly)}
				if faults := q.checkBridge(past, p, query); len(faults) > 0 {
					t.Fatalf("%s:\n%s", zone, strings.Join(faults, "\n"))
				}
			}
		}
		month := crm.PipelineQuery{Zone: "Asia/Kathmandu", From: first.AddDate(0, 0, 20).UTC().Format(time.DateOnly), To: first.AddDate(0, 0, 50).UTC().Format(time.DateOnly)}
		for _, p := range q.pipelines {
			q.checkItems(p, month)
			q.checkClosings(p, crm.PipelineQuery{Zone: "America/New_York", From: first.AddDate(0, 0, -1).UTC().Format(time.DateOnly), To: now.UTC().Format(time.DateOnly)})
		}
		for range 20 {
			q.checkForecast(past, first.Add(time.Duration(q.r.Int64N(int64(now.Sub(first))))))
		}
		q.checkForecast(past, now)
		for i, spoil := range []*db.Stmt{spoilMovedSQL, spoilSlotSQL} {
			k.Must(k.DB().Update(context.Background(), k.WorkspaceID, func(tx *db.Tx) error {
				n, err := tx.Exec(spoil, k.WorkspaceID, q.pipelines[i].ID)
				if n == 0 {
					t.Error("no fault was planted")
				}
				return err
			}))
			query := crm.PipelineQuery{Zone: "UTC", From: first.AddDate(0, 0, 30).UTC().Format(time.DateOnly), To: now.UTC().Format(time.DateOnly)}
			if len(q.checkBridge(past, q.pipelines[i], query)) == 0 {
				t.Error("a planted fault was not found")
			}
		}
	})
}
