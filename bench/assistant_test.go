package main

import (
	"encoding/json"
	"testing"
	"time"

	"service.example/crm/internal/decide"
)

func TestQuestionsAreDistinct(t *testing.T) {
	seen := map[string]bool{}
	for i := range contacts {
		name := place(i)
		if seen[name] {
			t.Fatalf("%s is asked about twice", name)
		}
		seen[name] = true
		if i%500 == 0 && decide.Personal(question(i)) {
			t.Errorf("the answer to %q would not be kept", question(i))
		}
	}
	prompt, err := json.Marshal(map[string]any{"messages": []string{question(1), question(4711) + "\n"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := askedPlace(prompt); got != place(4711) {
		t.Errorf("the prompt asks about %q, not %q", got, place(4711))
	}
	if got := askedPlace([]byte(`{"messages":[]}`)); got != "" {
		t.Errorf("a prompt without a question asks about %q", got)
	}
}

func TestRepliesThatAreMissingSpoilTheFigure(t *testing.T) {
	for name, m := range map[string]*replied{"missing": {missing: 1}, "repeated": {repeated: 1}, "early": {early: 1}, "refused": {posts: outcome{failed: 1}}} {
		for _, list := range [][]figure{repliesFigures(embedded, m), cachedFigures(embedded, m)} {
			for _, f := range list {
				if f.Target > 0 && f.met() == "yes" {
					t.Errorf("%s: %q is met", name, f.Name)
				}
			}
		}
	}
	for _, f := range cachedFigures(embedded, &replied{written: 2}) {
		if f.Target > 0 && f.met() == "yes" {
			t.Errorf("with two answers written %q is met", f.Name)
		}
	}
	var w waited
	w.waiting.waits = 500
	for _, f := range w.figures(embedded) {
		if f.Target > 0 && f.met() == "yes" {
			t.Errorf("with 500 waiting %q is met", f.Name)
		}
	}
}

func TestHeardTakesTheFirstReply(t *testing.T) {
	m, times := &replied{}, map[string]time.Time{}
	body := json.RawMessage(`{"messaging_product":"whatsapp","to":"+12025550123","type":"text","text":{"body":"Hello"}}`)
	for _, c := range []providerCall{
		{Path: "/ai/bench/v1/chat/completions", Status: 200},
		{Path: "/v25.0/1/messages", Status: 500, Body: body},
		{Path: "/v25.0/1/messages", Status: 200, Body: body},
		{Path: "/v25.0/1/messages", Status: 200, Body: body},
	} {
		m.heard(&c, times)
	}
	if m.written != 1 || m.repeated != 1 || len(times) != 1 {
		t.Errorf("%d written, %d again, %v", m.written, m.repeated, times)
	}
}
