package crashtest

import (
	"fmt"
	"testing"
	"time"

	"service.example/crm/internal/testkit/testpg"
)

// takenOver is when a survivor has ended all that a dead node held: after its
// lease of 20 s, and the grace of the calls that it was making.
const takenOver = time.Minute

// Of two nodes on one database one is killed for good: the other takes over
// what it held once its lease has run out, and nothing is lost or doubled.
func TestASurvivorTakesOver(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a lease of 20 s")
	}
	database := testpg.New(t)
	w := newWorld(t, build(t), database, 2)
	l := w.startLoadOn(6, w.nodes[0].url, w.nodes[1].url)
	calm := w.faultScript(survivable)
	awaitUntil(t, 3*time.Minute, "messages are accepted", func() (bool, string) { n := l.count(); return n > 500, fmt.Sprint(n) }) // however busy the machine is
	w.nodes[0].p.kill()
	killed := time.Now()
	before := l.ids()
	awaitUntil(t, time.Minute, "the survivor alone accepts messages", func() (bool, string) {
		n := l.count() - len(before)
		return n > 200, fmt.Sprint(n, " accepted since the kill")
	})
	calm()
	l.end()
	w.settle(w.nodes[1].url, before, time.Until(killed.Add(takenOver)))
	took := time.Since(killed)
	r := w.verify(w.nodes[1].url, l, 2*time.Minute)
	w.logs()
	t.Logf("%d messages were accepted before the kill, all are final %s after it: %s", len(before), took.Round(time.Millisecond), r)
}
