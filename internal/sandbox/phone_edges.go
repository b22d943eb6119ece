package sandbox

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

const maxBlocked = 64_000

// blockUsers is GET, POST and DELETE /{phone}/block_users. Only people who wrote
// within a day can be blocked; of a list the rest is told as failed.
func (c *call) blockUsers(p *phone) *graphError {
	if c.r.Method == http.MethodGet {
		return c.listBlocked(p)
	}
	params, e := c.params()
	if e == nil {
		e = c.checkProduct(params)
	}
	if e != nil {
		return e
	}
	users := params.objects("block_users")
	if len(users) == 0 {
		return invalid("The parameter block_users is required: a list of objects with user.")
	}
	block := c.r.Method == http.MethodPost
	done, refused := []object{}, []object{}
	for _, u := range users {
		input := u.str("user")
		number, ok := digits(input)
		who := c.customer(input)
		switch {
		case !ok || block && (who == nil || !who.inWindow(p, c.Now())):
			why := "The user has not sent a message to the business in the last 24 hours."
			if !ok {
				why = "The user is not a phone number."
			}
			refused = append(refused, object{{"input", input}, {"errors", []object{{{"message", "Failed to block/unblock users"}, {"code", 139100}, {"error_data", object{{"details", why}}}}}}})
		default:
			number = canonical(number)
			if e := p.setBlocked(number, block); e != nil {
				return e
			}
			done = append(done, object{{"input", input}, {"wa_id", number}})
		}
	}
	key := map[bool]string{true: "added_users", false: "removed_users"}[block]
	lists := object{{key, done}}
	if len(refused) == 0 {
		return c.ok(object{{"messaging_product", "whatsapp"}, {"block_users", lists}})
	}
	return c.partlyBlocked(append(lists, member{"failed_users", refused}))
}

// partlyBlocked answers 400 with both lists and an error, as the provider does.
func (c *call) partlyBlocked(lists object) *graphError {
	e := refuse(139100, "Some users could not be blocked or unblocked.")
	trace := c.ids.traceID()
	c.effect = "refused 139100"
	c.w.Header()["Www-Authenticate"] = []string{e.challenge()}
	body := c.enc().value(nil, object{{"messaging_product", "whatsapp"}, {"block_users", lists}, {"error", e.object(trace)}})
	c.write(http.StatusBadRequest, body, trace)
	return nil
}

func (p *phone) setBlocked(number string, block bool) *graphError {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.state.blocked = slices.DeleteFunc(p.state.blocked, func(n string) bool { return n == number })
	if !block {
		return nil
	}
	if len(p.state.blocked) >= maxBlocked {
		return refuse(139101, "The blocklist is full.")
	}
	p.state.blocked = append(p.state.blocked, number)
	return nil
}

// hasBlocked reports whether the business has blocked a customer.
func (p *phone) hasBlocked(number string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return number != "" && slices.Contains(p.state.blocked, number)
}

func (c *call) listBlocked(p *phone) *graphError {
	p.mu.Lock()
	list := slices.Clone(p.state.blocked)
	p.mu.Unlock()
	return c.page(len(list), c.r.URL.Query(), func(i int) (object, *graphError) {
		return object{{"messaging_product", "whatsapp"}, {"wa_id", list[i]}}, nil
	}, nil)
}

// qrCode is a link with which customers begin a chat.
type qrCode struct{ code, message string }

const maxPrefilled = 140

// qrCodes is /{phone}/message_qrdls, with a code behind it or without.
func (c *call) qrCodes(p *phone, code string) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	orString(&code, params.str("code"))
	p.mu.Lock()
	defer p.mu.Unlock()
	i := slices.IndexFunc(p.state.codes, func(q qrCode) bool { return q.code == code })
	if code != "" && i < 0 {
		return errUnknownObject(c.r.Method, code)
	}
	switch c.r.Method {
	case http.MethodGet:
		list := []object{}
		for _, q := range p.state.codes {
			if code == "" || q.code == code {
				list = append(list, q.object())
			}
		}
		return c.ok(object{{"data", list}})
	case http.MethodDelete:
		if i < 0 {
			return invalid("The parameter code is required.")
		}
		p.state.codes = slices.Delete(p.state.codes, i, i+1)
		return c.success()
	}
	message, image := params.str("prefilled_message"), params.str("generate_qr_image")
	switch {
	case message == "" || chars(message) > maxPrefilled:
		return invalid("Param prefilled_message must be 1 to %d characters long.", maxPrefilled)
	case image != "" && !strings.EqualFold(image, "SVG") && !strings.EqualFold(image, "PNG"):
		return invalid(`Param generate_qr_image must be one of {PNG, SVG} - got "%s".`, image)
	}
	if i < 0 {
		i = len(p.state.codes)
		p.state.codes = append(p.state.codes, qrCode{code: qrText(c.ids.nodes.next())})
	}
	p.state.codes[i].message = message
	answer := p.state.codes[i].object()
	if image != "" {
		answer = append(answer, member{"qr_image_url", c.learnURL(c.r) + mediaPath + "qr-" + p.state.codes[i].code + "." + strings.ToLower(image)})
	}
	return c.ok(answer)
}

func (q qrCode) object() object {
	return object{{"code", q.code}, {"prefilled_message", q.message}, {"deep_link_url", "https://wa.me/message/" + q.code}}
}

// qrText spells a number as a code of 14 letters and digits.
func qrText(n uint64) string {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	out := make([]byte, 14)
	for i := range out {
		out[i] = alphabet[n&31]
		if n >>= 5; n == 0 {
			n = mix(uint64(i) + 1)
		}
	}
	return string(out)
}

// callPermissions is GET /{phone}/call_permissions: nobody has allowed calls.
func (c *call) callPermissions(*phone) *graphError {
	q := c.r.URL.Query()
	if q.Get("user_wa_id") == "" && q.Get("recipient") == "" {
		return invalid("One of the parameters user_wa_id and recipient is required.")
	}
	limit := func(period string, most int) object {
		return object{{"time_period", period}, {"max_allowed", most}, {"current_usage", 0}}
	}
	return c.ok(object{{"messaging_product", "whatsapp"}, {"permission", object{{"status", "no_permission"}}}, {"actions", []object{
		{{"action_name", "send_call_permission_request"}, {"can_perform_action", true}, {"limits", []object{limit("PT24H", 1), limit("P7D", 2)}}},
		{{"action_name", "start_call"}, {"can_perform_action", false}, {"limits", []object{}}},
	}}})
}

// postCall is POST /{phone}/calls: calling is off until the settings switch it
// on, and then nobody has given permission.
func (c *call) postCall(p *phone) *graphError {
	params, e := c.params()
	if e == nil {
		e = c.checkProduct(params)
	}
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.state.settings.sub("calling").str("status") != "ENABLED" {
		return refuse(138000, "Calling is not enabled for this phone number.")
	}
	return refuse(138006, "The user has not given permission to be called.")
}

var usernameForm = regexp.MustCompile(`^[a-z0-9._]{3,35}$`)

// username is GET, POST and DELETE /{phone}/username.
func (c *call) username(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch c.r.Method {
	case http.MethodDelete:
		p.state.username = ""
		return c.success()
	case http.MethodPost:
		name := params.str("username")
		if !usernameForm.MatchString(name) {
			return refuse(147001, "A username has 3 to 35 lower-case letters, digits, dots and underscores.")
		}
		p.state.username = name
		return c.ok(object{{"status", "approved"}})
	}
	if p.state.username == "" {
		return c.ok(object{})
	}
	return c.ok(object{{"username", p.state.username}, {"status", "approved"}})
}

// publicKey is GET and POST /{phone}/whatsapp_business_encryption.
func (c *call) publicKey(p *phone) *graphError {
	params, e := c.params()
	if e != nil {
		return e
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.r.Method == http.MethodGet {
		list := []object{}
		if p.state.publicKey != "" {
			list = append(list, object{{"business_public_key", p.state.publicKey}})
		}
		return c.ok(object{{"data", list}})
	}
	text := params.str("business_public_key")
	if block, _ := pem.Decode([]byte(text)); block == nil || !isRSA2048(block.Bytes) {
		return invalid("Param business_public_key must be a 2048-bit RSA public key in PEM format.")
	}
	p.state.publicKey = text
	return c.success()
}

func isRSA2048(der []byte) bool {
	key, err := x509.ParsePKIXPublicKey(der)
	if err != nil {
		key, err = x509.ParsePKCS1PublicKey(der)
	}
	public, ok := key.(*rsa.PublicKey)
	return err == nil && ok && public.N.BitLen() == 2048
}
