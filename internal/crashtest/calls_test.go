package crashtest

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"
)

// tally is what the provider saw of one message.
type tally struct {
	calls    int // that carried the message's id
	accepted int // took effect, answered or not
	answered int // took effect and were answered in full or in part
	refused  int // answered with an error
	dropped  int // hung up on before the effect
}

// callLog copies the sandbox's log, which is a ring, before it wraps around.
type callLog struct {
	w *world

	mu    sync.Mutex
	after uint64
	by    map[string]*tally
	other int // calls whose body did not arrive
}

func watchCalls(w *world) *callLog {
	l := &callLog{w: w, by: map[string]*tally{}}
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-quit:
				return
			case <-time.After(250 * time.Millisecond):
				l.read()
			}
		}
	}()
	w.t.Cleanup(func() { close(quit); <-ended })
	return l
}

// read takes what is new in the log.
func (l *callLog) read() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for {
		var page struct {
			Calls []struct {
				N            uint64
				Path, Effect string
				Status       int
				Body         json.RawMessage
			}
		}
		text := l.w.control("GET", fmt.Sprintf("/_sandbox/log?after=%d&limit=2000", l.after), nil)
		if err := json.Unmarshal(text, &page); err != nil {
			l.w.t.Errorf("the sandbox's log: %v", err)
			return
		}
		for _, c := range page.Calls {
			if c.N != l.after+1 {
				l.w.t.Errorf("the sandbox's log lacks the calls from %d to %d", l.after+1, c.N-1)
			}
			l.after = c.N
			if strings.HasSuffix(c.Path, "/messages") {
				l.add(c.Body, c.Effect, c.Status)
			}
		}
		if len(page.Calls) < 2000 {
			return
		}
	}
}

func (l *callLog) add(body json.RawMessage, effect string, status int) {
	var sent struct {
		ID string `json:"biz_opaque_callback_data"`
	}
	if json.Unmarshal(body, &sent) != nil || sent.ID == "" {
		l.other++
		return
	}
	t := l.by[sent.ID]
	if t == nil {
		t = &tally{}
		l.by[sent.ID] = t
	}
	t.calls++
	switch {
	case strings.HasPrefix(effect, "accepted"):
		t.accepted++
		if status != 0 {
			t.answered++
		}
	case strings.HasPrefix(effect, "refused"):
		t.refused++
	case strings.Contains(effect, "dropped before"):
		t.dropped++
	default:
		l.w.t.Errorf("the log has an effect that the test does not know: %q", effect)
	}
}

// of returns what the provider saw of a message.
func (l *callLog) of(id string) tally {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.by[id]; t != nil {
		return *t
	}
	return tally{}
}

func (l *callLog) ids() (out []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for id := range l.by {
		out = append(out, id)
	}
	return out
}
