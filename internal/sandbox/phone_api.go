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
	webhook := object{{"application", c.settings.Load().callbackURL}}
	p.account.mu.RLock()
	if o := p.account.override; o != "" {
		webhook = append(object{{"whatsapp_business_account", o}}, webhook...)
	}
	p.account.mu.RUnlock()
	if o := p.override.Load(); o != nil && *o != "" {
		webhook = append(object{{"phone_number", *o}}, webhook...)
	}
	return object{
		{"verified_name", p.name}, {"code_verification_status", "VERIFIED"},
		{"display_phone_number", p.display}, {"quality_rating", "GREEN"},
		{"quality_score", object{{"score", "GREEN"}}}, {"platform_type", "CLOUD_API"},
		{"throughput", object{{"level", level}}}, {"webhook_configuration", webhook},
		{"name_status", "APPROVED"}, {"new_name_status", "NONE"}, {"status", status}, {"account_mode", "LIVE"},
		{"host_platform", "CLOUD_API"}, {"is_official_business_account", false}, {"is_pin_enabled", p.pinned()},
		{"is_on_biz_app", false}, {"is_preverified_number", false}, {"search_visibility", "VISIBLE"},
		{"messaging_limit_tier", "TIER_UNLIMITED"}, {"whatsapp_business_manager_messaging_limit", "TIER_UNLIMITED"},
		{"official_business_account", object{{"oba_status", "NOT_STARTED"}}},
		{"country_code", countryOf(p.number)},
		{"last_onboarded_time", c.Server.began.UTC().Format("2006-01-02T15:04:05+0000")},
		{"health_status", health("PHONE_NUMBER", p.id, p.registered.Load())}, {"id", p.id},
	}
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

func (p *phone) pinned() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.pin != ""
}

func (c *call) getPhone(p *phone) *graphError {
	asked := c.r.URL.Query().Get("fields")
	orString(&asked, defaultPhoneFields)
	return c.ok(pick(c.phoneFields(p), nil, asked))
}

func (c *call) listPhones(a *account) *graphError {
	q := c.r.URL.Query()
	asked := q.Get("fields")
	orString(&asked, defaultPhoneFields)
	list := a.list()
	return c.page(len(list), q, func(i int) object { return pick(c.phoneFields(list[i]), nil, asked) }, nil)
}

// postPhone is POST /{phone}: the PIN or the webhook override.
func (c *call) postPhone(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	if pin := params.str("pin"); pin != "" {
		if !isPIN(pin) {
			return errPIN()
		}
		p.setPIN(pin)
	}
	if config := params.sub("webhook_configuration"); config != nil {
		target, e := c.checkOverride(config)
		if e != nil {
			return e
		}
		p.override.Store(&target)
	}
	return c.success()
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
	return &graphError{status: 400, code: 100, message: "Invalid PIN format. PIN must be exactly 6 digits"}
}

func (p *phone) setPIN(pin string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.pin = pin
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
	if p.pin != "" && p.pin != pin {
		return refuse(133005, "The two-step verification PIN is not correct.")
	}
	p.pin = pin
	p.registered.Store(true)
	return c.success()
}

func (c *call) deregister(p *phone) *graphError {
	if !p.registered.Swap(false) {
		return &graphError{
			status: 400, code: 100, subcode: 2207051,
			message: "Phone number not registered on the WhatsApp Business Platform.",
		}
	}
	return c.success()
}

// VerificationCode is the code that verify_code accepts; any other six digits
// are refused.
const VerificationCode = "123456"

func (c *call) verifyCode(*phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	if params.str("code") != VerificationCode {
		return refuse(136025, "The code is not correct.")
	}
	return c.success()
}

func (c *call) getProfile(p *phone) *graphError {
	return c.ok(object{{"data", []object{{
		{"about", p.name}, {"description", "A simulated business"}, {"vertical", "RETAIL"},
		{"messaging_product", "whatsapp"},
	}}}})
}

func (c *call) getPhoneSettings() *graphError {
	return c.ok(object{
		{"calling", object{{"status", "DISABLED"}}},
		{"storage_configuration", object{{"status", "DEFAULT"}}},
	})
}

func (c *call) emptyData() *graphError { return c.ok(object{{"data", []object{}}}) }

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
