package sandbox

import (
	"slices"
	"strings"
)

// subTypes are the sub_type values of a send that fit a kind of button. A
// one-time-password button is listed as URL, so it never appears here.
var subTypes = map[string][]string{
	"QUICK_REPLY":   {"quick_reply"},
	"URL":           {"url"},
	"COPY_CODE":     {"copy_code"},
	"FLOW":          {"flow"},
	"CATALOG":       {"catalog"},
	"MPM":           {"mpm"},
	"SPM":           {"spm"},
	"VOICE_CALL":    {"voice_call"},
	"ORDER_DETAILS": {"order_details"},
}

const (
	maxCouponCode = 20
	maxAuthCode   = 15
	maxPayload    = 256
)

func (k *templateCheck) buttons(slots []buttonSlot, sent map[int]fields) *graphError {
	for i, s := range slots {
		if e := k.button(i, s, sent[i]); e != nil {
			return e
		}
	}
	return nil
}

func (k *templateCheck) button(i int, s buttonSlot, sent fields) *graphError {
	if sent != nil && !slices.Contains(subTypes[s.kind], strings.ToLower(sent.str("sub_type"))) {
		return refuse(132012, "buttons: button at index %d is of type %s, received %s", i, s.kind, sent.str("sub_type"))
	}
	var p fields
	if given := sent.objects("parameters"); len(given) > 0 {
		p = given[0]
	}
	switch s.kind {
	case "URL":
		return k.urlButton(i, s, p)
	case "COPY_CODE":
		code := p.str("coupon_code")
		if code == "" {
			return refuse(131008, "buttons: Button at index %d of type CopyCode requires a parameter", i)
		}
		if chars(code) > maxCouponCode {
			return refuse(132012, "buttons: coupon_code is longer than %d characters", maxCouponCode)
		}
	case "QUICK_REPLY":
		if chars(p.str("payload")) > maxPayload {
			return refuse(132012, "buttons: payload is longer than %d characters", maxPayload)
		}
	case "MPM":
		if len(p.sub("action").objects("sections")) == 0 {
			return refuse(131008, "buttons: Button at index %d of type Mpm requires a parameter", i)
		}
	}
	return nil
}

func (k *templateCheck) urlButton(i int, s buttonSlot, p fields) *graphError {
	if !s.variable {
		if p != nil {
			return refuse(132000, "buttons: Button at index %d of type Url does not take parameters", i)
		}
		return nil
	}
	suffix := p.str("text")
	switch {
	case suffix == "":
		return refuse(131008, "buttons: Button at index %d of type Url requires a parameter", i)
	case p.str("type") != "text":
		return refuse(132012, "buttons: Format mismatch, expected TEXT, received %s", strings.ToUpper(p.str("type")))
	case k.t.category == "AUTHENTICATION" && chars(suffix) > maxAuthCode:
		return refuse(132012, "buttons: the code is longer than %d characters", maxAuthCode)
	case chars(s.url)+chars(suffix) > 2000:
		return refuse(132005, "buttons: the URL is too long after substitution")
	}
	return nil
}
