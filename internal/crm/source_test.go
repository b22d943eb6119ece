package crm

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

func TestIDsSortAsTheyWereMade(t *testing.T) {
	now := noon
	s := NewSource(func() time.Time { return now })
	var ids []string
	for i := range 10_000 { // more than fit into a millisecond
		if i == 9000 {
			now = now.Add(-time.Hour) // a clock that goes back
		}
		ids = append(ids, s.NewID(PrefixMessage))
	}
	if !slices.IsSorted(ids) || len(slices.Compact(slices.Clone(ids))) != len(ids) {
		t.Error("identifiers repeat or do not sort in the order in which they were made")
	}
	for _, id := range ids {
		if !ValidID(PrefixMessage, id) {
			t.Fatalf("%s is not valid", id)
		}
	}
	now = noon.Add(time.Minute)
	if later := s.NewID(PrefixMessage); later < LowestID(PrefixMessage, now) || ids[len(ids)-1] > LowestID(PrefixMessage, now) {
		t.Error("the lowest identifier of a moment does not divide what was made before and after it")
	}
}

func TestIDsAfterThoseOfOtherNodes(t *testing.T) {
	now := noon
	s, other := NewSource(func() time.Time { return now }), NewSource(func() time.Time { return now })
	for _, ahead := range []time.Duration{-time.Hour, -time.Millisecond, 0, time.Millisecond, 900 * time.Millisecond, time.Hour} {
		now = now.Add(time.Hour)
		before := s.NewID(PrefixTimeline)
		theirs, last := other.NewIDAfter(PrefixTimeline, now.Add(ahead))
		for range 5000 { // more than fit into a millisecond
			now = now.Add(2 * time.Millisecond) // as many as they borrow from each other
			id, at := s.NewIDAfter(PrefixTimeline, last)
			if id <= theirs || id <= before || !at.After(last) || id < LowestID(PrefixTimeline, at) || id >= LowestID(PrefixTimeline, at.Add(time.Millisecond)) {
				t.Fatalf("ahead by %s: %s at %s does not come after %s at %s and %s", ahead, id, at, theirs, last, before)
			}
			if theirs, last = other.NewIDAfter(PrefixTimeline, at); theirs <= id {
				t.Fatalf("ahead by %s: %s does not come after %s", ahead, theirs, id)
			}
			if ahead < time.Second {
				before = s.NewID(PrefixTimeline)
			}
			if before <= id && ahead < time.Second {
				t.Fatalf("ahead by %s: %s does not come after %s, which was made before", ahead, before, id)
			}
		}
	}
	if id := s.NewID(PrefixTimeline); id >= LowestID(PrefixTimeline, now.Add(time.Minute)) {
		t.Errorf("%s follows a clock that is far ahead", id)
	}
}

func TestIDsAtOnce(t *testing.T) {
	s := NewSource(nil)
	var all sync.WaitGroup
	var seen sync.Map
	for range 8 {
		all.Go(func() {
			for range 2000 {
				if _, twice := seen.LoadOrStore(s.NewID("evt"), true); twice {
					t.Error("an identifier was made twice")
				}
			}
		})
	}
	all.Wait()
}

func TestFrozenSourceRepeats(t *testing.T) {
	at := func() time.Time { return noon }
	a, b := frozenSource(at), frozenSource(at)
	for range 100 {
		if x, y := a.NewID("msg"), b.NewID("msg"); x != y {
			t.Fatalf("%s and %s differ", x, y)
		}
	}
	if !a.Now().Equal(noon) {
		t.Errorf("now is %s", a.Now())
	}
}

func TestNowIsUTCToTheMillisecond(t *testing.T) {
	zone := time.FixedZone("east", 3600)
	s := NewSource(func() time.Time { return time.Date(2026, 1, 1, 13, 0, 0, 1_999_999, zone) })
	if got := s.Now(); !got.Equal(noon.Add(time.Millisecond)) || got.Location() != time.UTC {
		t.Errorf("now is %s", got)
	}
}

func TestValidID(t *testing.T) {
	good := NewSource(nil).NewID("msg")
	for id, want := range map[string]bool{good: true, "": false, "msg_": false, strings.ToUpper(good): false, good + "0": false, good[:len(good)-1]: false,
		"key" + good[3:]: false, "msg_8" + good[5:]: false, "msg_" + strings.Repeat("l", 26): false, "msg_" + strings.Repeat("0", 26): true} {
		if ValidID("msg", id) != want {
			t.Errorf("%q: %v", id, !want)
		}
	}
}

// Times before and after those of identifiers bound a page like the first and
// the last one.
func TestLowestIDBeyondIdentifiers(t *testing.T) {
	first, now := LowestID(PrefixEvent, time.Unix(0, 0)), LowestID(PrefixEvent, time.Now())
	for _, early := range []time.Time{{}, time.Date(1960, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if id := LowestID(PrefixEvent, early); id != first || id >= now {
			t.Errorf("the lowest of %v is %s", early, id)
		}
	}
	if id := LowestID(PrefixEvent, time.Date(20000, 1, 1, 0, 0, 0, 0, time.UTC)); id <= now || !ValidID(PrefixEvent, id) {
		t.Errorf("the lowest of the year 20000 is %s", id)
	}
}

// frozenSource returns a source whose identifiers count up from zero, for
// tests that compare whole answers.
func frozenSource(now func() time.Time) *Source {
	return &Source{now: now, rand: zeroReader{}, used: 512}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }
