package api

import (
	"encoding/json"
	"math"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/service/event"
)

// EndpointSettings say how a receiver is called. They hold from the next
// attempt on.
type EndpointSettings struct {
	Ordering       *crm.Ordering  `json:"ordering,omitempty" enum:"none,key,endpoint" default:"key" doc:"Which events wait for each other. key: events of one conversation are delivered in order; a failing event holds up later events of its conversation until it succeeds or is given up. endpoint: the same for all events. none: no event waits." example:"key"`
	RateLimit      RateLimit      `json:"rateLimit,omitempty,omitzero" doc:"Maximum number of attempts per second."`
	MaxInFlight    *int           `json:"maxInFlight,omitempty" default:"32" doc:"Maximum number of concurrent calls: 1 to 128." example:"32"`
	MaxBatch       *int           `json:"maxBatch,omitempty" default:"1" doc:"Maximum number of events per call: 1 to 100. 1: the body is one event. More: the body is always a JSON array of events, each with its id." example:"1"`
	TimeoutSeconds *int           `json:"timeoutSeconds,omitempty" default:"15" doc:"Timeout of a call in seconds, from the DNS lookup to the end of the answer: 1 to 30." example:"15"`
	RetrySchedule  *RetrySchedule `json:"retrySchedule,omitempty" doc:"Pauses between the attempts of a delivery."`
}

// RateLimit is a number of attempts per second, where one was given; null and 0
// are no limit.
type RateLimit struct {
	given     bool
	perSecond int
}

// Schema describes the limit.
func (RateLimit) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeInteger, Nullable: true, Examples: []any{100},
		Description: "Maximum number of attempts per second: 1 to 10000. null or 0 means no limit, which is the default. Bursts of up to a tenth of this number are allowed."}
}

// UnmarshalJSON reads a number or null.
func (r *RateLimit) UnmarshalJSON(text []byte) error {
	r.given = true
	return json.Unmarshal(text, &r.perSecond)
}

// MarshalJSON writes a number or null.
func (r RateLimit) MarshalJSON() ([]byte, error) {
	if r.perSecond == 0 {
		return []byte("null"), nil
	}
	return json.Marshal(r.perSecond)
}

// RetrySchedule is the name of a preset, or a list of pauses in seconds.
type RetrySchedule struct{ crm.RetrySchedule }

// Schema describes the schedule.
func (RetrySchedule) Schema(huma.Registry) *huma.Schema {
	presets := make([]any, len(crm.RetryPresets))
	for i, p := range crm.RetryPresets {
		presets[i] = p
	}
	return &huma.Schema{Description: "When a failed event is retried: the name of a preset, or a list of pauses in seconds before the second and later attempts (at most 20, each up to 7 days; an empty list means one attempt). " +
		"standard: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h; svix: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h; fast: 1 s, 5 s, 15 s, 1 min, 5 min. Each pause varies by a fifth.",
		OneOf: []*huma.Schema{{Type: huma.TypeString, Enum: presets},
			{Type: huma.TypeArray, Items: &huma.Schema{Type: huma.TypeInteger, Description: "Seconds."}}}, Examples: []any{"standard"}}
}

// UnmarshalJSON reads either form.
func (r *RetrySchedule) UnmarshalJSON(text []byte) error {
	var seconds []int64
	if err := json.Unmarshal(text, &seconds); err != nil {
		if err = json.Unmarshal(text, &r.Preset); err == nil && r.Preset == "" {
			r.Preset = `""` // an empty list it is not
		}
		return err
	}
	r.Preset, r.List = "", make([]time.Duration, len(seconds))
	for i, n := range seconds {
		r.List[i] = time.Duration(max(0, min(n, math.MaxInt32))) * time.Second
	}
	return nil
}

// MarshalJSON writes the form that it was given in.
func (r RetrySchedule) MarshalJSON() ([]byte, error) {
	if r.Preset != "" {
		return json.Marshal(r.Preset)
	}
	seconds := make([]int64, len(r.List))
	for i, d := range r.List {
		seconds[i] = int64(d / time.Second)
	}
	return json.Marshal(seconds)
}

// change adds the settings to what is changed of an endpoint.
func (s *EndpointSettings) change(c event.EndpointChange) event.EndpointChange {
	c.Ordering, c.MaxInFlight, c.MaxBatch = s.Ordering, s.MaxInFlight, s.MaxBatch
	if s.RateLimit.given {
		c.RateLimit = &s.RateLimit.perSecond
	}
	if s.TimeoutSeconds != nil {
		d := time.Duration(max(-1, min(*s.TimeoutSeconds, math.MaxInt32))) * time.Second
		c.Timeout = &d
	}
	if s.RetrySchedule != nil {
		c.Retry = &s.RetrySchedule.RetrySchedule
	}
	return c
}
