package stream

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

func someone(user, conversation int, state crm.PresenceState) crm.Presence {
	id := func(prefix string, n int) string { return fmt.Sprintf("%s_%026d", prefix, n) }
	return crm.Presence{WorkspaceID: id("wsp", 1), ConversationID: id("cnv", conversation), PhoneNumberID: id("num", 1), UserID: id("usr", user), State: state, At: time.UnixMilli(1_800_000_000_000)}
}

// The same state is told once a second, another one at once, and who says nothing is
// gone; a user is in so many conversations, and a node knows of so many people.
func TestPresenceIsBounded(t *testing.T) {
	x, now := newPresence("me"), time.Now()
	put := func(p crm.Presence, after time.Duration, want bool) {
		t.Helper()
		if tell, err := x.put(p, now.Add(after)); err != nil || tell != want {
			t.Errorf("%s after %v is told: %v %v", p.State, after, tell, err)
		}
	}
	put(someone(1, 1, crm.PresenceViewing), 0, true)
	put(someone(1, 1, crm.PresenceViewing), 900*time.Millisecond, false)
	put(someone(1, 1, crm.PresenceTyping), 950*time.Millisecond, true)
	put(someone(1, 1, crm.PresenceTyping), time.Second, false)
	put(someone(1, 1, crm.PresenceTyping), 2*time.Second, true)
	put(someone(1, 1, crm.PresenceTyping), crm.PresenceLife+3*time.Second, true)
	put(someone(1, 1, crm.PresenceLeft), crm.PresenceLife+4*time.Second, true)
	put(someone(1, 1, crm.PresenceLeft), crm.PresenceLife+4*time.Second, false)
	for c := range 3 * maxPlaces {
		put(someone(2, c, crm.PresenceViewing), time.Duration(c), true)
	}
	if len(x.here) != maxPlaces || len(x.byConversation) != maxPlaces || len(x.byUser) != 1 {
		t.Errorf("a user is in %d conversations", len(x.here))
	}
	if _, there := x.here[placeOf(someone(2, 3*maxPlaces-1, ""))]; !there {
		t.Error("the latest place is not among them")
	}
	for u := 0; len(x.here) < maxPresent; u++ {
		put(someone(10+u, 1, crm.PresenceViewing), time.Minute, true)
	}
	if _, err := x.put(someone(9, 1, crm.PresenceViewing), now); crm.AsError(err).Kind != crm.KindUnavailable {
		t.Errorf("one more is answered with %v", err)
	}
	put(someone(10, 1, crm.PresenceTyping), time.Minute, true)
	x.sweep(now.Add(2 * time.Minute))
	if len(x.here)+len(x.byUser)+len(x.byConversation) > 0 {
		t.Errorf("%d are left when all are gone", len(x.here))
	}
}

// What other nodes are told fits into notices and is complete, the latest of each.
func TestNoticesOfPresenceFit(t *testing.T) {
	x := newPresence(strings.Repeat("t", 26))
	const people = 500
	for _, state := range []crm.PresenceState{crm.PresenceViewing, crm.PresenceTyping} {
		for u := range people {
			x.tell(someone(u, u, state), true, true)
		}
	}
	heard := &Hub{present: newPresence("other")}
	notices := 0
	for text := x.notice(); text != ""; text = x.notice() {
		if notices++; len(text) > db.MaxNotice || notices > people {
			t.Fatalf("notice %d has %d bytes", notices, len(text))
		}
		heard.heard(text)
		(&Hub{present: x}).heard(text) // its own
	}
	for u := range people {
		if p := someone(u, u, crm.PresenceTyping); heard.present.here[placeOf(p)].Presence != p {
			t.Fatalf("another node knows %v", heard.present.here[placeOf(p)])
		}
	}
	if len(heard.present.here) != people || len(x.here) > 0 || notices < 2 {
		t.Errorf("another node knows %d by %d notices, this one %d", len(heard.present.here), notices, len(x.here))
	}
	heard.heard("another\nwsp cnv num usr asleep 1\nwsp cnv num usr typing x\nwsp typing\n\n")
	if len(heard.present.here) != people {
		t.Error("what is no presence is taken for one")
	}
}
