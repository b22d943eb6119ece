package stream

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/core/reach"
)

const (
	// maxPresent is how many a node knows of, maxPlaces in how many conversations one
	// user is at once, maxShown how many of a conversation are listed.
	maxPresent, maxPlaces, maxShown = 20_000, 10, 100
	// sameAgain is how long nobody is told of who says the same again.
	sameAgain = time.Second
	// spreadPause is between two rounds in which streams are told, at least.
	spreadPause = 100 * time.Millisecond
	// maxUnheard is how much a stream that is not read is behind with.
	maxUnheard = 256
)

// place is a user in a conversation.
type place struct{ workspaceID, conversationID, userID string }

func placeOf(p crm.Presence) place { return place{p.WorkspaceID, p.ConversationID, p.UserID} }

// present is what somebody does, until when it holds and when it was told.
type present struct {
	crm.Presence
	until, told time.Time
}

// presence is who is where, as far as this node knows. It is in memory alone.
type presence struct {
	mu   sync.Mutex
	here map[place]present
	// byUser and byConversation find the places, so that no request looks at all.
	byUser, byConversation map[[2]string]map[place]struct{}

	news  map[place]crm.Presence // what streams are still to be told of
	out   map[place]crm.Presence // what other nodes are still to be told of
	wake  chan struct{}
	token string // by which this node knows what it said itself
}

func newPresence(token string) *presence {
	return &presence{here: map[place]present{}, byUser: map[[2]string]map[place]struct{}{}, byConversation: map[[2]string]map[place]struct{}{},
		news: map[place]crm.Presence{}, out: map[place]crm.Presence{}, wake: make(chan struct{}, 1), token: token}
}

// Show lets streams know what a user does in a conversation, and other nodes.
func (h *Hub) Show(p crm.Presence) error {
	fresh, err := h.present.put(p, time.Now())
	if err == nil && (fresh || p.State == crm.PresenceLeft) { // another node may know of who left
		h.present.tell(p, fresh, h.db.Engine() != "sqlite")
	}
	return err
}

// Present returns who is in a conversation, by user.
func (h *Hub) Present(workspaceID, conversationID string) (out []crm.Presence) {
	x, now := h.present, time.Now()
	x.mu.Lock()
	for at := range x.byConversation[[2]string{workspaceID, conversationID}] {
		if p := x.here[at]; p.until.After(now) {
			out = append(out, p.Presence)
		}
	}
	x.mu.Unlock()
	slices.SortFunc(out, func(a, b crm.Presence) int { return cmp.Compare(a.UserID, b.UserID) })
	return out[:min(len(out), maxShown)]
}

// put notes what somebody does, and reports whether others are to be told.
func (x *presence) put(p crm.Presence, now time.Time) (tell bool, err error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	at := placeOf(p)
	old, known := x.here[at]
	known = known && old.until.After(now)
	if p.State == crm.PresenceLeft {
		x.drop(at)
		return known, nil
	}
	if _, room := x.here[at]; !room {
		if len(x.here) >= maxPresent {
			return false, crm.Errorf(crm.KindUnavailable, crm.CodeUnavailable, "This node knows of %d people in conversations, and takes no more.", maxPresent)
		}
		x.crowd([2]string{at.workspaceID, at.userID})
	}
	tell = !known || old.State != p.State || now.Sub(old.told) >= sameAgain
	told := old.told
	if tell {
		told = now
	}
	x.here[at] = present{p, now.Add(crm.PresenceLife), told}
	enter(x.byUser, [2]string{at.workspaceID, at.userID}, at)
	enter(x.byConversation, [2]string{at.workspaceID, at.conversationID}, at)
	return tell, nil
}

// crowd makes room for one more place of a user.
func (x *presence) crowd(user [2]string) {
	for len(x.byUser[user]) >= maxPlaces {
		x.drop(slices.MinFunc(slices.Collect(maps.Keys(x.byUser[user])), func(a, b place) int { return x.here[a].until.Compare(x.here[b].until) }))
	}
}

func (x *presence) drop(at place) {
	delete(x.here, at)
	leave(x.byUser, [2]string{at.workspaceID, at.userID}, at)
	leave(x.byConversation, [2]string{at.workspaceID, at.conversationID}, at)
}

func enter(in map[[2]string]map[place]struct{}, key [2]string, at place) {
	if in[key] == nil {
		in[key] = map[place]struct{}{}
	}
	in[key][at] = struct{}{}
}

func leave(in map[[2]string]map[place]struct{}, key [2]string, at place) {
	if delete(in[key], at); len(in[key]) == 0 {
		delete(in, key)
	}
}

// tell has the streams of this node told, those of other nodes, or both.
func (x *presence) tell(p crm.Presence, here, beyond bool) {
	x.mu.Lock()
	if _, waits := x.news[placeOf(p)]; here && (waits || len(x.news) < maxPresent) {
		x.news[placeOf(p)] = p
	}
	if _, waits := x.out[placeOf(p)]; beyond && (waits || len(x.out) < maxPresent) {
		x.out[placeOf(p)] = p
	}
	x.mu.Unlock()
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// sweep forgets who has not said for long that they are there.
func (x *presence) sweep(now time.Time) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for at, p := range x.here {
		if !p.until.After(now) {
			x.drop(at)
		}
	}
}

// takeNews returns what streams are to be told of.
func (x *presence) takeNews() map[place]crm.Presence {
	x.mu.Lock()
	defer x.mu.Unlock()
	news := x.news
	x.news = map[place]crm.Presence{}
	return news
}

// spreadPresence tells streams who is where, and forgets who is gone.
func (h *Hub) spreadPresence() {
	tick := time.NewTicker(crm.PresenceLife / 6)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
			h.present.sweep(time.Now())
			continue
		case <-h.present.wake:
		}
		h.spread(h.present.takeNews())
		select {
		case <-h.ctx.Done():
			return
		case <-time.After(spreadPause):
		}
	}
}

// spread tells the streams of those who reach the conversations.
func (h *Hub) spread(news map[place]crm.Presence) {
	limited := map[string]bool{} // workspaces that have streams, and whether some do not see everything
	h.mu.RLock()
	for w, f := range h.feeds {
		limited[w] = f.limited.Load()
	}
	h.mu.RUnlock()
	maps.DeleteFunc(news, func(at place, _ crm.Presence) bool { _, listens := limited[at.workspaceID]; return !listens })
	h.spreadNotified(news)
	if len(news) == 0 {
		return
	}
	sights := map[string]reach.Sights{}
	err := h.db.View(h.ctx, func(tx *db.Tx) error {
		for at := range news {
			if !limited[at.workspaceID] {
				continue
			}
			if sights[at.workspaceID] == nil {
				sights[at.workspaceID] = reach.Sights{}
			}
			if _, err := sights[at.workspaceID].Look(tx, at.workspaceID, at.conversationID); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && h.ctx.Err() == nil {
		h.log.Error("the readers of presence in conversations could not be read", "error", err)
	}
	texts := make(map[place][]byte, len(news))
	for at, p := range news {
		texts[at] = textOf(p)
	}
	for _, s := range h.list() {
		for at, p := range news {
			if at.workspaceID != s.actor.WorkspaceID {
				continue
			}
			tells := s.hears
			switch p.State {
			case unfollowed:
				tells = s.misses
			case reordered:
				tells = s.hearsReordered
			}
			if tells(p, sights[at.workspaceID][at.conversationID]) {
				s.unheard.add(at, texts[at])
			}
		}
	}
}

// textOf is what streams are told, without an id: it is in no log.
func textOf(p crm.Presence) []byte {
	switch p.State {
	case unfollowed:
		return leftText(p.ConversationID)
	case reordered:
		return reorderedText(p)
	}
	body, err := json.Marshal(map[string]any{"conversationId": p.ConversationID, "userId": p.UserID, "state": p.State, "at": p.At.UTC().Format(time.RFC3339Nano)})
	if err != nil {
		panic(err) // strings can be written
	}
	return append(append([]byte("event: presence\ndata: "), body...), "\n\n"...)
}

// hears reports whether the listener is to be told; sight says who can see the
// conversation, nil where that is not known.
func (s *Stream) hears(p crm.Presence, sight *reach.Sight) bool {
	if !s.presence || len(s.want.PhoneNumberIDs) > 0 && !slices.Contains(s.want.PhoneNumberIDs, p.PhoneNumberID) {
		return false
	}
	within := *s.within.Load()
	return within.IsWhole() || sight != nil && sight.Within(within)
}

// unheard is what a stream is still to tell its listener of who is where: of each
// the latest.
type unheard struct {
	mu    sync.Mutex
	texts map[place][]byte
	wake  chan struct{} // has room for one
}

func (u *unheard) add(at place, text []byte) {
	u.mu.Lock()
	if _, waits := u.texts[at]; waits || len(u.texts) < maxUnheard {
		if u.texts == nil {
			u.texts = map[place][]byte{}
		}
		u.texts[at] = text
	}
	u.mu.Unlock()
	select {
	case u.wake <- struct{}{}:
	default:
	}
}

// writePresence sends what the listener has not heard of.
func (s *Stream) writePresence() error {
	s.unheard.mu.Lock()
	texts := s.unheard.texts
	s.unheard.texts = nil
	s.unheard.mu.Unlock()
	if len(texts) == 0 {
		return nil
	}
	for _, text := range texts {
		s.out = append(s.out, text)
	}
	return s.send()
}
