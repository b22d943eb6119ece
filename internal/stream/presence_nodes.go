package stream

import (
	"context"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
)

// presenceChannel is by what nodes on one PostgreSQL tell each other who is where.
const presenceChannel = "crm_presence"

const (
	// noticePause is between two notices of a node, at least.
	noticePause = time.Second
	// listenPause is the wait after the connection broke that listens.
	listenPause = 2 * time.Second
	// noticeTimeout bounds one notice: what it says is old by then.
	noticeTimeout = 5 * time.Second
)

// notice returns as much of what other nodes are to be told of as one notice holds,
// "" for nothing. The rest waits for the next one.
func (x *presence) notice() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.out) == 0 {
		return ""
	}
	text := []byte(x.token)
	for at, p := range x.out {
		line := strings.Join([]string{p.WorkspaceID, p.ConversationID, p.PhoneNumberID, p.UserID, string(p.State), strconv.FormatInt(p.At.UnixMilli(), 10)}, " ")
		if len(text)+1+len(line) > db.MaxNotice {
			break
		}
		text = append(append(text, '\n'), line...)
		delete(x.out, at)
	}
	return string(text)
}

// forgetNotice drops what other nodes would be told of.
func (x *presence) forgetNotice() {
	x.mu.Lock()
	defer x.mu.Unlock()
	clear(x.out)
}

// sendPresence tells other nodes who is where, at most once a second; nobody while
// there are none.
func (h *Hub) sendPresence() {
	tick := time.NewTicker(noticePause)
	defer tick.Stop()
	failed := false
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
		}
		if h.opt.Nodes == nil || h.opt.Nodes() < 2 {
			h.present.forgetNotice()
			continue
		}
		text := h.present.notice()
		if text == "" {
			continue
		}
		ctx, cancel := context.WithTimeout(h.ctx, noticeTimeout)
		err := h.db.Notify(ctx, presenceChannel, text)
		cancel()
		if errors.Is(err, db.ErrNoNotices) {
			h.present.forgetNotice()
		} else if err != nil && !failed && h.ctx.Err() == nil {
			h.log.Warn("other nodes could not be told who is in conversations", "error", err)
		}
		failed = err != nil
	}
}

// hearPresence takes what other nodes say.
func (h *Hub) hearPresence() {
	failed := false
	for {
		err := h.db.Listen(h.ctx, presenceChannel, func(text string) { failed = false; h.heard(text) })
		if h.ctx.Err() != nil || errors.Is(err, db.ErrNoNotices) {
			return
		}
		if !failed {
			h.log.Warn("other nodes cannot be heard about who is in conversations; trying again", "error", err)
		}
		failed = true
		select {
		case <-h.ctx.Done():
			return
		case <-time.After(listenPause + rand.N(listenPause/4)):
		}
	}
}

// heard notes what a node says, unless it is this one. Clocks of nodes differ, so it
// holds from now on.
func (h *Hub) heard(text string) {
	lines := strings.Split(text, "\n")
	if lines[0] == h.present.token {
		return
	}
	for _, line := range lines[1:] {
		parts := strings.Split(line, " ")
		if len(parts) != 6 {
			continue // of another version
		}
		at, err := strconv.ParseInt(parts[5], 10, 64)
		p := crm.Presence{WorkspaceID: parts[0], ConversationID: parts[1], PhoneNumberID: parts[2], UserID: parts[3], State: crm.PresenceState(parts[4]), At: time.UnixMilli(at)}
		if err == nil && (p.State == unfollowed || p.State == reordered || isNotified(p.State)) {
			h.present.tell(p, true, false)
			continue
		}
		if err != nil || p.State.Validate() != nil {
			continue
		}
		if fresh, err := h.present.put(p, time.Now()); err == nil && fresh {
			h.present.tell(p, true, false)
		}
	}
}
