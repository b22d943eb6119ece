package crashtest

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// However often the process is killed while a draft is measured, the evaluation
// comes to its end: each question is measured once for both revisions, at most
// the one under way is paid twice, and nobody's phone gets anything.
func TestEvaluationsSurviveKills(t *testing.T) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		e := &exam{w: w, path: "/v1/assistants/" + w.hireAssistant(nil)}
		var draft struct{ LatestRevision int }
		w.api(w.nodes[0].url, "PATCH", e.path, map[string]any{"config": map[string]any{"burstPauseMs": 300}}, &draft)
		if draft.LatestRevision != 2 {
			t.Fatalf("the draft is revision %d", draft.LatestRevision)
		}
		w.control("POST", "/_sandbox/ai", map[string]any{"delayMs": 40}) // so that most kills come while a model is asked
		n, began := rounds(t, 3), time.Now()
		e.begin()
		for range n {
			e.goesOn()
			time.Sleep(rand.N(400 * time.Millisecond))
			w.nodes[0].p.kill()
			w.logs()
			w.start(w.nodes[0])
		}
		w.control("DELETE", "/_sandbox/ai", nil)
		e.verify(n)
		w.logs()
		t.Logf("%d kills in %s: %d evaluations of %d questions, %d calls", n, time.Since(began).Round(time.Second), len(e.ids), examQuestions, e.calls)
	})
}

const examQuestions = 40

// exam is a draft whose evaluations are under way one after the other.
type exam struct {
	w     *world
	path  string // of the assistant
	ids   []string
	done  int // questions of the last, when it was looked at
	calls int
}

func examQuestion(n int) string {
	return fmt.Sprintf("How much does delivery cost and how many working days does it take? Please tell me today, Ann %d.", n)
}

func (e *exam) begin() {
	e.w.t.Helper()
	var list []any
	for n := range examQuestions {
		list = append(list, map[string]any{"question": examQuestion(n + 1), "expectedFacts": []string{"4.90 euros"}})
	}
	var out struct{ ID string }
	e.w.api(e.w.nodes[0].url, "POST", e.path+"/evaluations", map[string]any{"source": "questions", "questions": list}, &out)
	e.ids, e.done = append(e.ids, out.ID), 0
}

// examState is an evaluation as the API shows it.
type examState struct {
	State, Paused, Error             string
	Revision, LiveRevision           int
	Total, Done, Unmeasured, LeftOut int
	Table                            struct{ Questions, Unmeasured int }
}

func (e *exam) look(id string) (out examState) {
	e.w.t.Helper()
	e.w.api(e.w.nodes[0].url, "GET", e.path+"/evaluations/"+id, nil, &out)
	return out
}

// goesOn waits, but for every third life of the process, until another question
// has been measured; after the last one the next evaluation begins.
func (e *exam) goesOn() {
	e.w.t.Helper()
	soon := rand.N(3) == 0
	awaitUntil(e.w.t, 2*time.Minute, "the evaluation goes on", func() (bool, string) {
		now := e.look(e.ids[len(e.ids)-1])
		went := now.Done > e.done
		e.done = now.Done
		switch now.State {
		case "running", "paused":
		case "completed":
			e.begin()
		default:
			e.w.t.Fatalf("the evaluation is %+v", now)
		}
		return went || soon, fmt.Sprintf("%+v", now)
	})
}

// verify waits for every evaluation and checks what came of its questions, what
// was paid after so many kills, and that nothing was sent.
func (e *exam) verify(kills int) {
	t := e.w.t
	t.Helper()
	for _, id := range e.ids {
		var end examState
		awaitUntil(t, 3*time.Minute, "the evaluation is completed", func() (bool, string) {
			end = e.look(id)
			return end.State != "running" && end.State != "paused", fmt.Sprintf("%+v", end)
		})
		if end.State != "completed" || end.Revision != 2 || end.LiveRevision != 1 || end.Total != examQuestions || end.Done != end.Total || end.Unmeasured != 0 ||
			end.Table.Questions != end.Total || end.Table.Unmeasured != 0 {
			t.Errorf("%s ended as %+v", id, end)
		}
		e.verifyItems(id)
	}
	e.countCalls()
	// A question is one call for either revision.
	if needed := 2 * examQuestions * len(e.ids); e.calls < needed || e.calls > needed+2*kills {
		t.Errorf("%d calls are on record after %d kills, and %d were needed", e.calls, kills, needed)
	}
	e.w.calls.read()
	if list, s := e.w.calls.ids(), e.w.stats(); len(list) > 0 || s.Accepted != 0 || s.Refused != 0 {
		t.Errorf("an evaluation has sent %d messages: %+v", len(list), s)
	}
}

// verifyItems checks that each question was measured once for both revisions.
func (e *exam) verifyItems(id string) {
	t := e.w.t
	t.Helper()
	type answer struct {
		Revision            int
		State, Source, Text string
	}
	var page struct {
		Data []struct {
			Number               int
			Question, Unmeasured string
			MeasuredAt           *time.Time
			Draft, Live          *answer
		}
		NextCursor *string
	}
	e.w.api(e.w.nodes[0].url, "GET", e.path+"/evaluations/"+id+"/items?limit=200", nil, &page)
	if len(page.Data) != examQuestions || page.NextCursor != nil {
		t.Errorf("%s has %d questions", id, len(page.Data))
	}
	for i, q := range page.Data {
		if q.Number != i+1 || q.Question != examQuestion(i+1) || q.MeasuredAt == nil || q.Unmeasured != "" || q.Draft == nil || q.Live == nil {
			t.Errorf("%s: question %d is %+v", id, i+1, q)
			continue
		}
		for revision, a := range map[int]*answer{2: q.Draft, 1: q.Live} {
			if a.Revision != revision || a.State != "replied" || a.Source != "model" || a.Text == "" {
				t.Errorf("%s: question %d has %+v for revision %d", id, i+1, *a, revision)
			}
		}
	}
}

// countCalls counts the calls on record that a model answered.
func (e *exam) countCalls() {
	e.w.t.Helper()
	for cursor := ""; ; {
		var page struct {
			Data       []struct{ OK bool }
			NextCursor *string
		}
		e.w.api(e.w.nodes[0].url, "GET", "/v1/ai/calls?purpose=evaluation&limit=200&cursor="+cursor, nil, &page)
		for _, c := range page.Data {
			if c.OK {
				e.calls++
			}
		}
		if page.NextCursor == nil {
			return
		}
		cursor = *page.NextCursor
	}
}
