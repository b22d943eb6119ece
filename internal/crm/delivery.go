package crm

import (
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// DeliveryLife is how long deliveries and their attempts are kept. What is
// older cannot be told from what was missed.
const DeliveryLife = 30 * 24 * time.Hour

// DeliveryState is how far an event has come on its way to an endpoint.
type DeliveryState string

// DeliveryTrigger is what puts a delivery on its way.
type DeliveryTrigger string

// The triggers of deliveries and their attempts.
const (
	TriggerAuto   DeliveryTrigger = "auto"   // the event itself
	TriggerManual DeliveryTrigger = "manual" // somebody asked for this one
	TriggerReplay DeliveryTrigger = "replay" // a bulk redelivery
	TriggerTest   DeliveryTrigger = "test"   // a sample for this endpoint alone
)

// Delivery is one event's journey to one endpoint. The last attempt is nil
// before the first.
type Delivery struct {
	EndpointID   string
	EventID      string
	Kind         EventKind
	EventAt      time.Time
	State        DeliveryState
	Trigger      DeliveryTrigger
	Attempts     int
	NextAt       *time.Time // while it is pending
	RedeliveryID string
	Last         *DeliveryAttempt
}

// ID names the delivery among those of its endpoint.
func (d *Delivery) ID() string { return DeliveryID(d.EventID) }

// DeliveryAttempt is one call to a receiver, as it was made and answered.
type DeliveryAttempt struct {
	Number        int
	Trigger       DeliveryTrigger
	StartedAt     time.Time
	Latency       time.Duration
	StatusCode    int    // 0 without an answer
	Error         string // "" when it succeeded
	Signature     string // the webhook-signature that was sent
	BatchID       string // the webhook-id of a call with several events; "" for the event's own
	AnswerHeaders string // "Name: value" by line
	AnswerBody    []byte // the first 4 KiB
	// RequestHeaders are what was sent, by lower-case name.
	RequestHeaders map[string]string
}

// Class says what came of the attempt.
func (a *DeliveryAttempt) Class() AttemptClass { return ClassOfAttempt(a.StatusCode, a.Error) }

// DeliveryDetail is a delivery with the bytes that are posted and every attempt
// that is kept, oldest first.
type DeliveryDetail struct {
	Delivery
	Body json.RawMessage
	List []DeliveryAttempt
}

// DeliveryFilter picks deliveries of an endpoint; what is empty picks all.
type DeliveryFilter struct {
	EventID      string
	Kind         EventKind
	State        DeliveryState
	Since, Until *time.Time // of the event
}

// EventID returns the event of a delivery by the delivery's identifier.
func EventID(deliveryID string) string {
	return PrefixEvent + strings.TrimPrefix(deliveryID, PrefixDelivery)
}

// AttemptClass is what came of an attempt.
type AttemptClass string

const (
	AttemptSucceeded   AttemptClass = "succeeded"
	AttemptRedirect    AttemptClass = "redirect" // which is not followed
	AttemptClientError AttemptClass = "client_error"
	AttemptServerError AttemptClass = "server_error"
	AttemptTimeout     AttemptClass = "timeout"
	AttemptConnection  AttemptClass = "connection"
	AttemptDNS         AttemptClass = "dns"
	AttemptTLS         AttemptClass = "tls"
	AttemptForbidden   AttemptClass = "forbidden"   // the URL may not be called
	AttemptOwnNetwork  AttemptClass = "own_network" // nothing is known of the receiver
	AttemptOther       AttemptClass = "other"
)

// AttemptClasses are the classes in the order in which counts of them are stored.
var AttemptClasses = []AttemptClass{AttemptSucceeded, AttemptRedirect, AttemptClientError, AttemptServerError, AttemptTimeout,
	AttemptConnection, AttemptDNS, AttemptTLS, AttemptForbidden, AttemptOwnNetwork, AttemptOther}

// ClassOfAttempt returns the class of an attempt by the status of the answer, 0
// without one, and the error.
func ClassOfAttempt(status int, failure string) AttemptClass {
	switch status / 100 {
	case 2:
		return AttemptSucceeded
	case 3:
		return AttemptRedirect
	case 4:
		return AttemptClientError
	case 5:
		return AttemptServerError
	}
	switch failure {
	case "timeout", "dns", "tls":
		return AttemptClass(failure)
	case "connection_refused", "connection_lost":
		return AttemptConnection
	case "forbidden_address":
		return AttemptForbidden
	case "resolver_down", "proxy_down":
		return AttemptOwnNetwork
	}
	return AttemptOther
}

// LatencyBounds are the upper ends of the ranges that latencies are counted by;
// what took longer than the last is counted by itself.
var LatencyBounds = []time.Duration{time.Millisecond, 2 * time.Millisecond, 5 * time.Millisecond, 10 * time.Millisecond, 20 * time.Millisecond,
	50 * time.Millisecond, 100 * time.Millisecond, 200 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second,
	5 * time.Second, 10 * time.Second, 15 * time.Second, 30 * time.Second}

// AttemptCounts counts attempts by class and by how long they took.
type AttemptCounts struct {
	DeliveriesFailed int64   // that ended without success
	Classes          []int64 // as AttemptClasses
	Latencies        []int64 // as LatencyBounds, and one more
}

// NewAttemptCounts returns counts of nothing.
func NewAttemptCounts() AttemptCounts {
	return AttemptCounts{Classes: make([]int64, len(AttemptClasses)), Latencies: make([]int64, len(LatencyBounds)+1)}
}

// Count adds one attempt.
func (c *AttemptCounts) Count(class AttemptClass, latency time.Duration) {
	if i := slices.Index(AttemptClasses, class); i >= 0 {
		c.Classes[i]++
	} else {
		c.Classes[len(c.Classes)-1]++
	}
	i, _ := slices.BinarySearch(LatencyBounds, latency)
	c.Latencies[i]++
}

// Add adds other counts.
func (c *AttemptCounts) Add(o AttemptCounts) {
	c.DeliveriesFailed += o.DeliveriesFailed
	for i, n := range o.Classes {
		c.Classes[i] += n
	}
	for i, n := range o.Latencies {
		c.Latencies[i] += n
	}
}

// Attempts is how many were counted.
func (c *AttemptCounts) Attempts() (n int64) {
	for _, k := range c.Classes {
		n += k
	}
	return n
}

// Succeeded is how many of them succeeded.
func (c *AttemptCounts) Succeeded() int64 { return c.Classes[0] }

// Latency returns how long the given share of the attempts took at most,
// estimated within the range that it lies in; 0 without attempts.
func (c *AttemptCounts) Latency(share float64) time.Duration {
	rank := share * float64(c.Attempts())
	low, before := time.Duration(0), 0.0
	for i, n := range c.Latencies {
		if i == len(LatencyBounds) {
			break
		}
		if n > 0 && before+float64(n) >= rank {
			return low + time.Duration(float64(LatencyBounds[i]-low)*(rank-before)/float64(n))
		}
		before += float64(n)
		low = LatencyBounds[i]
	}
	if before == 0 && c.Attempts() == 0 {
		return 0
	}
	return low
}

// EndpointHour is what came of the attempts of one hour.
type EndpointHour struct {
	Hour time.Time // its beginning
	AttemptCounts
}

// Backlog is what waits for an endpoint.
type Backlog struct {
	// Waiting is how many events it is behind: those that wait for their next
	// attempt, and those of the log that it has not come to. Capped says that
	// there are more than were counted.
	Waiting int64
	Capped  bool
	// Oldest is the oldest of them; "" when nothing waits.
	Oldest    string
	OldestAt  time.Time
	OldestAge time.Duration
}

// EndpointStatistics is how deliveries to an endpoint have gone.
type EndpointStatistics struct {
	Since, Until time.Time // whole hours
	Total        AttemptCounts
	Hours        []EndpointHour // those with attempts, oldest first
	Backlog      Backlog
}

// StatisticsLife is how long the counts of an hour are kept.
const StatisticsLife = 90 * 24 * time.Hour
