package service_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	service "service.example/crm/sdk/go"
)

// streams answers each opening of a stream with the next of the answers.
func streams(t *testing.T, answers ...func(w http.ResponseWriter, r *http.Request)) (*service.Client, *atomic.Int32) {
	t.Helper()
	var opened atomic.Int32
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n := int(opened.Add(1))
		if n > len(answers) {
			t.Error("it was opened once more")
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		answers[n-1](w, r)
	}))
	t.Cleanup(s.Close)
	client, err := service.NewClient(service.WithAPIKey("sk_test_x"), service.WithBaseURL(s.URL))
	if err != nil {
		t.Fatal(err)
	}
	return client, &opened
}

func say(after, text string, cut bool) func(w http.ResponseWriter, r *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Last-Event-ID"); got != after {
			w.WriteHeader(http.StatusTeapot)
			fmt.Fprintf(w, `{"detail":"it resumes after %q, not %q"}`, got, after)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, text)
		w.(http.Flusher).Flush()
		if cut {
			panic(http.ErrAbortHandler)
		}
	}
}

func refuse(status int, code string) func(w http.ResponseWriter, r *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"status":%d,"code":%q,"detail":"No."}`, status, code)
	}
}

func event(id string) string {
	return "id: " + id + "\ndata: {\"event\":\"messages.received\",\"timestamp\":1,\"data\":{\"n\":\"" + id + "\"}}\n\n"
}

// A stream is cut between and within events, ends politely, and is refused for
// a while: every event comes once, until the key does not work any more.
func TestStreamResumes(t *testing.T) {
	client, _ := streams(t,
		say("", "id: p\nretry: 1\n\n", true), // no event yet: the position counts
		say("p", event("a")+event("b")+"id: c\ndata: {\"eve", true),
		refuse(503, "unavailable"),
		say("b", event("c")+":\nid: d\n\n"+":\n\n", false),
		say("d", event("e")+"event: stream.ended\nid: f\nretry: 2\ndata: {\"reason\":\"shutdown\"}\n\n", false),
		say("f", event("g"), true),
		refuse(401, "unauthorized"))
	have := ""
	var last error
	for e, err := range client.Events.Stream(t.Context(), service.StreamEvents{}) {
		if err != nil {
			last = err
			continue
		}
		have += e.ID
		if e.Event != "messages.received" || string(e.Data) != `{"n":"`+e.ID+`"}` || string(e.Body) != event(e.ID)[len("id: x\ndata: "):len(event(e.ID))-2] {
			t.Errorf("%+v %s", e, e.Body)
		}
	}
	if have != "abceg" {
		t.Errorf("%s came", have)
	}
	var failure *service.Error
	if !errors.As(last, &failure) || failure.Status != http.StatusUnauthorized {
		t.Error(last)
	}
}

func TestStreamEndsForGood(t *testing.T) {
	for _, status := range []int{401, 403, 410, 422} {
		client, opened := streams(t, say("x", "", true), refuse(status, "some_code"))
		var last error
		for _, err := range client.Events.Stream(t.Context(), service.StreamEvents{LastEventID: "x"}) {
			last = err
		}
		var failure *service.Error
		if !errors.As(last, &failure) || failure.Status != status || opened.Load() != 2 {
			t.Error(status, last)
		}
	}
	client, _ := streams(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") })
	for _, err := range client.Events.Stream(t.Context(), service.StreamEvents{}) {
		if err == nil {
			t.Error("a page is taken for a stream")
		}
	}
}

// A stream that never opened is not tried for ever; the caller's context and
// leaving the loop end it.
func TestStreamGivesUp(t *testing.T) {
	client, opened := streams(t, refuse(500, "internal"), refuse(500, "internal"), say("", event("a"), false))
	n := 0
	for _, err := range client.Events.Stream(t.Context(), service.StreamEvents{}, service.WithCallRetries(1)) {
		n++
		if err == nil {
			t.Error("there is no error")
		}
	}
	if n != 1 || opened.Load() != 2 {
		t.Error(n, opened.Load())
	}
	client, _ = streams(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "events=messages.%2A&phoneNumberId=num_1" {
			t.Error(r.URL.RawQuery)
		}
		say("", event("a"), false)(w, r)
		<-r.Context().Done()
	})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var last error
	for _, err := range client.Events.Stream(ctx, service.StreamEvents{Events: []string{"messages.*"}, PhoneNumberIDs: []string{"num_1"}}) {
		cancel()
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Error(last)
	}
	client, _ = streams(t, say("", event("a")+event("b"), false))
	for range client.Events.Stream(t.Context(), service.StreamEvents{}) {
		break
	}
}
