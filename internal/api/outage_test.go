package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"service.example/crm/internal/config"
	"service.example/crm/internal/sandbox"
	"service.example/crm/internal/testkit"
)

// backlog is how many messages are accepted while the provider is away;
// CRM_OUTAGE_MESSAGES sets it.
func backlog(t *testing.T, otherwise int) int {
	text := os.Getenv("CRM_OUTAGE_MESSAGES")
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1000 {
		t.Fatalf("CRM_OUTAGE_MESSAGES=%q is no number of messages from 1000 on", text)
	}
	return n
}

const (
	outagePeople = 500  // whom the messages go to
	outageBatch  = 1000 // messages of one request
	outageHours  = 6
	outageProbes = 200 // accepts that are timed
	outageLog    = 1 << 14
	outageTell   = 10 * time.Second // between two lines of progress
	outageStall  = 2 * time.Minute  // without progress
)

// While the provider is away for one account, messages wait at no cost, other
// accounts go on, and then all are sent once and in order.
func TestAnOutageOfTheProviderFailsNothing(t *testing.T) {
	options := testkit.Options{OneByOne: true, LongPauses: true, Config: func(c *config.Serve) { c.RateLimit = 100_000 },
		Sandbox: func(c *sandbox.Config) { c.Accounts[0].Phones[0].Throughput, c.LogLimit = 1000, outageLog }}
	testkit.OnBoth(t, options, func(t *testing.T, k *testkit.Kit) {
		o := &outage{t: t, k: k, count: backlog(t, 3000), last: map[string]int{}, told: time.Now()}
		if k.DB().Engine() == "postgres" {
			o.count = backlog(t, 1000)
		}
		healthy := o.accepts(func(n int) map[string]any { return shipped("+14155569000", n) })
		o.read()
		k.Must(k.Sandbox().SetFaults(sandbox.Fault{Match: sandbox.Match{Kind: "send", Path: k.ProviderNumberID}, Status: 503, Code: 2}))
		o.fill()
		k.Eventually("the provider is left alone", func() bool {
			before := k.Sandbox().Stats().Calls
			time.Sleep(300 * time.Millisecond) // the length of the look, not a condition
			o.read()
			return k.Sandbox().Stats().Calls-before <= 2
		})
		away := o.accepts(func(n int) map[string]any { return shipped(waitsFor(n), o.count+n) })
		t.Logf("an accept takes %s while the provider is away, %s with it", away, healthy)
		if away.median > 2*healthy.median+20*time.Millisecond {
			t.Errorf("an accept takes %s while the provider is away, %s when it is there", away, healthy)
		}
		id := k.Do(http.MethodPost, "/v1/messages", k.Other.Key, shipped("+14155569001", 1)).Text("messageId")
		k.Eventually("another account goes on", func() bool {
			return k.Do(http.MethodGet, "/v1/messages/"+id, k.Other.Key, nil).Text("status") == "delivered"
		})
		o.wait()
		k.Must(k.Sandbox().SetFaults())
		o.drain(o.count + 2*outageProbes)
	})
}

// outage is one run. It remembers a number per person, however many messages
// there are, and reads the provider's log while that is written.
type outage struct {
	t     *testing.T
	k     *testkit.Kit
	count int // messages that wait

	after   uint64         // how far the provider's log was read
	taken   int            // messages that the provider took
	last    map[string]int // the newest of each person
	strayed int            // messages that came out of order, or twice
	told    time.Time      // when the last line of progress was written
}

func waitsFor(n int) string { return fmt.Sprintf("+1415555%04d", n%outagePeople) }

func shipped(to string, n int) map[string]any {
	return map[string]any{"to": to, "type": "template", "templateName": "order_shipped", "language": "en_US",
		"parameters": map[string]string{"name": "Maria", "order_number": strconv.Itoa(n), "eta": "on Friday"}}
}

// fill accepts the messages that wait.
func (o *outage) fill() {
	o.t.Helper()
	began, slow := time.Now(), time.Duration(0)
	for from := 0; from < o.count; from += outageBatch {
		messages := make([]any, min(outageBatch, o.count-from))
		for i := range messages {
			messages[i] = shipped(waitsFor(from+i), from+i)
		}
		asked := time.Now()
		if r := o.k.Do(http.MethodPost, "/v1/messages/batch", o.k.Key, map[string]any{"messages": messages}); r.Status >= 300 {
			o.t.Fatalf("%d %s", r.Status, r.Body)
		}
		slow = max(slow, time.Since(asked))
		o.read()
		o.tell("%d of %d messages are accepted, %.0f/s, the slowest %d in %s", from+len(messages), o.count,
			float64(from+len(messages))/time.Since(began).Seconds(), outageBatch, slow.Round(time.Millisecond))
	}
	took := time.Since(began)
	o.t.Logf("%d messages were accepted in %s, %.0f/s, the slowest %d in %s", o.count, took.Round(time.Millisecond),
		float64(o.count)/took.Seconds(), outageBatch, slow.Round(time.Millisecond))
}

// wait lets the hours of the outage go by and measures what that costs.
func (o *outage) wait() {
	o.t.Helper()
	used, began := cpu(o.t), time.Now()
	for range outageHours {
		o.k.Advance(time.Hour)
		time.Sleep(500 * time.Millisecond) // the length of the measurement
	}
	share := float64(cpu(o.t)-used) / float64(time.Since(began))
	o.t.Logf("waiting takes %.0f %% of a core", 100*share)
	if share > 0.35 {
		o.t.Errorf("waiting takes %.0f %% of a core", 100*share)
	}
	o.read()
}

// drain waits until the provider has taken all that was accepted. A slow machine
// takes longer; what fails is a stretch in which nothing is taken.
func (o *outage) drain(all int) {
	o.t.Helper()
	began, moved, before := time.Now(), time.Now(), o.taken
	for o.taken < all {
		taken := o.taken
		if o.read(); o.taken > taken {
			moved = time.Now()
		}
		if time.Since(moved) > outageStall {
			o.t.Fatalf("%d of %d messages were sent, and none for %s: %v", o.taken, all, outageStall, o.statuses())
		}
		o.tell("%d of %d messages are sent, %.0f/s", o.taken, all, float64(o.taken-before)/time.Since(began).Seconds())
		time.Sleep(20 * time.Millisecond)
	}
	took := time.Since(began)
	for begun, before := time.Now(), ""; ; time.Sleep(time.Second) {
		rows := o.statuses()
		if s := fmt.Sprint(rows); s != before {
			begun, before = time.Now(), s
		}
		if !slices.ContainsFunc(rows, func(r testkit.Row) bool {
			return r["status"] == "queued" || r["status"] == "failed" || r["status"] == "expired"
		}) {
			break
		}
		if time.Since(begun) > outageStall/4 {
			o.t.Errorf("the provider took %d messages, and the service tells %v", o.taken, rows)
			break
		}
		o.read()
	}
	o.read()
	stored, twice := 0, o.k.Sandbox().Stats().DuplicateCount
	for _, r := range o.statuses() {
		stored += int(r["n"].(int64))
	}
	o.t.Logf("%d messages were sent in %s after the provider was back, %.0f/s; %d lost, %d doubled, %d out of order",
		all-before, took.Round(time.Millisecond), float64(all-before)/took.Seconds(), all-o.taken, twice, o.strayed)
	if o.taken != all || stored != all || twice > 0 || o.strayed > 0 {
		o.t.Errorf("the provider took %d messages, %d of them twice and %d out of order, and %d are stored; want %d", o.taken, twice, o.strayed, stored, all)
	}
}

// statuses counts the messages of the account by status.
func (o *outage) statuses() []testkit.Row {
	return o.k.Rows("SELECT status, count(*) AS n FROM message_states WHERE workspace_id = '%s' GROUP BY status ORDER BY status", o.k.WorkspaceID)
}

// read goes on in the provider's log: each person gets its messages in the order
// of their numbers, each once.
func (o *outage) read() {
	o.t.Helper()
	for {
		page, newest := o.k.Sandbox().Log(o.after, 1000)
		for _, c := range page {
			if c.N != o.after+1 {
				o.t.Fatalf("the calls %d to %d of the provider's log are gone before they were read", o.after+1, c.N-1)
			}
			o.after = c.N
			if strings.HasPrefix(c.Effect, "accepted") && strings.Contains(c.Path, o.k.ProviderNumberID) {
				o.take(c.Body)
			}
		}
		if o.after >= newest {
			return
		}
	}
}

// take notes a message that the provider took.
func (o *outage) take(text []byte) {
	o.t.Helper()
	var body struct {
		To       string
		Template struct {
			Components []struct {
				Parameters []struct {
					Name string `json:"parameter_name"`
					Text string
				}
			}
		}
	}
	o.k.Must(json.Unmarshal(text, &body))
	for _, p := range body.Template.Components[0].Parameters {
		if p.Name != "order_number" {
			continue
		}
		n, err := strconv.Atoi(p.Text)
		o.k.Must(err)
		if before, has := o.last[body.To]; has && n <= before {
			if o.strayed++; o.strayed <= 5 {
				o.t.Errorf("%s got message %d after %d", body.To, n, before)
			}
		}
		o.last[body.To] = n
		o.taken++
	}
}

// tell writes a line of progress, not more than one in ten seconds.
func (o *outage) tell(format string, args ...any) {
	o.t.Helper()
	if time.Since(o.told) >= outageTell {
		o.told = time.Now()
		o.t.Logf(format, args...)
	}
}

// latency is how long requests took.
type latency struct{ median, high time.Duration }

func (l latency) String() string {
	return fmt.Sprintf("%s, 99 of 100 at most %s", l.median.Round(10*time.Microsecond), l.high.Round(10*time.Microsecond))
}

// accepts times accepts, one after the other.
func (o *outage) accepts(body func(n int) map[string]any) latency {
	o.t.Helper()
	var took []time.Duration
	for n := range outageProbes {
		began := time.Now()
		o.k.SendMessage(body(n))
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	return latency{took[outageProbes/2], took[outageProbes*99/100-1]}
}

// cpu is the processor time that this process has used.
func cpu(t *testing.T) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
