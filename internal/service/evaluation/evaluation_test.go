package evaluation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/jobs"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/service/evaluation"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// evaluated is an evaluation as the API shows it.
type evaluated struct {
	ID                               string
	State, Paused, Error             string
	Revision                         int
	LiveRevision                     *int
	Total, Done, Unmeasured, LeftOut int
	Table                            *crm.EvaluationTable
}

func (d *desk) evaluations() string { return "/v1/assistants/" + d.Assistant + "/evaluations" }

// evaluate begins an evaluation.
func (d *desk) evaluate(body map[string]any) evaluated {
	d.T.Helper()
	return d.readEvaluation(d.Post(d.evaluations(), body))
}

func (d *desk) readEvaluation(r testkit.Response) (e evaluated) {
	d.T.Helper()
	d.Must(json.Unmarshal(r.Body, &e))
	return e
}

func (d *desk) evaluation(id string) evaluated {
	d.T.Helper()
	return d.readEvaluation(d.Do(http.MethodGet, d.evaluations()+"/"+id, d.Key, nil))
}

// inState waits until an evaluation is in a state.
func (d *desk) inState(id, state string) (e evaluated) {
	d.T.Helper()
	d.Eventually("the evaluation is "+state, func() bool {
		if e = d.evaluation(id); e.State == "failed" && state != "failed" {
			d.T.Fatalf("the evaluation failed: %s", e.Error)
		}
		return e.State == state
	})
	return e
}

// draft changes the configuration and returns the number of the draft.
func (d *desk) draft(config map[string]any) int {
	d.T.Helper()
	r := d.Do(http.MethodPatch, "/v1/assistants/"+d.Assistant, d.Key, map[string]any{"config": config})
	if r.Status != http.StatusOK {
		d.T.Fatalf("%d %s", r.Status, r.Body)
	}
	var a struct{ LatestRevision int }
	d.Must(json.Unmarshal(r.Body, &a))
	return a.LatestRevision
}

// deliveryQuestions are n questions that the knowledge answers.
func deliveryQuestions(n int) (list []any) {
	for i := range n {
		list = append(list, map[string]any{"question": fmt.Sprintf("%s Please tell me today, %s.", testshop.AsksDelivery, []string{"Ann", "Bob", "Cem", "Dora", "Eve", "Finn", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo"}[i%12]),
			"expectedFacts": []string{"4.90 euros", "two working days"}})
	}
	return list
}

func (e evaluated) row(t *testing.T, metric string) crm.EvaluationRow {
	t.Helper()
	if e.Table != nil {
		for _, r := range e.Table.Rows {
			if r.Metric == metric {
				return r
			}
		}
	}
	t.Fatalf("there is no %s: %+v", metric, e)
	return crm.EvaluationRow{}
}

// traces are what an evaluation must leave alone.
func (d *desk) traces() string {
	// People ask for evaluations; and what was sent before is booked a moment later.
	lines := d.lines("events", "SELECT * FROM events WHERE kind NOT IN ('audit.recorded', 'charge.recorded') AND workspace_id = '%s'")
	for _, table := range []string{"messages", "ai_turns", "active_speakers", "knowledge_gaps", "knowledge_gap_questions", "ai_cache"} {
		lines = append(lines, d.lines(table, "SELECT * FROM "+table+" WHERE workspace_id = '%s'")...)
	}
	return strings.Join(lines, "\n")
}

// lines are the rows of the workspace in an order of their own: PostgreSQL promises none.
func (d *desk) lines(table, query string) []string {
	var out []string
	for _, row := range d.Rows(query, d.WorkspaceID) {
		out = append(out, fmt.Sprint(table, " ", row))
	}
	slices.Sort(out)
	return out
}

// addedTo are the lines that only the second of two states has.
func addedTo(before, after string) []string {
	had := strings.Split(before, "\n")
	return slices.DeleteFunc(strings.Split(after, "\n"), func(line string) bool { return slices.Contains(had, line) })
}

// sends counts the calls to the provider that send something.
func (d *desk) sends() (n int) {
	calls, _ := d.Sandbox().Log(0, 1<<20)
	for _, c := range calls {
		if c.Method == http.MethodPost && strings.HasSuffix(c.Path, "/messages") {
			n++
		}
	}
	return n
}

// A draft that has lost its knowledge is told apart from the live revision;
// nothing is sent, and everything is accounted for.
func TestAWorseDraftIsToldApart(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		other := d.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: "Garden", Content: "Our garden has roses, tulips and an old tree."})
		d.Settled(other.ID)
		number := d.draft(map[string]any{"knowledge": map[string]any{"sourceIds": []string{other.ID}}})
		before, sends := d.traces(), d.sends()
		e := d.evaluate(map[string]any{"source": "questions", "questions": append(deliveryQuestions(12), map[string]any{"question": "I want to talk to a human", "shouldHandOff": true})})
		if e.Revision != number || e.LiveRevision == nil || *e.LiveRevision != 1 || e.Total != 13 {
			t.Errorf("%+v", e)
		}
		e = d.inState(e.ID, "completed")
		if e.Done != 13 || e.Unmeasured != 0 || e.Table.Questions != 13 {
			t.Errorf("%+v", e)
		}
		facts, decision, handOff := e.row(t, "expected_facts"), e.row(t, "decision_agreement"), e.row(t, "hand_off_rate")
		for _, r := range []crm.EvaluationRow{facts, decision} {
			if r.Draft.High >= r.Live.Low || r.Difference.Verdict != crm.VerdictWorse || r.Difference.High >= 0 {
				t.Errorf("%s: %+v, %+v, %+v", r.Metric, r.Draft, r.Live, r.Difference)
			}
		}
		if handOff.Draft.Value != 1 || handOff.Live.Value > 0.1 || handOff.Difference.Verdict != crm.VerdictDifferent {
			t.Errorf("%+v %+v", handOff.Draft, handOff.Live)
		}
		if r := e.row(t, "groundedness"); r.Draft != nil || r.Live.Value != 1 || r.Live.Questions != 12 {
			t.Errorf("%+v", r)
		}
		if r := e.row(t, "latency_p95_ms"); r.Live.Value <= 0 || r.Live.Low > r.Live.Value {
			t.Errorf("%+v", r.Live)
		}
		if r := e.row(t, "tokens"); r.Live.Value <= 0 || r.Draft.Value != 0 {
			t.Errorf("%+v", r)
		}
		d.Settle()
		if d.traces() != before {
			t.Error("the evaluation left traces among messages, events, turns, gaps or remembered answers")
		}
		if got := d.sends(); got != sends {
			t.Errorf("%d messages were sent", got-sends)
		}
		if n := d.Calls("purpose = 'evaluation' AND assistant_revision = 1 AND class = ''"); n != 12 || d.Calls("purpose <> 'evaluation'") != 0 {
			t.Errorf("%d calls are on record", n)
		}
		rows := d.Rows("SELECT question, answers FROM evaluation_items WHERE workspace_id = '%s'", d.WorkspaceID)
		for _, r := range rows {
			if strings.Contains(string(r["question"].([]byte))+string(r["answers"].([]byte)), "euros") {
				t.Error("questions or answers are in the table as plain text")
			}
		}
		d.shownSideBySide(e.ID)
	})
}

func (d *desk) shownSideBySide(id string) {
	d.T.Helper()
	var page struct {
		Data []struct {
			Number      int
			Question    string
			Draft, Live struct {
				Revision  int
				State     string
				Text      string
				Reason    string
				Citations []any
				Scores    crm.EvaluationScores
			}
		}
		NextCursor *string
	}
	d.Must(json.Unmarshal(d.Do(http.MethodGet, d.evaluations()+"/"+id+"/items?limit=5", d.Key, nil).Body, &page))
	if len(page.Data) != 5 || page.NextCursor == nil || page.Data[0].Number != 1 {
		d.T.Fatalf("%+v", page)
	}
	i := page.Data[0]
	if i.Draft.State != "handed_off" || i.Draft.Reason != "no_evidence" || i.Draft.Revision != 2 || i.Live.State != "replied" || !strings.Contains(i.Live.Text, "4.90") ||
		len(i.Live.Citations) != 1 || *i.Live.Scores.Facts != 1 || *i.Draft.Scores.Facts != 0 || !*i.Live.Scores.Decision || *i.Draft.Scores.Decision {
		d.T.Errorf("%+v", i)
	}
	next := page.NextCursor
	d.Must(json.Unmarshal(d.Do(http.MethodGet, d.evaluations()+"/"+id+"/items?limit=200&cursor="+*next, d.Key, nil).Body, &page))
	if len(page.Data) != 8 || page.Data[0].Number != 6 {
		d.T.Errorf("%d items from %d on", len(page.Data), page.Data[0].Number)
	}
}

// What customers asked and people answered is found and replayed: not what an
// assistant answered, nor what a person still works on, nor personal data.
func TestThePastIsReplayed(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		d.Ask(testshop.Customer(1), "I want to talk to a human")
		d.Ask(testshop.Customer(1), "When do you open?")
		d.SendMessage(testkit.Text(testshop.Customer(1), testshop.Hours))
		d.SendMessage(testkit.Text(testshop.Customer(1), "Anything else?"))
		d.Ask(testshop.Customer(2), "When do you open?") // the assistant answers
		d.Ask(testshop.Customer(3), "I want to talk to a human, my order is 48213377.")
		d.SendMessage(testkit.Text(testshop.Customer(3), "It is on its way."))
		d.Settle()
		d.Advance(2 * time.Hour)
		d.Ask(testshop.Customer(4), "I want to talk to a human")
		d.SendMessage(testkit.Text(testshop.Customer(4), "Here I am.")) // and may go on
		d.Settle()
		before := d.traces()
		e := d.inState(d.evaluate(map[string]any{"source": "conversations", "phoneNumberIds": []string{d.NumberID}}).ID, "completed")
		if e.Total != 1 || e.LeftOut != 1 || e.LiveRevision != nil {
			t.Fatalf("%+v", e)
		}
		var page struct {
			Data []struct {
				Question, Answer, ConversationID string
				Draft                            struct {
					Text   string
					Scores crm.EvaluationScores
				}
				Live *struct{}
			}
		}
		d.Must(json.Unmarshal(d.Do(http.MethodGet, d.evaluations()+"/"+e.ID+"/items", d.Key, nil).Body, &page))
		i := page.Data[0]
		if i.Question != "I want to talk to a human\nWhen do you open?" || i.Answer != testshop.Hours+"\nAnything else?" || i.ConversationID != d.Conversation(testshop.Customer(1)) || i.Live != nil {
			t.Errorf("%+v", i)
		}
		if !i.Draft.Scores.HandedOff || *i.Draft.Scores.Decision || *i.Draft.Scores.Agreement != 0 {
			t.Errorf("%+v", i.Draft)
		}
		if after := d.traces(); after != before {
			t.Errorf("the replay left traces: %s", addedTo(before, after))
		}
		poor := d.NewKey(d.WorkspaceID, crm.ScopeAssistantsRead, crm.ScopeAssistantsWrite)
		if r := d.Do(http.MethodGet, d.evaluations()+"/"+e.ID+"/items", poor, nil); r.Status != http.StatusForbidden {
			t.Errorf("who may not read messages reads what customers asked: %d", r.Status)
		}
		if r := d.Do(http.MethodPost, d.evaluations(), poor, map[string]any{"source": "conversations"}); r.Status != http.StatusForbidden {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		e = d.inState(d.evaluate(map[string]any{"source": "conversations", "until": d.Now().Add(-24 * time.Hour)}).ID, "failed")
		if e.Error == "" || e.Table != nil {
			t.Errorf("nothing was found: %+v", e)
		}
	})
}

// Two processes believe that an evaluation is theirs, and one of them is
// stopped in the middle: every question counts once.
func TestAnEvaluationGoesOn(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.draft(map[string]any{"tone": "formal"})
		d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{DelayMs: 30}))
		e := d.evaluate(map[string]any{"source": "questions", "questions": deliveryQuestions(8)})
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		ended := make(chan error, 1)
		go func() {
			kind := evaluation.Evaluate(d.App.Service.Evaluation)
			ended <- kind.Handle(ctx, []jobs.Job{{ID: 1, WorkspaceID: d.WorkspaceID, Kind: kind.Name, Key: e.ID, Payload: d.Assistant + " " + e.ID}})
		}()
		d.Eventually("it is in the middle", func() bool { return d.evaluation(e.ID).Done > 2 })
		cancel()
		if err := <-ended; err == nil {
			t.Error("the second process ended its work without noticing that it was stopped")
		}
		e = d.inState(e.ID, "completed")
		if e.Done != 8 || e.Unmeasured != 0 || e.Table.Questions != 8 {
			t.Errorf("%+v", e)
		}
		if n := d.Count("evaluation_items", "measured_at > 0"); n != 8 {
			t.Errorf("%d questions are measured", n)
		}
		if n := d.Calls("purpose = 'evaluation' AND class = ''"); n < 16 || n > 32 {
			t.Errorf("16 answers are needed, two processes gave %d", n)
		}
	})
}

func TestTheBudgetAndTheSwitchPauseAnEvaluation(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.draft(map[string]any{"tone": "formal"})
		settings := func(body map[string]any) { d.Do(http.MethodPatch, "/v1/ai/settings", d.Key, body) }
		settings(map[string]any{"dailyTokens": 1})
		e := d.evaluate(map[string]any{"source": "questions", "questions": deliveryQuestions(3)})
		if e = d.inState(e.ID, "paused"); e.Paused != crm.PauseBudget || e.Done != 0 {
			t.Errorf("%+v", e)
		}
		settings(map[string]any{"dailyTokens": 0, "enabled": false})
		d.Advance(2 * time.Minute)
		d.Eventually("it sees the switch", func() bool { return d.evaluation(e.ID).Paused == crm.PauseSwitch })
		if d.Calls("purpose = 'evaluation'") != 0 {
			t.Error("a call was made")
		}
		settings(map[string]any{"enabled": true})
		d.Advance(2 * time.Minute)
		d.inState(e.ID, "completed")
		// The last fifth of the day is the customers'.
		used := d.Rows("SELECT used FROM ai_budget_days WHERE workspace_id = '%s'", d.WorkspaceID)[0]["used"].(int64)
		settings(map[string]any{"dailyTokens": used * 100 / 81})
		late := d.evaluate(map[string]any{"source": "questions", "questions": deliveryQuestions(3)})
		if late = d.inState(late.ID, "paused"); late.Paused != crm.PauseBudget {
			t.Errorf("%+v", late)
		}
		r := d.Post(d.evaluations()+"/"+late.ID+"/cancel", nil)
		if got := d.readEvaluation(r); got.State != "canceled" || got.Table != nil {
			t.Errorf("%+v", got)
		}
		d.Advance(2 * time.Minute)
		d.Settle()
		if got := d.evaluation(late.ID); got.State != "canceled" || got.Done != 0 {
			t.Errorf("it goes on after it was canceled: %+v", got)
		}
		if r := d.Do(http.MethodDelete, d.evaluations()+"/"+e.ID, d.Key, nil); r.Status != http.StatusNoContent || d.Count("evaluation_items", "evaluation_id = '"+e.ID+"'") != 0 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
	})
}

// Providers that are down say nothing about a revision.
func TestProvidersThatAreDown(t *testing.T) {
	withChain(t, nil, func(t *testing.T, d *desk, _ []string) {
		d.draft(map[string]any{"tone": "formal"})
		d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{Match: sandbox.Match{Path: "/ai/"}, Status: 503}))
		e := d.evaluate(map[string]any{"source": "questions", "questions": deliveryQuestions(2)})
		if e = d.inState(e.ID, "paused"); e.Paused != crm.PauseProviders || e.Done != 0 {
			t.Errorf("%+v", e)
		}
		d.Must(d.Sandbox().SetAIFaults())
		d.Eventually("it goes on", func() bool {
			d.Advance(3 * time.Minute)
			return d.evaluation(e.ID).State == "completed"
		})
		if e = d.evaluation(e.ID); e.Unmeasured != 0 || e.row(t, "expected_facts").Live.Value != 1 {
			t.Errorf("%+v", e)
		}
		// A question that nobody answers in the end has no result, and it is told why.
		d.Must(d.Sandbox().SetAIFaults(sandbox.Fault{Match: sandbox.Match{Path: "/ai/"}, Status: 503}))
		e = d.evaluate(map[string]any{"source": "questions", "questions": deliveryQuestions(3)})
		after := func(unmeasured int, state string) func() bool {
			return func() bool {
				d.Advance(3 * time.Minute)
				e = d.evaluation(e.ID)
				return e.Unmeasured == unmeasured && (state == "" || e.State == state)
			}
		}
		d.Eventually("a question is given up", after(1, ""))
		d.Must(d.Sandbox().SetAIFaults())
		d.Eventually("it goes on", after(1, "completed"))
		r := d.Do(http.MethodGet, d.evaluations()+"/"+e.ID+"/problems", d.Key, nil).JSON()
		problems := r["data"].([]any)
		if p := fmt.Sprint(problems); len(problems) != 1 || r["nextCursor"] != nil || !strings.Contains(p, "number:1 ") || !strings.Contains(p, "No AI provider gave an answer: ") {
			t.Errorf("the problems are %v", r)
		}
	})
}

// Nothing goes live by accident.
func TestPublishingIsADeliberateAct(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		publish := func(body map[string]any) testkit.Response {
			return d.Do(http.MethodPost, "/v1/assistants/"+d.Assistant+"/publish", d.Key, body)
		}
		refused := func(pointer string, body map[string]any) {
			t.Helper()
			if r := publish(body); r.Status != http.StatusUnprocessableEntity || !strings.Contains(string(r.Body), `"pointer":"`+pointer+`"`) {
				t.Errorf("%v is answered with %d %.300s", body, r.Status, r.Body)
			}
		}
		number := d.draft(map[string]any{"tone": "formal"})
		refused("/evaluationId", map[string]any{"revision": number})
		refused("/reason", map[string]any{"revision": number, "withoutEvaluation": true})
		refused("/evaluationId", map[string]any{"revision": number, "evaluationId": "evl_01jd5k3v6rf0w8m2a4t9x7bq1k"})
		ask := map[string]any{"source": "questions", "questions": []any{map[string]any{"question": "When do you open?", "answer": testshop.Hours}}}
		first := d.inState(d.evaluate(ask).ID, "completed")
		second := d.inState(d.evaluate(ask).ID, "completed")
		refused("/evaluationId", map[string]any{"revision": number, "evaluationId": first.ID})
		refused("/withoutEvaluation", map[string]any{"revision": number, "withoutEvaluation": true, "reason": "In a hurry."})
		refused("/withoutEvaluation", map[string]any{"revision": number, "evaluationId": second.ID, "withoutEvaluation": true})
		if r := publish(map[string]any{"revision": 1, "evaluationId": second.ID}); r.Status != http.StatusUnprocessableEntity {
			t.Errorf("the evaluation is of another revision: %d", r.Status)
		}
		if d.Count("assistant_publications") != 0 {
			t.Error("a refusal is on record as a publication")
		}
		r := publish(map[string]any{"revision": number, "evaluationId": second.ID, "reason": "It agrees as often."})
		var a struct {
			LiveRevision int
			Live         struct {
				Publication struct {
					EvaluationID, Reason string
					MadeBy               crm.DoneBy
					Replaced             int
					Table                *crm.EvaluationTable
				}
			}
		}
		d.Must(json.Unmarshal(r.Body, &a))
		p := a.Live.Publication
		if r.Status != http.StatusOK || a.LiveRevision != number || p.EvaluationID != second.ID || p.MadeBy != (crm.DoneBy{Type: crm.ActorKey, ID: d.KeyID}) || p.Replaced != 1 || p.Table == nil || len(p.Table.Rows) != 9 {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		// The table stays when the evaluation goes.
		d.Do(http.MethodDelete, d.evaluations()+"/"+second.ID, d.Key, nil)
		if got := d.Do(http.MethodGet, fmt.Sprintf("/v1/assistants/%s/revisions/%d", d.Assistant, number), d.Key, nil); !strings.Contains(string(got.Body), `"groundedness"`) {
			t.Errorf("%s", got.Body)
		}
		// Back again: the first revision was measured beside nothing.
		if r := publish(map[string]any{"revision": 1, "withoutEvaluation": true, "reason": "Back to what worked."}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		var list struct {
			Data []struct {
				Revision          int
				WithoutEvaluation bool
				Reason            string
			}
		}
		d.Must(json.Unmarshal(d.Do(http.MethodGet, "/v1/assistants/"+d.Assistant+"/publications", d.Key, nil).Body, &list))
		if len(list.Data) != 2 || list.Data[0].Revision != 1 || !list.Data[0].WithoutEvaluation || list.Data[0].Reason == "" || list.Data[1].Revision != number {
			t.Errorf("%+v", list)
		}
		// What stood beside another live revision does not count any more.
		third := d.draft(map[string]any{"tone": "very formal"})
		stale := d.inState(d.evaluate(ask).ID, "completed")
		if r := publish(map[string]any{"revision": number, "evaluationId": first.ID}); r.Status != http.StatusOK {
			t.Fatalf("%d %s", r.Status, r.Body)
		}
		refused("/evaluationId", map[string]any{"revision": third, "evaluationId": stale.ID})
	})
}

// An evaluation of another workspace is not there.
func TestEvaluationsOfOthers(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		e := d.evaluate(map[string]any{"source": "questions", "csv": "Question;Expected facts;should_hand_off\nWhen do you open?;9:00|18:00;\nI want a human;;yes\n"})
		e = d.inState(e.ID, "completed")
		if e.Total != 2 || e.row(t, "expected_facts").Draft.Value != 1 || e.row(t, "decision_agreement").Draft.Value != 1 {
			t.Errorf("%+v", e.Table)
		}
		for method, path := range map[string]string{http.MethodGet: "", http.MethodDelete: "", http.MethodPost: "/cancel"} {
			if r := d.Do(method, d.evaluations()+"/"+e.ID+path, d.Other.Key, nil); r.Status != http.StatusNotFound {
				t.Errorf("%s %s: %d", method, path, r.Status)
			}
		}
		if r := d.Do(http.MethodDelete, "/v1/assistants/"+d.Assistant, d.Key, nil); r.Status != http.StatusNoContent {
			t.Fatalf("%d", r.Status)
		}
		if r := d.Do(http.MethodGet, d.evaluations()+"/"+e.ID, d.Key, nil); r.Status != http.StatusNotFound {
			t.Errorf("the assistant is deleted: %d", r.Status)
		}
	})
}
