package sandbox

import (
	"strings"
	"time"
)

// Reviews of the provider are made at once, never, or when the control API says so.
const (
	statusNone     = "NONE"
	statusPending  = "PENDING_REVIEW"
	statusApproved = "APPROVED"
	statusDeclined = "DECLINED"
)

// naming is the review of a display name; phone.mu guards it.
type naming struct {
	status         string // of the name that customers see; empty for approved
	wanted, review string // the name that was asked for, and what became of it
}

func (n *naming) current() string {
	if n.status == "" {
		return statusApproved
	}
	return n.status
}

func (n *naming) next() string {
	if n.wanted == "" {
		return statusNone
	}
	return n.review
}

// badge is the review of an official business account; phone.mu guards it.
type badge struct {
	status  string // empty for not started
	decided time.Time
}

// badgePause is how long a business waits after a refusal.
const badgePause = 30 * 24 * time.Hour

func (b *badge) shown() string {
	if b.status == "" {
		return "NOT_STARTED"
	}
	return b.status
}

func (s *phoneState) verification() string {
	switch {
	case s.expired:
		return "EXPIRED"
	case s.verified:
		return "VERIFIED"
	}
	return "NOT_VERIFIED"
}

// renamed takes a request for another display name; p.mu is held.
func renamed(p *phone, name string) *graphError {
	if chars(name) < 3 || chars(name) > 512 || strings.TrimSpace(name) != name {
		return invalid("Param new_display_name must be a name of 3 to 512 characters.")
	}
	p.state.naming.wanted, p.state.naming.review = name, statusPending
	return nil
}

// postOBA is POST /{phone}/official_business_account.
func (c *call) postOBA(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	for _, key := range []string{"business_website_url", "primary_country_of_operation"} {
		if params.str(key) == "" {
			return invalid("The parameter %s is required.", key)
		}
	}
	if len(params.list("supporting_links")) > 5 {
		return invalid("Param supporting_links must have at most 5 entries.")
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	b := &p.state.badge
	switch {
	case b.status == "PENDING" || b.status == "APPROVED":
		return invalid("The phone number has an official business account already, or has asked for one.")
	case b.status == "REJECTED" && c.Now().Before(b.decided.Add(badgePause)):
		return invalid("The last request was rejected. You can ask again 30 days afterwards.")
	}
	b.status = "PENDING"
	return c.success()
}

// decideName ends the review of a display name and tells of it.
func decideName(s *Server, p *phone, decision, reason string) {
	p.mu.Lock()
	n := &p.state.naming
	name := n.wanted
	switch {
	case name == "": // the name that the number was added with
		name, n.status = p.name, decision
	case decision == statusApproved:
		p.name, n.wanted, n.review, n.status = name, "", "", ""
	default:
		n.review = decision
	}
	p.mu.Unlock()
	told, why := "APPROVED", any(nil)
	if decision == statusDeclined {
		told, why = "REJECTED", reason
	}
	tellAccount(s, p.account, "phone_number_name_update", object{{"display_phone_number", p.number}, {"decision", told}, {"requested_verified_name", name}, {"rejection_reason", why}})
}

// decideBadge ends the review of an official business account and tells of it.
func decideBadge(s *Server, p *phone, decision string) {
	p.mu.Lock()
	p.state.badge = badge{status: decision, decided: s.Now()}
	p.mu.Unlock()
	tellAccount(s, p.account, "account_alerts", object{{"entity_type", "PHONE_NUMBER"}, {"entity_id", p.id}, {"alert_info", object{{"alert_severity", "INFORMATIONAL"},
		{"alert_status", "ACTIVE"}, {"alert_type", "OBA_" + decision}, {"alert_description", "Your request for an official business account was " + strings.ToLower(decision) + "."}}}})
}

// tellAccount posts a webhook about an account, where somebody listens.
func tellAccount(s *Server, a *account, field string, value object) {
	if s.listening(a, nil) {
		s.enqueue(a.lane, item{kind: field, body: s.enc().value(nil, value)})
	}
}
