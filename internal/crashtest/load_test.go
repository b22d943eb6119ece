package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// load is a set of clients that send as the documentation tells them to: each
// request has a key, and one without an answer is made again with the same.
type load struct {
	w       *world
	name    string          // what its keys begin with
	targets func() []string // where to send; asked anew for each request
	stop    chan struct{}
	clients sync.WaitGroup

	mu       sync.Mutex
	accepted map[string]string // Idempotency-Key → messageId
	bodies   map[string]map[string]any

	retried atomic.Int64
}

func (w *world) startLoad(clients int) *load { return w.startLoadOn(clients, w.nodes[0].url) }

// startLoadOn lets the clients choose one of the targets for each request.
func (w *world) startLoadOn(clients int, targets ...string) *load {
	l := &load{w: w, name: fmt.Sprintf("load-%d", w.loads.Add(1)), stop: make(chan struct{}), accepted: map[string]string{}, bodies: map[string]map[string]any{},
		targets: func() []string { return targets }}
	for c := range clients {
		l.clients.Go(func() { l.client(c) })
	}
	return l
}

// end stops new messages and waits until every request has its answer.
func (l *load) end() {
	l.w.t.Helper()
	close(l.stop)
	l.clients.Wait()
}

func (l *load) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.accepted)
}

func (l *load) client(c int) {
	for i := 0; ; i++ {
		select {
		case <-l.stop:
			return
		case <-time.After(rand.N(20 * time.Millisecond)):
		}
		to := fmt.Sprintf("+1415555%02d%02d", c, rand.IntN(40))
		key := fmt.Sprintf("%s-%d-%d", l.name, c, i)
		l.send(key, message(to, key))
		if rand.IntN(10) == 0 {
			l.send(key, message(to, key)) // a client that did not see its answer
		}
	}
}

func message(to, order string) map[string]any {
	return map[string]any{"to": to, "type": "template", "templateName": "order_shipped", "language": "en_US",
		"parameters": map[string]string{"name": "Maria", "order_number": order, "eta": "on Friday"},
		"metadata":   map[string]string{"order": order}}
}

// send makes one request until it is answered, and notes the answer.
func (l *load) send(key string, body map[string]any) {
	for deadline := time.Now().Add(90 * time.Second); ; {
		targets := l.targets()
		status, answer, err := l.w.try(targets[rand.IntN(len(targets))], "POST", "/v1/messages", key, body)
		if err == nil && status == http.StatusAccepted {
			l.note(key, body, answer)
			return
		}
		running := status == http.StatusConflict && strings.Contains(string(answer), "idempotency")
		if err == nil && status < 500 && status != http.StatusTooManyRequests && !running {
			l.w.t.Errorf("%s: refused with %d %s", key, status, answer)
			return
		}
		if time.Now().After(deadline) {
			l.w.t.Errorf("%s: no answer for 90 s: %d %v %s", key, status, err, answer)
			return
		}
		l.retried.Add(1)
		time.Sleep(rand.N(20 * time.Millisecond)) // the pace of a client, not a condition
	}
}

func (l *load) note(key string, body map[string]any, answer []byte) {
	var out struct{ MessageID string }
	if err := json.Unmarshal(answer, &out); err != nil || out.MessageID == "" {
		l.w.t.Errorf("%s: accepted with %s", key, answer)
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if have, again := l.accepted[key]; again && have != out.MessageID {
		l.w.t.Errorf("%s gave two messages: %s and %s", key, have, out.MessageID)
	}
	l.accepted[key], l.bodies[key] = out.MessageID, body
}

// replay makes every request once more: each must give its first answer.
func (l *load) replay() {
	l.mu.Lock()
	keys := map[string]map[string]any{}
	for key, body := range l.bodies {
		keys[key] = body
	}
	l.mu.Unlock()
	for key, body := range keys {
		l.send(key, body)
	}
}

// faultScript makes the provider misbehave at random until stop is called.
func (w *world) faultScript(kinds []map[string]any) (stop func()) {
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-quit:
				w.control("DELETE", "/_sandbox/faults", nil)
				return
			case <-time.After(50*time.Millisecond + rand.N(100*time.Millisecond)):
			}
			f := map[string]any{"times": 1 + rand.IntN(3)}
			for k, v := range kinds[rand.IntN(len(kinds))] {
				f[k] = v
			}
			if f["delayMs"] != nil {
				f["delayMs"] = 20 + rand.IntN(400)
			}
			w.control("POST", "/_sandbox/faults", f)
		}
	}()
	return func() { close(quit); <-ended }
}

func onSends(more map[string]any) map[string]any {
	more["match"] = map[string]any{"kind": "send"}
	return more
}

func onWebhooks(more map[string]any) map[string]any {
	more["match"] = map[string]any{"kind": "webhook"}
	return more
}

// survivable are the faults after which every message is sent exactly once.
var survivable = []map[string]any{
	onSends(map[string]any{"drop": "before"}),
	onSends(map[string]any{"drop": "after"}),
	onSends(map[string]any{"drop": "after", "delayMs": true}),
	onSends(map[string]any{"drop": "after", "statuses": "reordered"}),
	onSends(map[string]any{"malformed": true}),
	onSends(map[string]any{"delayMs": true}),
	onSends(map[string]any{"code": 131000}),
	onSends(map[string]any{"code": 131016}),
	onSends(map[string]any{"code": 130429}),
	onSends(map[string]any{"status": 500, "code": 131000}),
	onSends(map[string]any{"async": true, "code": 131026}),
	onSends(map[string]any{"statuses": "doubled"}),
	onSends(map[string]any{"statuses": "reordered"}),
	onWebhooks(map[string]any{"double": true}),
	onWebhooks(map[string]any{"reorder": true}),
	onWebhooks(map[string]any{"drop": "after"}),
	onWebhooks(map[string]any{"badSignature": true}),
}
