package reply_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/testkit"
	"service.example/crm/internal/testkit/testshop"
)

func TestApprovedAnswersNeedNoModel(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		u := d.Decided(d.Ask(testshop.Customer(1), "when do you OPEN"))
		if u.AIReply != testshop.Hours || u.AITokensUsed != 0 || u.CacheHit || u.AIMessageID == nil || u.SupersededBy != nil {
			t.Errorf("%+v", u)
		}
		if got := d.Heard(testshop.Customer(1)); !slices.Equal(got, []string{testshop.Hours}) {
			t.Errorf("the customer got %q", got)
		}
		m := d.Message(*u.AIMessageID)
		mark, _ := m["assistant"].(map[string]any)
		if mark["assistantId"] != d.Assistant || mark["revision"] != 1.0 || mark["source"] != "approved" || len(mark["citations"].([]any)) != 1 {
			t.Errorf("the reply does not say where it comes from: %v", mark)
		}
		if u := d.Decided(d.Ask(testshop.Customer(1), "Hola")); !strings.HasPrefix(u.AIReply, "¡Hola!") {
			t.Errorf("a greeting is answered with %+v", u)
		}
		if u := d.Decided(d.Ask(testshop.Customer(1), "gracias")); u.AIReply != "" || u.AIMessageID != nil {
			t.Errorf("thanks are answered with %+v", u)
		}
		if got := d.HandOffs(); len(got) != 0 {
			t.Errorf("people were asked: %v", got)
		}
	})
}

func TestWithoutEvidencePeopleAreAsked(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		u := d.Decided(d.Ask(testshop.Customer(1), "Can you recommend a good dentist around the corner?"))
		if !strings.HasPrefix(u.AIReply, "Thank you for your message.") || u.AIMessageID == nil || u.AITokensUsed != 0 {
			t.Errorf("%+v", u)
		}
		list := testshop.EventsOf(d.Kit, crm.EventConversationHandedOff, func(crm.ConversationHandedOffData) bool { return true })
		if len(list) != 1 || list[0].Reason != string(crm.HandOffNoEvidence) || !strings.Contains(list[0].Summary, "dentist") || list[0].AIMessageID == nil {
			t.Fatalf("%+v", list)
		}
		// People are the active speaker now: the assistant keeps silent, and says so at once.
		if u := d.Decided(d.Ask(testshop.Customer(1), "When do you open?")); u.AIReply != "" {
			t.Errorf("it answers although people are the active speaker: %+v", u)
		}
		d.Post("/v1/conversations/"+d.Conversation(testshop.Customer(1))+"/hand-back", nil)
		if u := d.Decided(d.Ask(testshop.Customer(1), "When do you open??")); u.AIReply != testshop.Hours {
			t.Errorf("it does not answer although it is the active speaker again: %+v", u)
		}
	})
}

func TestConversationIsHandedBackByItself(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		d.Ask(testshop.Customer(1), "I want to talk to a human")
		d.Advance(crm.DefaultHandBack - time.Minute)
		if u := d.Decided(d.Ask(testshop.Customer(1), "When do you open?")); u.AIReply != "" {
			t.Errorf("it answers too early: %+v", u)
		}
		d.Advance(2 * time.Minute)
		if u := d.Decided(d.Ask(testshop.Customer(1), "And when do you open?")); u.AIReply == "" {
			t.Errorf("it does not answer: %+v", u)
		}
	})
}

func TestFiveQuickMessagesGetOneReply(t *testing.T) {
	bothEngines(t, map[string]any{"burstPauseMs": 8000}, func(t *testing.T, d *desk) {
		var ids []string
		for _, text := range []string{"Hi", "I have a question", "it is about", "your shop", "when do you open?"} {
			ids = append(ids, d.Writes(testshop.Customer(1), text))
		}
		for _, id := range ids {
			d.EventuallyStored(id)
		}
		d.Advance(9 * time.Second)
		var answered []string
		for _, id := range ids {
			if u := d.Decided(id); u.SupersededBy == nil && u.AIReply != "" && u.AIMessageID != nil {
				answered = append(answered, id)
			}
		}
		d.Settle()
		if len(answered) != 1 {
			t.Fatalf("%d of the messages are answered", len(answered))
		}
		for _, id := range ids {
			if u := d.Decided(id); id != answered[0] && (u.AIReply != "" || u.AIMessageID != nil || u.SupersededBy == nil || *u.SupersededBy != answered[0]) {
				t.Errorf("%+v, want it superseded by %s", u, answered[0])
			}
		}
		if got := d.Heard(testshop.Customer(1)); len(got) != 1 {
			t.Errorf("the customer got %q", got)
		}
		if n := d.Count("ai_turns"); n != 1 {
			t.Errorf("there are %d turns", n)
		}
	})
}

func TestWhoSpeaks(t *testing.T) {
	bothEngines(t, map[string]any{"burstPauseMs": 8000}, func(t *testing.T, d *desk) {
		silent := func(what, from string, act func(conversation string)) {
			t.Helper()
			id := d.Writes(from, "When do you open?")
			d.EventuallyStored(id)
			act(d.Conversation(from))
			d.Advance(10 * time.Second)
			if u := d.Decided(id); u.AIReply != "" {
				t.Errorf("%s, and it answers: %+v", what, u)
			}
			d.Settle()
		}
		silent("somebody takes over", testshop.Customer(1), func(c string) { d.Post("/v1/conversations/"+c+"/take-over", map[string]any{}) })
		silent("somebody answers by the API", testshop.Customer(2), func(string) { d.SendMessage(testkit.Text(testshop.Customer(2), "I will look.")) })
		silent("it is switched off here", testshop.Customer(3), func(c string) {
			if r := d.Do("PATCH", "/v1/conversations/"+c, d.Key, map[string]any{"assistant": "off"}); r.Status != 200 {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
		silent("all are stopped", testshop.Customer(4), func(string) {
			if r := d.Do("PATCH", "/v1/assistant-settings", d.Key, map[string]any{"stopped": true}); r.Status != 200 {
				t.Errorf("%d %s", r.Status, r.Body)
			}
		})
		d.Do("PATCH", "/v1/assistant-settings", d.Key, map[string]any{"stopped": false, "stoppedPhoneNumberIds": []string{d.NumberID}})
		if u := d.Decided(d.Ask(testshop.Customer(5), "When do you open?")); u.AIReply != "" {
			t.Errorf("it is stopped for the number and answers: %+v", u)
		}
		d.Do("PATCH", "/v1/assistant-settings", d.Key, map[string]any{"stoppedPhoneNumberIds": []string{}})
		id := d.Writes(testshop.Customer(6), "When do you open?")
		d.EventuallyStored(id)
		d.SendMessage(testkit.OrderShipped(testshop.Customer(6))) // a program's message takes no word
		d.Advance(10 * time.Second)
		if u := d.Decided(id); u.AIReply != testshop.Hours {
			t.Errorf("a template was sent, and it does not answer: %+v", u)
		}
		if got := d.HandOffs(); len(got) != 0 {
			t.Errorf("people were asked: %v", got)
		}
	})
}

func TestOptOutAndWindow(t *testing.T) {
	bothEngines(t, map[string]any{"burstPauseMs": 8000}, func(t *testing.T, d *desk) {
		id := d.Writes(testshop.Customer(1), "When do you open?")
		d.EventuallyStored(id)
		stop := d.Writes(testshop.Customer(1), "STOP")
		d.EventuallyStored(stop)
		if u := d.Decided(stop); u.AIReply != "" {
			t.Errorf("%+v", u)
		}
		d.Advance(10 * time.Second)
		if u := d.Decided(id); u.AIReply != "" {
			t.Errorf("the contact opted out, and it answers: %+v", u)
		}
		d.Settle()
		late := d.Writes(testshop.Customer(2), "When do you open?")
		d.EventuallyStored(late)
		d.Advance(24 * time.Hour)
		if u := d.Decided(late); u.AIReply != "" {
			t.Errorf("the window is closed, and it answers: %+v", u)
		}
		if got := d.HandOffs(); !slices.Equal(got, []string{"opted_out", "window_ending"}) {
			t.Errorf("people were asked for %v", got)
		}
		if got := d.Heard(testshop.Customer(2)); len(got) != 0 {
			t.Errorf("the customer got %q", got)
		}
	})
}

// Who answers by hand what was written before an assistant came on duty has taken over, too.
func TestAnAssistantThatCameLaterLeavesItToWhoAnswers(t *testing.T) {
	bothEngines(t, nil, func(t *testing.T, d *desk) {
		duty := func(numbers ...string) {
			t.Helper()
			if r := d.Do("PATCH", "/v1/assistants/"+d.Assistant, d.Key, map[string]any{"phoneNumberIds": append([]string{}, numbers...)}); r.Status != 200 {
				t.Fatalf("%d %s", r.Status, r.Body)
			}
		}
		duty()
		for n := range 2 {
			d.EventuallyStored(d.Writes(testshop.Customer(n+1), "Are you there?"))
		}
		d.Settle()
		duty(d.NumberID)
		d.SendMessage(testkit.Text(testshop.Customer(1), "I am."))
		d.Settle()
		if u := d.Decided(d.Ask(testshop.Customer(1), "When do you open?")); u.AIReply != "" {
			t.Errorf("a person answered, and it answers: %+v", u)
		}
		if u := d.Decided(d.Ask(testshop.Customer(2), "When do you open?")); u.AIReply != testshop.Hours {
			t.Errorf("nobody answered, and it does not answer: %+v", u)
		}
	})
}
