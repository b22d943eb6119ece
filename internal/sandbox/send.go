package sandbox

import (
	"net/http"
	"strings"
)

// draft is a send that has passed every check which is answered at once.
type draft struct {
	input     string // the recipient as given
	userID    string // set when a user id was given
	to        *customer
	group     bool
	kind      string
	category  string
	replyTo   string
	callback  *string
	template  *template
	mediaIDs  []string
	marketing bool // by the marketing edge
}

// postMessage is POST /{phone}/messages, and /marketing_messages.
func (c *call) postMessage(p *phone, marketing bool) *graphError {
	if e := c.read(); e != nil {
		return e
	}
	req, malformed := c.bodyParams()
	if e, answered := c.inject(sendKind(req), sendTo(req)); answered {
		return e
	}
	if e := p.locked(); e != nil {
		return e
	}
	if !p.registered.Load() {
		return refuse(133010, "The phone number is not registered with the Cloud API.")
	}
	if !p.limit.admit(c.elapsed()) {
		e := refuse(130429, "Cloud API message throughput has been reached.")
		e.subcode = 2494055
		return e
	}
	if malformed != nil {
		return malformed
	}
	if req.has("status") {
		return c.readReceipt(p, req)
	}
	d, e := c.validate(p, req, marketing)
	if e != nil {
		return e
	}
	if c.settings.Load().pairLimit && !d.to.admit(p, c.elapsed()) {
		return refuse(131056, "Message failed to send because there were too many messages sent from this phone number to the same phone number in a short period of time.")
	}
	c.accept(p, d)
	return nil
}

// countRefusal counts the sends that are answered with an error.
func (c *call) countRefusal(e *graphError) *graphError {
	if e != nil {
		c.stats.refused.Add(1)
	}
	return e
}

// sendKind is what faults know the call as.
func sendKind(req fields) string {
	if req.has("status") {
		return "read"
	}
	if kind := req.str("type"); kind != "" {
		return strings.ToLower(kind)
	}
	return "text"
}

func sendTo(req fields) string {
	to := req.str("to")
	if to == "" {
		return req.str("recipient")
	}
	if number, ok := digits(to); ok {
		return canonical(number)
	}
	return to
}

// accept makes the effect of a send, then answers it.
func (c *call) accept(p *phone, d *draft) {
	m := c.newMessage(p, d)
	c.stats.accepted.Add(1)
	c.effect = "accepted " + m.id
	held := hold(c.Server, m)
	if held {
		c.effect = "held " + m.id
	}
	answer := c.appendAccepted(make([]byte, 0, 320), d, m, held)
	if !held {
		m.start()
	}
	c.write(http.StatusOK, answer, "")
}

// newMessage settles everything about a message that the answer does not tell:
// what it costs and whether it will arrive.
func (c *call) newMessage(p *phone, d *draft) *message {
	now := c.Now()
	known := d.to.addressed(p, now)
	number := d.to.number
	if number == "" {
		number = d.to.userID
	}
	m := &message{
		server: c.Server, id: c.ids.messageID(number, sentByBusiness), from: p, to: d.to, group: d.group,
		kind: d.kind, replyTo: d.replyTo, callback: d.callback, body: c.json(), template: d.template, at: now,
	}
	if c.injected != nil {
		m.statuses = c.injected.Statuses
	}
	m.failure = c.foresee(p, d, known)
	free := func() bool { return m.failure == nil && p.freeService(now) }
	m.price = priceOf(d.category, now, known.window, known.entryPoint, free)
	if d.group && m.price.category == d.category {
		m.price.category = "group_" + d.category
	}
	if m.failure == nil && m.price.billable && p.account.isUnpaid() {
		m.failure = failureOf(131042, "")
	}
	return m
}

// foresee returns why the message will not arrive, or nil.
func (c *call) foresee(p *phone, d *draft, known standing) *failure {
	switch {
	case c.injected != nil && c.injected.Async:
		return failureOf(c.injected.Code, c.injected.Details)
	case known.blocked || p.hasBlocked(d.to.number):
		return failureOf(131026, "")
	case d.template == nil && !known.window && !d.group:
		return failureOf(131047, "")
	case known.stopped && strings.HasPrefix(d.category, "marketing"):
		return failureOf(131050, "")
	}
	if !known.window && !d.group && !p.account.reach(c.Server, d.to, c.Now()) {
		return failureOf(131048, "The account has written to as many people first as its messaging limit allows in 24 hours.")
	}
	for _, id := range d.mediaIDs {
		if m := c.media.find(id, c.Now()); m == nil || m.phone != p {
			return failureOf(131053, "")
		}
	}
	return nil
}

// appendAccepted builds the answer of a send by hand: this is the hot path.
func (c *call) appendAccepted(dst []byte, d *draft, m *message, held bool) []byte {
	enc := c.enc()
	dst = append(dst, `{"messaging_product":"whatsapp","contacts":[{"input":`...)
	dst = enc.str(dst, d.input)
	if d.userID == "" || d.userID != d.input {
		dst = append(dst, `,"wa_id":`...)
		dst = enc.str(dst, d.to.number)
	}
	if d.userID != "" {
		dst = append(dst, `,"user_id":`...)
		dst = enc.str(dst, d.userID)
	}
	dst = append(dst, `}],"messages":[{"id":`...)
	dst = enc.str(dst, m.id)
	if d.group {
		dst = append(dst, `,"group_id":`...)
		dst = enc.str(dst, d.to.number)
	}
	switch {
	case held:
		dst = append(dst, `,"message_status":"held_for_quality_assessment"`...)
	case d.template != nil:
		dst = append(dst, `,"message_status":"accepted"`...)
	}
	return append(dst, `}]}`...)
}

// readReceipt marks a customer's message as read and may show "typing".
func (c *call) readReceipt(p *phone, req fields) *graphError {
	if e := c.checkProduct(req); e != nil {
		return e
	}
	if req.str("status") != "read" {
		return invalid(`Param status must be one of {READ} - got "%s".`, req.str("status"))
	}
	id := req.str("message_id")
	if id == "" {
		return refuse(131008, "Parameter message_id is required.")
	}
	if typing := req.sub("typing_indicator"); req.has("typing_indicator") && typing.str("type") != "text" {
		return refuse(131009, "Parameter typing_indicator.type must be text.")
	}
	if !c.inbound.has(inboundKey{p, id}) {
		return refuse(131009, "Message id %s is not one of a received message.", id)
	}
	c.effect = "read " + id
	if req.has("typing_indicator") {
		c.effect += ", typing"
	}
	return c.success()
}
