package crashtest

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"service.example/crm/internal/testkit/testpg"
)

// A database server takes over that lacks the end of the log, while two nodes
// live on: what it has is sent and told, and so is all that comes after it.
// CRM_FAILOVERS sets how often.
func TestEventsAreToldAfterAFailoverThatLostSome(t *testing.T) {
	times := 1
	if text := os.Getenv("CRM_FAILOVERS"); text != "" {
		var err error
		if times, err = strconv.Atoi(text); err != nil || times < 1 {
			t.Fatalf("CRM_FAILOVERS=%q is no number of failovers", text)
		}
	}
	bin := build(t)
	for n := range times {
		t.Run(fmt.Sprint(n+1), func(t *testing.T) { failOver(t, bin) })
	}
}

func failOver(t *testing.T, bin string) {
	server := testpg.StartServer(t)
	w := newWorld(t, bin, server.URL, 2)
	defer w.showJobs()
	load := func(atLeast int) *load {
		l := w.startLoadOn(6, w.nodes[0].url, w.nodes[1].url)
		awaitUntil(t, time.Minute, "messages are accepted", func() (bool, string) { return l.count() >= atLeast, fmt.Sprint(l.count()) })
		l.end()
		return l
	}
	before := load(100)
	server.Keep(t)
	lost := load(300)
	toldBefore := w.receiver.count()
	server.PutBack(t)
	after := load(200)

	w.settle(w.nodes[0].url, after.ids(), 2*time.Minute)
	// Statuses that were acknowledged and lost do not come again, so that what was
	// on its way then need not end.
	if gone := w.missing(before.ids()); len(gone) > 0 {
		t.Errorf("%d messages are gone that the server had, for example %s", len(gone), gone[0])
	}
	gone := w.missing(lost.ids())
	if len(gone) == 0 {
		t.Fatal("the server that took over lost nothing: this shows nothing")
	}
	events := 0
	awaitUntil(t, 2*time.Minute, "every event of the log reaches the receiver", func() (bool, string) {
		log := w.listed(w.nodes[0].url)
		missing := slices.DeleteFunc(log, func(e listedEvent) bool { return w.receiver.has(e.ID) })
		events = len(log)
		return len(missing) == 0, fmt.Sprintf("%d of %d do not, for example %+v", len(missing), events, missing)
	})
	for i, n := range w.nodes {
		if n.p.log.count(lossFound) == 0 {
			t.Errorf("node %d did not find out what was lost", i)
		}
	}
	told := w.receiver.told()
	for _, id := range after.ids() {
		if len(told[id]) == 0 {
			t.Errorf("the receiver was told nothing of %s", id)
		}
	}
	w.logs()
	t.Logf("%d messages before, %d of %d lost by the failover, %d after it; %d events were told before it; all %d events of the log were told",
		len(before.ids()), len(gone), len(lost.ids()), len(after.ids()), toldBefore, events)
}

// missing are those of the messages that are not there.
func (w *world) missing(ids []string) (gone []string) {
	w.t.Helper()
	for _, id := range ids {
		status, answer, err := w.try(w.nodes[0].url, "GET", "/v1/messages/"+id, "", nil)
		switch {
		case err == nil && status == http.StatusNotFound:
			gone = append(gone, id)
		case err != nil || status != http.StatusOK:
			w.t.Errorf("%s: %d %v %s", id, status, err, answer)
		}
	}
	return gone
}
