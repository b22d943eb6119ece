package sandbox

import (
	"hash/maphash"
	"strconv"
	"sync"
	"sync/atomic"
)

// Stats counts what happened since the start.
type Stats struct {
	Accepted  int64 `json:"accepted"`  // sends answered with 200
	Refused   int64 `json:"refused"`   // sends answered with an error
	Failing   int64 `json:"failing"`   // of the accepted: those that end as failed
	Delivered int64 `json:"delivered"` // messages that reached a phone
	Inbound   int64 `json:"inbound"`   // customers' messages

	// Times tells how many callback data were effective once, twice, …: an
	// accepted message is effective unless it ends as failed.
	Times map[string]int64 `json:"times"`
	// Duplicates are callback data that were effective more than once (the
	// first 1000 of them), DuplicateCount how many there are.
	Duplicates     []string `json:"duplicates"`
	DuplicateCount int64    `json:"duplicateCount"`

	Webhooks WebhookStats `json:"webhooks"`
	Calls    uint64       `json:"calls"` // provider calls of any kind
}

// WebhookStats counts posts, except Pending, Abandoned, Dropped and Lost, which
// count the items inside.
type WebhookStats struct {
	Posted    int64 `json:"posted"`
	OK        int64 `json:"ok"`
	Failed    int64 `json:"failed"`
	Pending   int64 `json:"pending"`   // statuses and webhooks still to come
	Abandoned int64 `json:"abandoned"` // given up after the last retry
	Dropped   int64 `json:"dropped"`   // for lack of room
	Lost      int64 `json:"lost"`      // by a fault
}

type counters struct {
	accepted, refused, failing, delivered, inbound   atomic.Int64
	webhooksPosted, webhooksOK, webhooksFailed       atomic.Int64
	webhooksAbandoned, webhooksDropped, webhooksLost atomic.Int64

	seed maphash.Seed
	mu   sync.Mutex
	// How often callback data were effective, by hash. Two generations bound
	// it: a repetition is noticed over at least the newest maxEffective ones.
	times, older map[uint64]int
	histogram    map[int]int64
	duplicates   []string
	repeated     int64
}

const (
	maxEffective  = 2_000_000
	maxDuplicates = 1000
)

func (c *counters) init() {
	c.seed = maphash.MakeSeed()
	c.times, c.histogram = map[uint64]int{}, map[int]int64{}
}

// effective counts a message that the customer will get.
func (c *counters) effective(m *message) {
	if m.callback == nil {
		return
	}
	h := maphash.String(c.seed, *m.callback)
	c.mu.Lock()
	defer c.mu.Unlock()
	n, known := c.times[h]
	if !known {
		n = c.older[h]
	}
	if len(c.times) >= maxEffective {
		c.older, c.times = c.times, map[uint64]int{}
	}
	c.times[h] = n + 1
	c.histogram[n+1]++
	if n == 0 {
		return
	}
	c.histogram[n]--
	if n == 1 {
		c.repeated++
		if len(c.duplicates) < maxDuplicates {
			c.duplicates = append(c.duplicates, *m.callback)
		}
	}
}

// Stats returns the counters as they are now.
func (s *Server) Stats() Stats {
	c := &s.stats
	out := Stats{
		Accepted: c.accepted.Load(), Refused: c.refused.Load(), Failing: c.failing.Load(),
		Delivered: c.delivered.Load(), Inbound: c.inbound.Load(),
		Times: map[string]int64{}, Duplicates: []string{},
		Webhooks: WebhookStats{
			Posted: c.webhooksPosted.Load(), OK: c.webhooksOK.Load(), Failed: c.webhooksFailed.Load(),
			Pending: s.pending.n.Load(), Abandoned: c.webhooksAbandoned.Load(),
			Dropped: c.webhooksDropped.Load(), Lost: c.webhooksLost.Load(),
		},
	}
	_, out.Calls = s.Log(^uint64(0)-1, 0)
	c.mu.Lock()
	defer c.mu.Unlock()
	for times, n := range c.histogram {
		if n > 0 {
			out.Times[strconv.Itoa(times)] = n
		}
	}
	out.Duplicates, out.DuplicateCount = append(out.Duplicates, c.duplicates...), c.repeated
	return out
}
