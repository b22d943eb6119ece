package sandbox

import (
	"net/http"
	"time"
)

// phoneState is what callers have set of a number; phone.mu guards it.
type phoneState struct {
	verified, expired bool
	otp               otp
	naming            naming
	badge             badge
	onApp             bool
	username          string
	profile, settings fields
	automation        fields
	commerce          fields
	publicKey         string
	blocked           []string // wa_ids, in order
	codes             []qrCode
	wrongPINs         int
	quality           string      // empty for GREEN
	standing          string      // in the place of connected or disconnected; empty for those
	registrations     []time.Time // of the last 72 hours
	closedUntil       time.Time   // to register and deregister
}

// postPhone is POST /{phone}: the PIN, a new display name, the webhook override.
func (c *call) postPhone(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	pin, name := params.str("pin"), params.str("new_display_name")
	if params.has("pin") && !isPIN(pin) {
		return errPIN()
	}
	if config := params.sub("webhook_configuration"); config != nil {
		target, e := c.checkOverride(config)
		if e != nil {
			return e
		}
		p.override.Store(&target)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	orKeep(&p.pin, pin)
	if name != "" {
		if e := renamed(p, name); e != nil {
			return e
		}
	}
	return c.success()
}

func orKeep(into *string, value string) {
	if value != "" {
		*into = value
	}
}

func isPIN(s string) bool {
	n := 0
	for _, d := range s {
		if d < '0' || d > '9' {
			return false
		}
		n++
	}
	return n == 6
}

func errPIN() *graphError {
	return &graphError{status: http.StatusBadRequest, code: 100, message: "Invalid PIN format. PIN must be exactly 6 digits"}
}

const (
	maxRegistrations   = 10 // of a number in registrationPeriod
	registrationPeriod = 72 * time.Hour
	// The provider does not tell after how many wrong PINs it stops listening.
	maxWrongPINs = 5
)

// admitRegistration counts a request to register or deregister; p.mu is held.
func (s *phoneState) admitRegistration(now time.Time) *graphError {
	tooMany := func() *graphError {
		return refuse(133016, "There were too many registration or deregistration attempts for this number. Try again after %s.", s.closedUntil.UTC().Format(time.RFC3339))
	}
	if now.Before(s.closedUntil) {
		return tooMany()
	}
	for len(s.registrations) > 0 && now.Sub(s.registrations[0]) >= registrationPeriod {
		s.registrations = s.registrations[1:]
	}
	if len(s.registrations) >= maxRegistrations {
		s.closedUntil = now.Add(registrationPeriod)
		return tooMany()
	}
	s.registrations = append(s.registrations, now)
	return nil
}

// register is POST /{phone}/register; the first PIN becomes the number's PIN.
func (c *call) register(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	if e := c.checkProduct(params); e != nil {
		return e
	}
	pin := params.str("pin")
	if !isPIN(pin) {
		return errPIN()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.state.admitRegistration(c.Now()); e != nil {
		return e
	}
	switch {
	case !p.state.verified:
		return refuse(133006, "The phone number must be verified before it is registered.")
	case p.pin != "" && p.state.wrongPINs >= maxWrongPINs:
		return refuse(133008, "Too many PIN guesses. Try again later.")
	case p.pin != "" && p.pin != pin:
		p.state.wrongPINs++
		return refuse(133005, "The two-step verification PIN is not correct.")
	}
	p.pin, p.state.wrongPINs = pin, 0
	p.registered.Store(true)
	return c.success()
}

func (c *call) deregister(p *phone) *graphError {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.onApp && !p.app.since.IsZero() {
		return &graphError{status: http.StatusBadRequest, code: 100, message: "A phone number that is used in the WhatsApp Business app cannot be deregistered."}
	}
	if e := p.state.admitRegistration(c.Now()); e != nil {
		return e
	}
	if !p.registered.Swap(false) {
		return &graphError{
			status: http.StatusBadRequest, code: 100, subcode: 2207051,
			message: "Phone number not registered on the WhatsApp Business Platform.",
		}
	}
	return c.success()
}
