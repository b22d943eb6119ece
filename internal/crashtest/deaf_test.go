package crashtest

import (
	"fmt"
	"testing"
	"time"
)

// The grace counts only while the provider can reach the service: a status
// that it could not post meanwhile comes before the call is made again.
func TestTheGraceWaitsWhileNobodyHears(t *testing.T) {
	bothEngines(t, func(t *testing.T, bin, database string) {
		w := newWorld(t, bin, database, 1)
		n := w.nodes[0]
		hears := func(port int) {
			w.control("POST", "/_sandbox/config", map[string]any{"callbackUrl": fmt.Sprintf("http://127.0.0.1:%d/provider/webhook", port)})
		}
		hears(freePort(t))
		const count = 5
		w.control("POST", "/_sandbox/faults", onSends(map[string]any{"drop": "after", "times": count}))
		l := &load{w: w, accepted: map[string]string{}, bodies: map[string]map[string]any{}, targets: func() []string { return []string{n.url} }}
		for i := range count {
			key := fmt.Sprintf("deaf-%d", i)
			l.send(key, message(fmt.Sprintf("+1415555%04d", i), key))
		}
		awaitUntil(t, grace-time.Second, "every outcome is unknown", func() (bool, string) {
			unknown := w.metric(n, "crm_send_attempts_unknown_total")
			return unknown == count, fmt.Sprint(unknown)
		})
		noted := time.Now()
		w.terminate(n)
		awaitUntil(t, 2*grace, "the grace is over", func() (bool, string) { return time.Since(noted) > grace, "" })
		w.start(n)
		ready := time.Now()
		awaitUntil(t, grace, "half of another grace is over", func() (bool, string) { return time.Since(ready) > grace/2, "" })
		w.control("POST", "/_sandbox/config", map[string]any{"callbackUrl": n.url + "/provider/webhook"})
		w.settle(n.url, l.ids(), 30*time.Second)
		w.calls.read()
		for _, id := range l.ids() {
			if got := w.calls.of(id).accepted; got != 1 {
				t.Errorf("the provider took %s %d times", id, got)
			}
		}
	})
}
