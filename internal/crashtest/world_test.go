package crashtest

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"service.example/crm/internal/db"
	"service.example/crm/internal/testkit/testpg"
)

const (
	account = "200000000000001" // the sandbox's account and its secrets
	token   = "EAAsandbox"
	grace   = 10 * time.Second
)

// world is a deployment with its provider and a receiver of its events.
type world struct {
	// eventsWithin is how long events may take to reach the receiver; 30 s
	// unless the database itself is killed, whose backlog takes longer.
	eventsWithin time.Duration

	t         *testing.T
	bin       string
	database  string
	workspace string
	env       []string
	sandbox   string
	key       string
	receiver  *receiver
	further   []*subscriber
	lease     time.Duration // of a node
	grace     time.Duration // for calls to the provider with an unknown outcome
	calls     *callLog
	loads     atomic.Int64
	http      *http.Client

	mu    sync.Mutex
	nodes []*node
	ready []time.Duration
}

// node is one crm serve that keeps its port over restarts.
type node struct {
	url string
	p   *process
}

// newWorld sets a deployment up: database, workspace, key and number exist,
// the receiver is registered, and n nodes run. The provider posts to the last.
func newWorld(t *testing.T, bin, database string, n int) *world {
	t.Helper()
	lease := db.NodeLease
	if n == 1 { // it waits for its former self only
		lease = 2 * time.Second
	}
	return newLeasedWorld(t, bin, database, n, lease)
}

// newLeasedWorld is newWorld whose nodes count as alive for so long when they are silent.
func newLeasedWorld(t *testing.T, bin, database string, n int, lease time.Duration) *world {
	t.Helper()
	w := newEmptyWorld(t, bin, database, lease, grace)
	run(t, bin, w.env, token, "admin", "connect-number", w.workspace, account)
	w.populate(n)
	w.receiver = newReceiver(t, 20, 10)
	w.receiver.secret = w.register(w.receiver, nil)
	w.calls = watchCalls(w)
	return w
}

// newEmptyWorld sets up a provider, and a database with a workspace and its key. No node
// runs.
func newEmptyWorld(t *testing.T, bin, database string, lease, grace time.Duration) *world {
	t.Helper()
	var master [32]byte
	_, _ = rand.Read(master[:])
	w := &world{t: t, bin: bin, database: database, sandbox: startSandbox(t, bin), lease: lease, grace: grace,
		http: &http.Client{Timeout: 15 * time.Second, Transport: &http.Transport{MaxIdleConnsPerHost: 64}}}
	w.env = []string{"CRM_DATABASE=" + database, "CRM_MASTER_KEY=" + base64.StdEncoding.EncodeToString(master[:]),
		"CRM_PROVIDER_URL=" + w.sandbox, "CRM_MEDIA=" + t.TempDir()}
	out := run(t, bin, w.env, "", "admin", "create-workspace", "Load", "--live", "--language", "en_US")
	workspace := regexp.MustCompile(`wsp_\w+`).FindString(out)
	w.key = regexp.MustCompile(`sk_\w+`).FindString(out)
	if workspace == "" || w.key == "" {
		t.Fatalf("create-workspace printed %q", out)
	}
	w.workspace = workspace
	return w
}

// populate starts n nodes. The provider posts to the last.
func (w *world) populate(n int) {
	w.t.Helper()
	for range n {
		w.nodes = append(w.nodes, &node{url: "http://127.0.0.1:" + strconv.Itoa(freePort(w.t))})
	}
	for _, n := range w.nodes {
		w.start(n)
	}
	w.control("POST", "/_sandbox/config", map[string]any{"callbackUrl": w.nodes[n-1].url + "/provider/webhook"})
}

// eachEngine runs a test on every database engine, at once: what is killed waits more than
// it works. It returns when all have ended.
func eachEngine(t *testing.T, test func(t *testing.T, bin, database string)) {
	var engines sync.WaitGroup
	defer engines.Wait()
	for _, run := range onEngines(t, test) {
		engines.Go(run)
	}
}

// oneByOne is eachEngine for what measures time or memory.
func oneByOne(t *testing.T, test func(t *testing.T, bin, database string)) {
	for _, run := range onEngines(t, test) {
		run()
	}
}

func onEngines(t *testing.T, test func(t *testing.T, bin, database string)) []func() {
	bin := build(t)
	return []func(){
		func() { t.Run("sqlite", func(t *testing.T) { test(t, bin, filepath.Join(t.TempDir(), "crm.db")) }) },
		func() { t.Run("postgres", func(t *testing.T) { test(t, bin, testpg.New(t)) }) },
	}
}

// bothEngines is eachEngine for what mostly waits for time to pass: both wait
// together.
func bothEngines(t *testing.T, test func(t *testing.T, bin, database string)) {
	eachEngine(t, func(t *testing.T, bin, database string) {
		t.Parallel()
		test(t, bin, database)
	})
}

// start starts or restarts a node and waits until it is ready.
func (w *world) start(n *node) {
	w.t.Helper()
	since := time.Now()
	n.p = spawn(w.t, w.bin, w.env, nil, "serve", "--listen", strings.TrimPrefix(n.url, "http://"),
		"--app-secret", "sandbox-app-secret", "--verify-token", "sandbox-verify-token", "--unknown-grace", w.grace.String(), "--node-lease", w.lease.String(),
		"--allow-loopback-receivers", "--rate-limit", "100000", "--log-level", "warn",
		"--webhook-schedule", "100ms,200ms,300ms"+strings.Repeat(",500ms", 17))
	took := awaitReady(w.t, n.p, n.url, since)
	w.mu.Lock()
	w.ready = append(w.ready, took)
	w.mu.Unlock()
}

// restartEach kills every node and starts it again, one after the other, and returns how many
// there are.
func (w *world) restartEach() int {
	w.t.Helper()
	for _, n := range w.nodes {
		n.p.kill()
		w.logs()
		w.start(n)
	}
	return len(w.nodes)
}

// register makes a receiver a webhook endpoint and returns its secret.
func (w *world) register(r *receiver, settings map[string]any) string {
	w.t.Helper()
	in := map[string]any{"url": r.url()}
	for name, value := range settings {
		in[name] = value
	}
	var out struct{ Secret string }
	w.api(w.nodes[0].url, "POST", "/v1/webhook-endpoints", in, &out)
	return out.Secret
}

// api makes a call that must succeed.
func (w *world) api(base, method, path string, in, out any) {
	w.t.Helper()
	status, answer, err := w.try(base, method, path, "", in)
	if err != nil || status >= 300 {
		w.t.Fatalf("%s %s: %d %v %s", method, path, status, err, answer)
	}
	if err := json.Unmarshal(answer, out); err != nil {
		w.t.Fatalf("%s %s: %v in %s", method, path, err, answer)
	}
}

// try makes a call that may fail.
func (w *world) try(base, method, path, idempotencyKey string, in any) (status int, answer []byte, err error) {
	body, err := json.Marshal(in)
	if err != nil {
		return 0, nil, err
	}
	req, err := http.NewRequest(method, base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Authorization", "Bearer "+w.key)
	if idempotencyKey != "" {
		req.Header.Set("Idempotency-Key", idempotencyKey)
	}
	res, err := w.http.Do(req)
	if err != nil {
		return 0, nil, err
	}
	defer res.Body.Close()
	answer, err = io.ReadAll(res.Body)
	return res.StatusCode, answer, err
}

// control calls the sandbox's control API and returns its answer.
func (w *world) control(method, path string, in any) []byte {
	w.t.Helper()
	status, answer, err := w.try(w.sandbox, method, path, "", in)
	if err != nil || status != http.StatusOK {
		w.t.Errorf("%s %s: %d %v %s", method, path, status, err, answer)
	}
	return answer
}

// stats are the sandbox's counters.
type stats struct {
	Accepted, Refused, Failing int64
	Times                      map[string]int64
	Duplicates                 []string
	DuplicateCount             int64
	Webhooks                   struct{ Pending, Abandoned, Dropped, Lost int64 }
}

func (w *world) stats() (s stats) {
	w.t.Helper()
	if err := json.Unmarshal(w.control("GET", "/_sandbox/stats", nil), &s); err != nil {
		w.t.Fatal(err)
	}
	return s
}

// metric reads one counter of a node.
func (w *world) metric(n *node, name string) int {
	w.t.Helper()
	_, text, err := w.try(n.url, "GET", "/metrics", "", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+" "); ok {
			f, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil {
				w.t.Fatal(err)
			}
			return int(f)
		}
	}
	w.t.Fatalf("there is no metric %s", name)
	return 0
}

// logs fails on panics and shows what the nodes complained about.
func (w *world) logs() {
	w.t.Helper()
	kinds := map[string]int{}
	for _, n := range w.nodes {
		for _, line := range n.p.log.lines() {
			_, msg, _ := strings.Cut(line, " msg=")
			kinds[fmt.Sprintf("%.200s", msg)]++
			if strings.Contains(line, "panic") {
				w.t.Errorf("a node panicked: %.2000s", line)
			}
		}
	}
	for line, times := range kinds {
		w.t.Logf("logged %d times: %s", times, line)
	}
}

// awaitUntil polls a condition until it holds or the deadline has passed.
func awaitUntil(t *testing.T, within time.Duration, what string, holds func() (bool, string)) {
	t.Helper()
	for deadline := time.Now().Add(within); ; time.Sleep(25 * time.Millisecond) {
		ok, state := holds()
		if ok {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: not within %s: %s", what, within, state)
		}
	}
}
