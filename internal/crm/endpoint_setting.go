package crm

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// Ordering says which events of an endpoint wait for which.
type Ordering string

// With key, the default, an event waits until the one before it of the same
// key (a conversation) was taken or given up; with endpoint it waits for every
// event before it; with none for nothing.
const (
	OrderingNone     Ordering = "none"
	OrderingKey      Ordering = "key"
	OrderingEndpoint Ordering = "endpoint"
)

// EndpointSettings say how an endpoint is served. They hold from the next
// attempt on.
type EndpointSettings struct {
	Ordering Ordering
	// RateLimit is how many attempts are made in a second at most; 0 for no
	// limit. A tenth of a second's worth may be made at once.
	RateLimit   int
	MaxInFlight int // calls at once
	// MaxBatch is how many events one call carries at most. With 1 its body is an
	// event, with more always a list of them.
	MaxBatch int
	Timeout  time.Duration
	Retry    RetrySchedule
}

// Limits of endpoint settings. 32 calls at once carry 320 events a second to a
// receiver that takes 100 ms; a receiver that hangs holds an eighth of the
// calls of a node at most.
const (
	DefaultInFlight = 32
	MaxInFlight     = 128
	MaxEventBatch   = 100
	MaxRateLimit    = 10_000
	DefaultTimeout  = 15 * time.Second
	MaxTimeout      = 30 * time.Second
	MaxRetries      = 20
	MaxRetryPause   = 7 * 24 * time.Hour
)

// DefaultEndpointSettings are those of an endpoint that names none.
func DefaultEndpointSettings() EndpointSettings {
	return EndpointSettings{Ordering: OrderingKey, MaxInFlight: DefaultInFlight, MaxBatch: 1, Timeout: DefaultTimeout, Retry: RetrySchedule{Preset: "standard"}}
}

// RetrySchedule says when the attempts after the first are made: the name of a
// preset, or the pauses before them.
type RetrySchedule struct {
	Preset string
	List   []time.Duration // where there is no preset
}

// standardRetries is the example of Standard Webhooks 1.0, about 75 hours in
// all. A deployment may set another one.
const standardRetries = "standard"

// RetryPresets are the names of the schedules that need no list.
var RetryPresets = []string{standardRetries, "svix", "fast"}

var retryPresets = map[string][]time.Duration{
	"svix": {5 * time.Second, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 5 * time.Hour, 10 * time.Hour, 10 * time.Hour},
	"fast": {time.Second, 5 * time.Second, 15 * time.Second, time.Minute, 5 * time.Minute},
}

// Pauses are the pauses before the second and later attempts; standard is the
// deployment's own schedule.
func (r RetrySchedule) Pauses(standard []time.Duration) []time.Duration {
	switch {
	case r.Preset == standardRetries:
		return standard
	case r.Preset != "":
		return retryPresets[r.Preset]
	}
	return r.List
}

// String is the form in which a schedule is stored: a preset, or seconds with
// spaces between them.
func (r RetrySchedule) String() string {
	if r.Preset != "" {
		return r.Preset
	}
	parts := make([]string, len(r.List))
	for i, d := range r.List {
		parts[i] = strconv.FormatInt(int64(d/time.Second), 10)
	}
	return strings.Join(parts, " ")
}

// ParseRetrySchedule reads what String wrote.
func ParseRetrySchedule(text string) (r RetrySchedule) {
	if slices.Contains(RetryPresets, text) {
		return RetrySchedule{Preset: text}
	}
	for part := range strings.FieldsSeq(text) {
		n, _ := strconv.ParseInt(part, 10, 64)
		r.List = append(r.List, time.Duration(n)*time.Second)
	}
	return r
}

// Check records every fault of the settings.
func (s *EndpointSettings) Check(f *Faults) {
	if s.Ordering != OrderingNone && s.Ordering != OrderingKey && s.Ordering != OrderingEndpoint {
		f.Add("/ordering", CodeNotAllowed, "ordering %q is not supported: use none, key or endpoint.", clip(string(s.Ordering)))
	}
	if s.RateLimit < 0 || s.RateLimit > MaxRateLimit {
		f.Add("/rateLimit", CodeOutOfRange, "rateLimit must be from 1 to %d events per second, or null for no limit.", MaxRateLimit)
	}
	if s.MaxInFlight < 1 || s.MaxInFlight > MaxInFlight {
		f.Add("/maxInFlight", CodeOutOfRange, "maxInFlight must be from 1 to %d.", MaxInFlight)
	}
	if s.MaxBatch < 1 || s.MaxBatch > MaxEventBatch {
		f.Add("/maxBatch", CodeOutOfRange, "maxBatch must be from 1 to %d.", MaxEventBatch)
	}
	if s.Timeout < time.Second || s.Timeout > MaxTimeout {
		f.Add("/timeoutSeconds", CodeOutOfRange, "timeoutSeconds must be from 1 to %d.", int(MaxTimeout/time.Second))
	}
	s.Retry.check(f)
}

func (r RetrySchedule) check(f *Faults) {
	const p = "/retrySchedule"
	if r.Preset != "" {
		if !slices.Contains(RetryPresets, r.Preset) {
			f.Add(p, CodeNotAllowed, "retrySchedule %q is not supported: use %s, or a list of seconds.", clip(r.Preset), strings.Join(RetryPresets, ", "))
		}
		return
	}
	if len(r.List) > MaxRetries {
		f.Add(p, CodeTooLong, "retrySchedule may have at most %d entries.", MaxRetries)
		return
	}
	for i, d := range r.List {
		if d < time.Second || d > MaxRetryPause {
			f.Add(p+"/"+strconv.Itoa(i), CodeOutOfRange, "An entry of retrySchedule must be from 1 to %d seconds.", int(MaxRetryPause/time.Second))
		}
	}
}
