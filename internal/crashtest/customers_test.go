package crashtest

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

// crowd is a number of customers who write to the business, change what they
// wrote, and take it back, while the provider doubles and reorders what it
// posts. It keeps their side of the books.
type crowd struct {
	w       *world
	stop    chan struct{}
	writers sync.WaitGroup

	mu    sync.Mutex
	wrote map[string]*written // provider's id → what was written
}

type written struct {
	kind, text string
	revoked    bool
}

func (w *world) startCrowd(people int) *crowd {
	c := &crowd{w: w, stop: make(chan struct{}), wrote: map[string]*written{}}
	for i := range people {
		c.writers.Go(func() { c.write(i) })
	}
	return c
}

// end lets every customer finish a sentence.
func (c *crowd) end() {
	close(c.stop)
	c.writers.Wait()
}

// write is one customer. They own five numbers, so that several contacts come
// to life at any time.
func (c *crowd) write(i int) {
	for n := 0; ; n++ {
		select {
		case <-c.stop:
			return
		case <-time.After(rand.N(30 * time.Millisecond)):
		}
		from := fmt.Sprintf("+1646555%02d%02d", i, n%5)
		item := &written{kind: "text", text: fmt.Sprintf("Question %d of %d", n, i)}
		body := map[string]any{"from": from, "text": item.text}
		switch rand.IntN(6) {
		case 0:
			item.kind, item.text = "location", ""
			body = map[string]any{"from": from, "type": "location", "location": map[string]any{"latitude": 52.5, "longitude": 13.4}}
		case 1:
			item.kind, item.text = "unsupported", ""
			body = map[string]any{"from": from, "type": "unsupported"}
		}
		id := c.sent(c.w.control("POST", "/_sandbox/messages", body))
		if item.kind == "text" {
			c.changeMind(from, id, item)
		}
		c.mu.Lock()
		c.wrote[id] = item
		c.mu.Unlock()
	}
}

// changeMind edits some messages and takes some back.
func (c *crowd) changeMind(from, id string, item *written) {
	switch rand.IntN(8) {
	case 0:
		item.text += ", please"
		c.w.control("POST", "/_sandbox/phones/"+from, map[string]any{"edit": map[string]any{"messageId": id, "text": item.text}})
	case 1:
		item.revoked = true
		c.w.control("POST", "/_sandbox/phones/"+from, map[string]any{"delete": id})
	}
}

func (c *crowd) sent(answer []byte) string {
	var out struct{ MessageID string }
	if err := json.Unmarshal(answer, &out); err != nil || out.MessageID == "" {
		c.w.t.Errorf("the sandbox answered %s", answer)
	}
	return out.MessageID
}

// incoming is a received message as the API shows it.
type incoming struct {
	ProviderMessageID, Type string
	Text                    *struct{ Body string }
	RevokedAt               *time.Time
}

// verify compares the customers' books with the business's: every message is
// there once, as it was left, and was told of by one event of each kind.
func (c *crowd) verify(base string, within time.Duration) {
	t := c.w.t
	t.Helper()
	awaitUntil(t, within, "everything that customers wrote is applied", func() (bool, string) {
		have := c.w.inbound(base)
		missing, different, example := 0, 0, ""
		for id, want := range c.wrote {
			switch got := have[id]; {
			case len(got) == 0:
				missing, example = missing+1, id
			case !want.is(got[0]):
				different, example = different+1, fmt.Sprintf("%+v, want %+v", got[0], *want)
			}
		}
		return missing+different == 0, fmt.Sprintf("%d of %d are missing, %d are different (%s)", missing, len(c.wrote), different, example)
	})
	have := c.w.inbound(base)
	for id, list := range have {
		if len(list) > 1 {
			t.Errorf("%s is stored %d times", id, len(list))
		}
		if c.wrote[id] == nil {
			t.Errorf("%s was never written: %+v", id, list[0])
		}
	}
	told := c.w.receiver.told()
	for id := range c.wrote {
		for _, kind := range []string{"messages.received", "messages.upsert"} {
			if n := len(told[id][kind]); n != 1 {
				t.Errorf("%s: the receiver was told of %s under %d ids", id, kind, n)
			}
		}
	}
	t.Logf("customers wrote %d messages; each is stored once and was told of once", len(c.wrote))
}

func (want *written) is(got incoming) bool {
	if want.revoked {
		return got.Type == want.kind && got.RevokedAt != nil
	}
	return got.Type == want.kind && got.RevokedAt == nil && (want.kind != "text" || got.Text != nil && got.Text.Body == want.text)
}

// inbound returns every received message by the provider's id.
func (w *world) inbound(base string) map[string][]incoming {
	w.t.Helper()
	out := map[string][]incoming{}
	for cursor := ""; ; {
		var page struct {
			Data       []incoming
			NextCursor *string
		}
		w.api(base, "GET", "/v1/messages?direction=inbound&limit=200&cursor="+cursor, nil, &page)
		for _, m := range page.Data {
			out[m.ProviderMessageID] = append(out[m.ProviderMessageID], m)
		}
		if page.NextCursor == nil {
			return out
		}
		cursor = *page.NextCursor
	}
}
