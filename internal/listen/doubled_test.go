package listen_test

import (
	"net/http"
	"strings"
	"testing"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/listen"
	"service.example/crm/internal/testkit"
)

// A receiver that an endpoint posts to as well is told of it in one line, by
// whatever name this machine has in the two URLs; a key that may not look at the
// endpoints works all the same.
func TestWarnsOfAnEndpointWithTheSameReceiver(t *testing.T) {
	k := testkit.New(t, testkit.Options{})
	made := k.Do(http.MethodPost, "/v1/webhook-endpoints", k.Key, map[string]any{"url": "http://127.0.0.1:3999/webhook", "events": []string{"template.status_updated"}})
	id := made.Text("id")
	write(k, "cnv_a", 1)
	comes := func(log *text) func() bool {
		return func() bool { return strings.Contains(log.String(), "messages.received") }
	}
	for url, warned := range map[string]bool{"http://localhost:3999/webhook": true, "http://127.0.0.1:3999/webhook/": true,
		"http://localhost:3999/other": false, "http://localhost:3998/webhook": false} {
		log, stop := run(k, listen.Options{ForwardTo: url, Restart: 1})
		k.Eventually("the event is forwarded", comes(log))
		k.Must(stop())
		if got := strings.Count(log.String(), id+" also posts to"); got > 1 || (got == 1) != warned {
			t.Errorf("forwarding to %s: %s", url, log.String())
		}
	}
	log, stop := run(k, listen.Options{ForwardTo: "http://localhost:3999/webhook", Restart: 1, APIKey: k.NewKey(k.WorkspaceID, crm.ScopeEventsRead)})
	k.Eventually("the event is forwarded", comes(log))
	k.Must(stop())
	if strings.Contains(log.String(), "twice") || !strings.Contains(log.String(), "Stopped.") {
		t.Error(log.String())
	}
	k.Do(http.MethodPatch, "/v1/webhook-endpoints/"+id, k.Key, map[string]any{"enabled": false})
	log, stop = run(k, listen.Options{ForwardTo: "http://localhost:3999/webhook", Restart: 1})
	k.Eventually("the event is forwarded", comes(log))
	k.Must(stop())
	if strings.Contains(log.String(), "twice") {
		t.Error("a disabled endpoint is told of")
	}
}
