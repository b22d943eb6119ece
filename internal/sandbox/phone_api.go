package sandbox

import (
	"net/url"
)

// defaultPhoneFields are those of a phone number that come unasked.
const defaultPhoneFields = "verified_name,code_verification_status,display_phone_number,quality_rating,platform_type,throughput,webhook_configuration"

// all renders the number with every field that can be asked for.
func (c *call) phoneFields(p *phone) object {
	level, status := "STANDARD", "CONNECTED"
	if p.limit.rate.Load() > defaultThroughput {
		level = "HIGH"
	}
	if !p.registered.Load() {
		status = "DISCONNECTED"
	}
	p.account.mu.RLock()
	tier, fine := p.account.business.limit(), !p.account.business.banned && p.registered.Load()
	p.account.mu.RUnlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	webhook := object{{"application", c.settings.Load().callbackURL}}
	p.account.mu.RLock()
	if o := p.account.override; o != "" {
		webhook = append(object{{"whatsapp_business_account", o}}, webhook...)
	}
	p.account.mu.RUnlock()
	if o := p.override.Load(); o != nil && *o != "" {
		webhook = append(object{{"phone_number", *o}}, webhook...)
	}
	quality := p.state.quality
	orString(&quality, "GREEN")
	orKeep(&status, p.state.standing)
	all := object{
		{"verified_name", p.name}, {"code_verification_status", p.state.verification()},
		{"display_phone_number", p.display}, {"quality_rating", quality},
		{"quality_score", object{{"score", quality}}}, {"platform_type", "CLOUD_API"},
		{"throughput", object{{"level", level}}}, {"webhook_configuration", webhook},
		{"name_status", p.state.naming.current()}, {"new_name_status", p.state.naming.next()}, {"status", status}, {"account_mode", "LIVE"},
		{"host_platform", "CLOUD_API"}, {"is_official_business_account", p.state.badge.status == "APPROVED"}, {"is_pin_enabled", p.pin != ""},
		{"is_on_biz_app", p.state.onApp}, {"is_preverified_number", false}, {"search_visibility", "VISIBLE"},
		{"messaging_limit_tier", tier}, {"whatsapp_business_manager_messaging_limit", tier},
		{"official_business_account", object{{"oba_status", p.state.badge.shown()}}},
		{"country_code", countryOf(p.number)},
		{"last_onboarded_time", c.Server.began.UTC().Format("2006-01-02T15:04:05+0000")},
		{"health_status", health("PHONE_NUMBER", p.id, fine && p.state.standing != standingBanned)},
	}
	if p.state.naming.wanted != "" {
		all = append(all, member{"new_display_name", p.state.naming.wanted})
	}
	if p.state.username != "" {
		all = append(all, member{"username", p.state.username})
	}
	if p.state.automation != nil {
		all = append(all, member{"conversational_automation", map[string]any(p.state.automation)})
	}
	return append(all, member{"id", p.id})
}

// emptyPhoneFields are fields of a number that have no value here.
var emptyPhoneFields = []string{"new_display_name", "username", "conversational_automation", "country_dial_code", "certificate", "new_certificate",
	"eligibility_for_api_business_global_search"}

func (c *call) phoneNode(p *phone) node {
	n := node{all: c.phoneFields(p), empty: emptyPhoneFields}
	n.defaults, _ = n.pick(defaultPhoneFields)
	return n
}

// health is a health_status of one entity.
func health(kind, id string, fine bool) object {
	state := "AVAILABLE"
	if !fine {
		state = "BLOCKED"
	}
	return object{
		{"can_send_message", state},
		{"entities", []object{{{"entity_type", kind}, {"id", id}, {"can_send_message", state}, {"can_receive_call_sip", state}}}},
	}
}

func (c *call) getPhone(p *phone) *graphError {
	return c.okNode(c.phoneNode(p))
}

func (c *call) listPhones(a *account) *graphError {
	q := c.r.URL.Query()
	list, e := c.filterPhones(a.list(), q.Get("filtering"))
	if e != nil {
		return e
	}
	return c.page(len(list), q, func(i int) (object, *graphError) { return c.phoneNode(list[i]).pick(q.Get("fields")) }, nil)
}

// checkOverride reads an override of the callback URL and has it answer the
// handshake, as the provider does before it accepts one.
func (c *call) checkOverride(config fields) (string, *graphError) {
	target := config.str("override_callback_uri")
	if target == "" {
		return "", nil
	}
	if u, err := url.Parse(target); err != nil || u.Host == "" || len(target) > 200 {
		return "", invalid("Param override_callback_uri must be a URL of at most 200 characters.")
	}
	if err := c.handshake(c.r.Context(), target, config.str("verify_token")); err != nil {
		return "", &graphError{
			status: 400, code: 100, subcode: 2200,
			message: "(#100) The callback URL could not be validated: " + err.Error(),
		}
	}
	return target, nil
}
