package sandbox

import (
	"fmt"
	"strings"
	"time"
)

// The provider tells these limits of verification codes to nobody; the simulator's are
// about what callers meet.
const (
	codeLife     = 10 * time.Minute
	codePause    = time.Minute // between two codes
	maxCodes     = 10          // of a number in codePeriod
	codePeriod   = 24 * time.Hour
	maxCodeTries = 5 // of one code
)

// otp is the code that was last sent to a number; phone.mu guards it.
type otp struct {
	code  string
	at    time.Time
	tries int
	asked []time.Time // of the last codePeriod
	inbox []Received  // what lies on the number's own phone: messages of the provider
}

// admit counts a request for a code.
func (o *otp) admit(now time.Time) *graphError {
	for len(o.asked) > 0 && now.Sub(o.asked[0]) >= codePeriod {
		o.asked = o.asked[1:]
	}
	switch n := len(o.asked); {
	case n >= maxCodes:
		return templateError(2388091, "Too many codes", "You have requested too many codes. Try again in "+wait(o.asked[0].Add(codePeriod), now)+".")
	case n > 0 && now.Sub(o.asked[n-1]) < codePause:
		return templateError(2388091, "Code was sent", "A code was sent recently. Try again in "+wait(o.asked[n-1].Add(codePause), now)+".")
	}
	o.asked = append(o.asked, now)
	return nil
}

func wait(until, now time.Time) string {
	return fmt.Sprintf("%d seconds", int(until.Sub(now)/time.Second)+1)
}

// send puts a new code on the number's phone.
func (o *otp) send(id, code, to, method string, now time.Time) {
	o.code, o.at, o.tries = code, now, 0
	m := Received{ID: id, From: "WhatsApp", To: to, Type: "sms", Text: "Your WhatsApp code: " + code[:3] + "-" + code[3:], Status: "delivered", Time: now.UTC(), Arrived: moment(now.UnixNano())}
	if method == "VOICE" {
		m.Type, m.Text = "call", "Your WhatsApp code is: "+strings.Join(strings.Split(code, ""), " ")
	}
	o.inbox = append(o.inbox, m)
}

// check compares what was typed with the code.
func (o *otp) check(code string, now time.Time) *graphError {
	switch {
	case o.code == "" || now.Sub(o.at) >= codeLife:
		return refuse(136025, "The code has expired. Request a new one.")
	case o.tries >= maxCodeTries:
		return templateError(2388093, "Too many attempts", "You have tried too many codes. Request a new code.")
	case code != o.code:
		o.tries++
		return refuse(136025, "The code is not correct.")
	}
	o.code = ""
	return nil
}

func (c *call) requestCode(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	method := params.str("code_method")
	switch {
	case method != "SMS" && method != "VOICE":
		return invalid(`Param code_method must be one of {SMS, VOICE} - got "%s".`, method)
	case params.str("language") == "":
		return invalid("The parameter language is required.")
	case p.state.verified:
		return refuse(136024, "The phone number is verified already.")
	}
	now := c.Now()
	if e := p.state.otp.admit(now); e != nil {
		return e
	}
	p.state.otp.send(c.ids.nodeID(), fmt.Sprintf("%06d", c.ids.nodes.next()%1_000_000), "+"+p.number, method, now)
	return c.success()
}

func (c *call) verifyCode(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case params.str("code") == "":
		return invalid("The parameter code is required.")
	case p.state.verified:
		return c.success()
	}
	if e := p.state.otp.check(params.str("code"), c.Now()); e != nil {
		return e
	}
	p.state.verified, p.state.expired = true, false
	return c.success()
}

// OwnInbox is what lies on the phone of a number of the business, named by its
// identifier or digits: the codes by which it is verified. It is nil where there is no
// such number.
func OwnInbox(s *Server, number string) (id string, list []Received) {
	if number == "" {
		return "", nil
	}
	p := s.book.phone(number)
	if p == nil {
		return "", nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.id, append([]Received{}, p.state.otp.inbox...)
}
