package crm

import (
	"math"
	"slices"
	"strings"
	"time"
)

// SegmentBought asks for a conversion of a contact. Without a name any counts, without a
// time one at any time does.
type SegmentBought struct {
	Name       string     `json:"name,omitempty" maxLength:"64" doc:"The name of the conversion; any if there is none." example:"purchase"`
	After      *time.Time `json:"after,omitempty" doc:"It happened later than this."`
	Before     *time.Time `json:"before,omitempty" doc:"It happened earlier than this."`
	WithinDays *int       `json:"withinDays,omitempty" minimum:"1" maximum:"3650" doc:"It happened at most this many days of 24 hours ago. It stands without after and before."`
}

// SegmentBroadcast asks for a broadcast that a contact answered, or read. Without an
// identifier any counts, without a time one at any time does.
type SegmentBroadcast struct {
	BroadcastID string     `json:"broadcastId,omitempty" maxLength:"64" doc:"The broadcast; any if there is none."`
	After       *time.Time `json:"after,omitempty" doc:"It happened later than this."`
	Before      *time.Time `json:"before,omitempty" doc:"It happened earlier than this."`
	WithinDays  *int       `json:"withinDays,omitempty" minimum:"1" maximum:"3650" doc:"It happened at most this many days of 24 hours ago. It stands without after and before."`
}

// SegmentDeedKind is a kind of what contacts did.
type SegmentDeedKind string

// The kinds.
const (
	DeedBought   SegmentDeedKind = "bought"
	DeedAnswered SegmentDeedKind = "answered"
	DeedOpened   SegmentDeedKind = "opened"
)

// SegmentDeed is what a condition looks for among what a contact did: the last of it
// between two times, in milliseconds, neither of them included.
type SegmentDeed struct {
	Kind SegmentDeedKind
	// Of is the name of the conversion, or the broadcast; "" for any.
	Of            string
	After, Before int64
}

// ever is the deed at any time.
func (d SegmentDeed) ever() SegmentDeed {
	d.After, d.Before = 0, math.MaxInt64
	return d
}

func (r *segmentReader) bought(c SegmentBought, at string) segmentNode {
	f, says := &r.faults, "bought something"
	if c.Name != "" {
		c.Name = ConversionName(c.Name, at+"/name", f)
		says = "bought: " + c.Name
	}
	return r.deed(SegmentDeed{Kind: DeedBought, Of: c.Name}, SegmentCreated{c.After, c.Before, c.WithinDays}, at, says)
}

func (r *segmentReader) broadcast(kind SegmentDeedKind, c SegmentBroadcast, at string) segmentNode {
	says := string(kind) + " a broadcast"
	if c.BroadcastID != "" {
		if !ValidID(PrefixBroadcast, c.BroadcastID) {
			r.faults.Add(at+"/broadcastId", CodeNotAllowed, "%q is not an identifier: %s_…", clip(c.BroadcastID), PrefixBroadcast)
		}
		says = string(kind) + " the broadcast " + c.BroadcastID
	}
	return r.deed(SegmentDeed{Kind: kind, Of: c.BroadcastID}, SegmentCreated{c.After, c.Before, c.WithinDays}, at, says)
}

// deed is a condition about what a contact did at some time.
func (r *segmentReader) deed(d SegmentDeed, when SegmentCreated, at, says string) segmentNode {
	d = d.ever()
	if when != (SegmentCreated{}) {
		from, to, words := r.bounds(when, at)
		says += " " + strings.Join(words, " and ")
		if !from.IsZero() {
			d.After = max(0, from.UnixMilli())
		}
		if !to.IsZero() {
			d.Before = to.Add(time.Millisecond - 1).UnixMilli()
		}
	}
	r.needs.Deeds, r.ever = addDeed(r.needs.Deeds, d), addDeed(r.ever, d.ever())
	return segmentNode{says: says,
		test: func(f *SegmentFacts) bool { return !f.Did[d].IsZero() },
		shows: func(f *SegmentFacts) string {
			last := f.Did[d]
			if last.IsZero() {
				last = f.Did[d.ever()]
			}
			if last.IsZero() {
				return "never"
			}
			return last.UTC().Format(time.RFC3339)
		}}
}

func addDeed(list []SegmentDeed, d SegmentDeed) []SegmentDeed {
	if slices.Contains(list, d) {
		return list
	}
	return append(list, d)
}

// CheckBroadcasts returns the faults of the broadcasts that the filter names; known says
// which there are.
func (s SegmentFilter) CheckBroadcasts(known func(id string) (bool, error)) error {
	var f Faults
	var broken error
	s.each("/filter", 0, func(at string, c SegmentFilter) {
		for name, b := range map[SegmentDeedKind]*SegmentBroadcast{DeedAnswered: c.Answered, DeedOpened: c.Opened} {
			if b == nil || b.BroadcastID == "" || broken != nil {
				continue
			}
			is, err := known(b.BroadcastID)
			if broken = err; err == nil && !is {
				f.Add(at+"/"+string(name)+"/broadcastId", CodeNotFound, "There is no broadcast %q in this workspace.", clip(b.BroadcastID))
			}
		}
	})
	if broken != nil {
		return broken
	}
	return f.Err()
}

// NeedsBought reports whether the filter asks for conversions.
func (s SegmentFilter) NeedsBought() bool {
	return s.has(func(c SegmentFilter) bool { return c.Bought != nil })
}

// NeedsBroadcasts reports whether the filter asks for answers to broadcasts, or for who
// read them.
func (s SegmentFilter) NeedsBroadcasts() bool {
	return s.has(func(c SegmentFilter) bool { return c.Answered != nil || c.Opened != nil })
}

func (s SegmentFilter) has(what func(SegmentFilter) bool) (found bool) {
	s.each("", 0, func(_ string, c SegmentFilter) { found = found || what(c) })
	return found
}
