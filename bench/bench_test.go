package main

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
)

func TestQuantiles(t *testing.T) {
	var l latencies
	for i := 100; i > 0; i-- {
		l.add(time.Duration(i) * time.Millisecond)
	}
	l = merged(l[:50], l[50:])
	if l.at(.5) != 51 || l.at(.99) != 100 || latencies(nil).at(.5) != 0 {
		t.Errorf("p50 %v, p99 %v", l.at(.5), l.at(.99))
	}
}

func TestConnKeepsOneConnection(t *testing.T) {
	var from []string
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from = append(from, r.RemoteAddr)
		w.WriteHeader(http.StatusAccepted)
		_, _ = w.Write([]byte(`{"messageId":"msg_1"}`))
	}))
	defer s.Close()
	w, err := sender(s.URL, func(int) (string, []byte) { return "key", []byte(`{}`) }, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	for i := range 3 {
		if err := w.do(i); err != nil {
			t.Fatal(err)
		}
	}
	if len(slices.Compact(from)) != 1 {
		t.Errorf("requests came from %v", from)
	}
}

func TestTrackerFollowsAMessage(t *testing.T) {
	for name, steps := range map[string][][2]crm.Status{
		"in order":             {{"accepted", "sending"}, {"sent", "accepted"}, {"delivered", "sent"}, {"read", "delivered"}},
		"sent came first":      {{"sent", "sending"}, {"delivered", "sent"}, {"read", "delivered"}},
		"told twice":           {{"accepted", "sending"}, {"accepted", "sending"}, {"sent", "accepted"}, {"delivered", "sent"}, {"read", "delivered"}},
		"delivered overtook":   {{"accepted", "sending"}, {"delivered", "accepted"}, {"read", "delivered"}},
		"failed at the end":    {{"accepted", "sending"}, {"failed", "accepted"}},
		"failed and then more": {{"failed", "sending"}, {"read", "delivered"}},
	} {
		tr := newTracker()
		released := 0
		tr.release = func() { released++ }
		tr.accept([]byte("m"))
		for _, s := range steps {
			tr.event([]byte("m"), s[0], s[1])
		}
		if tr.open() != 0 || released != 1 {
			t.Errorf("%s: %d open, released %d times", name, tr.open(), released)
		}
	}
	tr := newTracker()
	tr.accept([]byte("m"))
	tr.event([]byte("m"), "sent", "accepted")
	if tr.open() != 1 {
		t.Error("a message without its last event is complete")
	}
}

func TestExposureFollowsEvents(t *testing.T) {
	x := newExposure(2 * isolatedEndpoints)
	for i := range x.posted {
		x.posted[i].Store(i != 7) // one was not acknowledged
	}
	if n, want := x.missing(), 2*(2*(isolatedEndpoints-inTrouble)-1); n != want {
		t.Errorf("%d are missing, want %d", n, want)
	}
	made := time.Now().Add(-time.Second)
	id := []byte(itemID + "105")
	for _, kind := range []crm.EventKind{"messages.received", "messages.received", "messages.upsert", "contacts.updated"} {
		x.event(5, kind, id, made)
	}
	x.event(6, "messages.received", id, made) // not its own
	x.event(hungEndpoint, "messages.received", []byte(itemID+"100"), made)
	var out isolated
	x.result(&out)
	if n, want := x.missing(), 2*(2*(isolatedEndpoints-inTrouble)-1)-2; n != want || len(out.lat) != 2 || out.repeated != 1 {
		t.Errorf("%d are missing, want %d; %d came, %d again", n, want, len(out.lat), out.repeated)
	}
	if hung := out.troubled[hungEndpoint]; hung.due != 4 || hung.events != 1 || hung.calls != 1 {
		t.Errorf("the hung one got %+v", hung)
	}
	out.missing = 1
	for _, f := range out.figures(embedded, 1000) {
		if f.Target > 0 && !strings.HasPrefix(f.met(), "no: ") {
			t.Errorf("with a missing event %q is met: %q", f.Name, f.met())
		}
	}
}

func TestReportIsATable(t *testing.T) {
	r := report{Cores: 2, Figures: []figure{{Engine: "sqlite", Name: "accepts", Value: 12_345, Unit: "/s", Target: 8000, Insert: 24_690}}}
	text := r.text()
	for _, want := range []string{"12,345/s", "≥ 8,000", "yes", "0.50", "share these cores"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	if got := spark([]float64{0, 7, 14}); got != "▁▄█" {
		t.Errorf("spark: %s", got)
	}
}
