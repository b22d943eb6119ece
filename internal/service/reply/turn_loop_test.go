package reply_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

// dialogue is a talk that would never end by itself: each line is the answer to
// the one before it, no two are alike, and there is always another one.
var dialogue = func() (lines []string) {
	subjects := []string{"the weather on the coast", "our new bicycles", "a recipe for plum cake", "the train to the mountains", "last night's football",
		"a garden full of roses", "the museum of clocks", "how to mend a violin"}
	for round := range 5 {
		for i, s := range subjects {
			lines = append(lines, fmt.Sprintf("%s, chapter %d: and what do you think of %s?", s, 10*round+i, subjects[(i+3)%len(subjects)]))
		}
	}
	return lines
}()

// talker is one of two assistants that are set upon each other.
type talker struct {
	*desk
	tenant testkit.Tenant
	phone  string // by which it knows the other one
	heard  int
}

// Two assistants are set upon each other: what one says is brought to the other
// as a customer's message, and each has an answer to it. With the usual
// settings and with none of the pauses, by models and by approved answers, they
// stop soon, and people are told.
func TestTwoAssistantsStop(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config map[string]any
		model  bool
	}{
		"with the usual pauses":   {map[string]any{"burstPauseMs": 2000, "limits": map[string]any{"pauseSeconds": 6}}, false},
		"with long pauses":        {map[string]any{"burstPauseMs": 8000, "limits": map[string]any{"pauseSeconds": 30}}, false},
		"without a pause":         {map[string]any{}, false},
		"by models":               {map[string]any{"burstPauseMs": 2000, "cacheSeconds": 0}, true},
		"by models without limit": {map[string]any{"limits": map[string]any{"pauseSeconds": 0, "perTenMinutes": 40, "perDay": 200, "turnsWithoutPerson": 100}}, true},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnBoth(t, testkit.Options{Parallel: true}, func(t *testing.T, k *testkit.Kit) {
				talkers := [2]*talker{}
				for i := range talkers {
					talkers[i] = newTalker(t, k, i, c.config, c.model)
					k.Tenant, k.Other = k.Other, k.Tenant
				}
				said, word := 0, dialogue[0]
				for ; word != "" && said <= 20; said++ {
					word = talkers[said%2].answers(word)
				}
				said-- // the last one said nothing
				var asked []string
				for _, w := range talkers {
					k.Tenant = w.tenant
					asked = append(asked, w.HandOffs()...)
				}
				t.Logf("they said %d messages; people were asked for %v", said, asked)
				if said > 8 || said < 2 {
					t.Errorf("they said %d messages", said)
				}
				if !slices.Contains(asked, string(crm.HandOffLoop)) {
					t.Errorf("people were asked for %v, and not told of a loop", asked)
				}
			})
		})
	}
}

// newTalker makes an assistant that has an answer to every line of the
// dialogue.
func newTalker(t *testing.T, k *testkit.Kit, i int, config map[string]any, model bool) *talker {
	t.Helper()
	all := map[string]any{}
	for name, v := range config {
		all[name] = v
	}
	if model {
		all["providerIds"] = testshop.NewChain(k, k.Key, fmt.Sprint("model", i))
	}
	w := &talker{desk: newDesk(t, k, all), tenant: k.Tenant, phone: testshop.Customer(100 + i)}
	var sources []string
	for n, line := range dialogue[:len(dialogue)-1] {
		if n%2 != i {
			continue
		}
		if model {
			sources = append(sources, w.Add(crm.KnowledgeSource{Kind: crm.SourceArticle, Title: line, Content: dialogue[n+1]}).ID)
		} else {
			sources = append(sources, w.Pair(line, dialogue[n+1]).ID)
		}
	}
	for _, id := range sources {
		w.Settled(id)
	}
	return w
}

// answers brings a text to a talker and returns its answer, "" for none. The
// time of its pauses passes at once.
func (w *talker) answers(text string) (answer string) {
	w.T.Helper()
	w.Tenant = w.tenant
	sent, err := w.Sandbox().CustomerSends(sandbox.CustomerMessage{From: w.phone, To: w.Number, Text: text})
	w.Must(err)
	w.EventuallyStored(sent.MessageID)
	for range 100 {
		w.Quiet()
		if len(testshop.EventsOf(w.Kit, crm.EventMessagesUpsert, func(u testshop.Upsert) bool { return u.MessageID == sent.MessageID })) > 0 {
			break
		}
		w.Advance(500 * time.Millisecond)
	}
	w.Decided(sent.MessageID)
	w.Settle()
	list := w.desk.Heard(w.phone)
	if len(list) == w.heard {
		return ""
	}
	w.heard = len(list)
	return list[len(list)-1]
}
