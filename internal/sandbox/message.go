package sandbox

import (
	"sync/atomic"
	"time"
)

// status is a stage of a business message; the order is that of a life.
type status int32

const (
	accepted status = iota
	sent
	delivered
	read
	played
	failed
)

var statusNames = [...]string{"accepted", "sent", "delivered", "read", "played", "failed"}

func (s status) String() string { return statusNames[s] }

// Ways in which the statuses of a message can go wrong on purpose.
const (
	statusesLost      = "lost"
	statusesDoubled   = "doubled"
	statusesReordered = "reordered"
)

// message is one accepted business message on its way to a customer. All but
// the atomic fields are fixed when it is accepted.
type message struct {
	server *Server
	id     string // wamid
	from   *phone
	to     *customer
	group  bool // sent to a group rather than a person

	kind     string
	replyTo  string
	callback *string // biz_opaque_callback_data as sent
	body     []byte  // the request, for the phone's view
	template *template
	at       time.Time
	price    price
	failure  *failure // what the final status will say; nil when it arrives
	statuses string   // one of the constants above, or empty

	state      atomic.Int32 // furthest status reached
	deliveredN atomic.Int64 // unix nanoseconds
	readN      atomic.Int64
	wantRead   atomic.Bool // the customer opened the chat
	arrived    atomic.Bool // delivered was posted, so read may follow
	readQueued atomic.Bool
	wantPlay   atomic.Bool // the customer plays the voice message
	playQueued atomic.Bool
	wasRead    atomic.Bool // read was posted, so played may follow
	sentLate   atomic.Bool
}

// failure is the error of a failed status.
type failure struct {
	code           int
	title, details string
}

// step is one status of a message at the moment it happens; it is the task of
// a timer, an entry of the outbox and the unit of a webhook.
type step struct {
	*message
	status status
}

// follow starts the message's life: it schedules the first status.
func (m *message) follow() {
	first := sent
	switch {
	case m.failure != nil:
		first = failed
	case m.statuses == statusesReordered:
		first = delivered
	}
	m.schedule(first)
}

func (m *message) schedule(next status) {
	m.server.pending.add(1)
	delay := m.server.settings.Load().statusDelay
	st := &step{m, next}
	if delay == 0 {
		st.run()
		return
	}
	factor := m.server.ids.between(0.75, 1.25)
	m.server.timers.after(time.Duration(float64(delay)*factor), st)
}

// run makes the status happen: the phone shows it and the webhook is queued.
func (st *step) run() {
	now := st.server.Now()
	st.reach(st.status, now)
	st.server.postStatus(st, now)
	st.server.pending.done(1)
}

// reach records a status for the phone's view; statuses never go back.
func (m *message) reach(s status, now time.Time) {
	switch s {
	case delivered:
		if m.deliveredN.CompareAndSwap(0, now.UnixNano()) {
			m.charge(now)
		}
		m.server.stats.delivered.Add(1)
	case read:
		m.readN.CompareAndSwap(0, now.UnixNano())
	}
	for {
		old := m.state.Load()
		if int32(s) <= old || m.state.CompareAndSwap(old, int32(s)) {
			return
		}
	}
}

// posted is called once the status has been posted at least once, or was not
// to be posted at all; only then may the next one happen.
func (st *step) posted() {
	m := st.message
	switch st.status {
	case sent:
		if m.statuses != statusesReordered && m.kind != "reaction" {
			m.schedule(delivered)
		}
	case delivered:
		m.arrived.Store(true)
		if !m.readNext() {
			m.sendLate()
		}
	case read:
		m.sendLate()
		m.wasRead.Store(true)
		m.playNext()
	}
}

// sendLate schedules the sent status of a message whose statuses are reordered:
// once, after the others.
func (m *message) sendLate() {
	if m.statuses == statusesReordered && m.sentLate.CompareAndSwap(false, true) {
		m.schedule(sent)
	}
}

// readNext schedules the read status once, if the customer reads and the
// message has arrived, and reports whether it did.
func (m *message) readNext() bool {
	if !m.wantRead.Load() && !m.server.settings.Load().autoRead {
		return false
	}
	if !m.arrived.Load() || !m.readQueued.CompareAndSwap(false, true) {
		return false
	}
	m.schedule(read)
	return true
}

// isVoice reports whether the message is a voice message, which can be played.
func (m *message) isVoice() bool {
	req, _ := parseFields(m.body)
	return m.kind == "audio" && req.sub("audio").flag("voice")
}

// play is the customer playing the voice message; it is read by that.
func (m *message) play() bool {
	if m.failure != nil || !m.isVoice() || m.wantPlay.Swap(true) {
		return false
	}
	m.open()
	m.playNext()
	return true
}

// playNext schedules the played status once, after the read one was posted.
func (m *message) playNext() {
	if m.wantPlay.Load() && m.wasRead.Load() && m.playQueued.CompareAndSwap(false, true) {
		m.schedule(played)
	}
}

// open is the customer reading the message, now or as soon as it arrives.
func (m *message) open() bool {
	if m.failure != nil || m.wantRead.Swap(true) {
		return false
	}
	m.readNext()
	return true
}
