package sandbox

import (
	"slices"
	"strings"
)

// Kinds of messages that can be sent, in the order in which errors list them.
var sendable = []string{
	"audio", "contacts", "document", "image", "interactive", "location",
	"pin", "reaction", "sticker", "template", "text", "video",
}

// receivedOnly are kinds that exist but cannot be sent.
var receivedOnly = []string{"button", "order", "system", "unsupported", "unknown", "edit", "revoke", "request_welcome"}

// validate checks the envelope and the content of a send. What it accepts is
// answered with 200; whether it arrives is another matter.
func (c *call) validate(p *phone, req fields, marketing bool) (*draft, *graphError) {
	if e := c.checkProduct(req); e != nil {
		return nil, e
	}
	d := &draft{kind: sendKind(req), category: "service", marketing: marketing}
	if e := c.checkRecipient(p, req, d); e != nil {
		return nil, e
	}
	if e := checkEnvelope(req, d); e != nil {
		return nil, e
	}
	if d.kind == "template" {
		return d, c.checkTemplate(p.account, req, d)
	}
	if marketing {
		return nil, refuse(100, "Message must be a template message.")
	}
	return d, checkContent(req, d)
}

func (c *call) checkProduct(req fields) *graphError {
	switch product := req.str("messaging_product"); {
	case !req.has("messaging_product"):
		return invalid("The parameter messaging_product is required.")
	case !strings.EqualFold(product, "whatsapp"):
		return invalid(`Param messaging_product must be one of {WHATSAPP} - got "%s".`, product)
	}
	return nil
}

// checkRecipient resolves "to" and "recipient"; the first wins.
func (c *call) checkRecipient(p *phone, req fields, d *draft) *graphError {
	to, user := req.str("to"), req.str("recipient")
	switch kind := req.str("recipient_type"); kind {
	case "", "individual":
	case "group":
		return c.checkGroup(to, d)
	default:
		return invalid(`Param recipient_type must be one of {GROUP, INDIVIDUAL} - got "%s".`, kind)
	}
	if to == "" && user == "" {
		return refuse(131008, "One of the parameters to and recipient is required.")
	}
	if user != "" && !isUserID(user) {
		return refuse(131009, "Parameter recipient is not a valid user id.")
	}
	d.userID = user
	if to == "" {
		d.input, d.to = user, c.byUserID(user)
		return nil
	}
	number, ok := digits(to)
	if !ok {
		return refuse(131009, "Parameter to is not a valid phone number.")
	}
	if number == p.number {
		return refuse(131021, "Recipient phone number is the sender's own.")
	}
	d.input, d.to = to, c.byNumber(canonical(number))
	d.group = d.to.members.Load() != nil
	return nil
}

func (c *call) checkGroup(to string, d *draft) *graphError {
	if to == "" || len(to) > 512 {
		return refuse(131008, "Parameter to is required: the id of the group.")
	}
	d.group, d.input, d.to = true, to, c.byNumber(to)
	return nil
}

// checkEnvelope checks what all types have in common.
func checkEnvelope(req fields, d *draft) *graphError {
	switch {
	case slices.Contains(receivedOnly, d.kind):
		return refuse(131051, "Message type %s cannot be sent.", d.kind)
	case !slices.Contains(sendable, d.kind):
		return invalid(`Param type must be one of {%s} - got "%s".`, strings.ToUpper(strings.Join(sendable, ", ")), req.str("type"))
	case d.kind == "contacts" && len(req.list("contacts")) == 0,
		d.kind != "contacts" && req.sub(d.kind) == nil:
		return refuse(131008, "Parameter %s is required for messages of type %s.", d.kind, d.kind)
	case d.kind == "pin" && !d.group:
		return refuse(131051, "Messages of type pin can only be sent to groups.")
	}
	if category := req.str("category"); category != "" && category != "service" {
		return refuse(100, "The category value %s requires access to Direct Send.", category)
	}
	if req.has("context") {
		d.replyTo = req.sub("context").str("message_id")
		if d.replyTo == "" {
			return refuse(131008, "Parameter context.message_id is required.")
		}
	}
	return checkCallback(req, d)
}

// maxCallback is the limit of biz_opaque_callback_data.
const maxCallback = 512

func checkCallback(req fields, d *draft) *graphError {
	if !req.has("biz_opaque_callback_data") {
		return nil
	}
	data, ok := req["biz_opaque_callback_data"].(string)
	if !ok {
		return invalid("Param biz_opaque_callback_data must be a string.")
	}
	if chars(data) > maxCallback {
		return invalid("Param biz_opaque_callback_data must be at most %d characters long.", maxCallback)
	}
	d.callback = &data
	return nil
}
