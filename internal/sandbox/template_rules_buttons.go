package sandbox

import (
	"slices"
	"strings"
)

const (
	maxLabel      = 25
	maxURL        = 2000
	maxTel        = 20
	maxCoupon     = 20
	maxButtons    = 10
	maxAppsOfCode = 5
)

// mostButtons says how many buttons of a kind a template may have.
var mostButtons = map[string]int{"QUICK_REPLY": 10, "URL": 2, "PHONE_NUMBER": 1, "COPY_CODE": 1, "OTP": 1, "FLOW": 1, "CATALOG": 1, "MPM": 1, "SPM": 1,
	"VOICE_CALL": 1, "ORDER_DETAILS": 1, "APP": 1, "REQUEST_CONTACT_INFO": 1}

// buttons checks how many buttons there are of each kind, their order, and each
// by itself.
func (k creationRules) buttons(list []fields) *graphError {
	counts, runs := map[string]int{}, 0
	last := ""
	for _, b := range list {
		kind := strings.ToUpper(b.str("type"))
		most, known := mostButtons[kind]
		if !known {
			return invalid(`Param buttons['type'] is not a kind of button - got "%s".`, b.str("type"))
		}
		if counts[kind]++; counts[kind] > most || len(list) > maxButtons {
			return wrongButtons("Too many buttons", "The template has more buttons than allowed.")
		}
		if kind == "QUICK_REPLY" && last != kind {
			runs++
		}
		last = kind
		if e := firstError(label(b, kind), k.button(b, kind)); e != nil {
			return e
		}
	}
	if runs > 1 || runs == 1 && !strings.EqualFold(list[0].str("type"), "QUICK_REPLY") && last != "QUICK_REPLY" {
		return wrongButtons("Wrong order of buttons", "Quick replies must stand together, before or after the other buttons.")
	}
	return nil
}

func label(b fields, kind string) *graphError {
	switch {
	case chars(b.str("text")) > maxLabel || chars(b.str("autofill_text")) > maxLabel:
		return tooLong("The label of a button has at most 25 characters.")
	case b.str("text") == "" && slices.Contains([]string{"QUICK_REPLY", "URL", "PHONE_NUMBER", "FLOW", "ORDER_DETAILS"}, kind):
		return invalid("Param text is required for buttons of type %s.", kind)
	}
	return nil
}

// button checks what is particular to a kind of button.
func (k creationRules) button(b fields, kind string) *graphError {
	switch kind {
	case "URL":
		return k.link(b)
	case "PHONE_NUMBER":
		switch {
		case b.str("phone_number") == "":
			return invalid("Param phone_number is required for buttons of type PHONE_NUMBER.")
		case chars(b.str("phone_number")) > maxTel:
			return tooLong("A phone number has at most 20 characters.")
		}
	case "COPY_CODE":
		if chars(sampleOf(b)) > maxCoupon {
			return tooLong("A code has at most 20 characters.")
		}
	case "FLOW":
		if b.str("flow_id") == "" && b.str("flow_name") == "" && !b.has("flow_json") {
			return invalid("One of flow_id, flow_name and flow_json is required for buttons of type FLOW.")
		}
		return oneOf("flow_action", b.str("flow_action"), "NAVIGATE", "DATA_EXCHANGE")
	case "OTP":
		if len(b.list("supported_apps")) > maxAppsOfCode {
			return invalid("Param supported_apps has at most 5 items.")
		}
		return oneOf("otp_type", b.str("otp_type"), "COPY_CODE", "ONE_TAP", "ZERO_TAP")
	}
	return nil
}

// link wants a link with at most one variable, {{1}} at its end, and a sample
// of that.
func (k creationRules) link(b fields) *graphError {
	to := b.str("url")
	plain := strings.TrimSuffix(to, "{{1}}")
	switch {
	case to == "":
		return invalid("Param url is required for buttons of type URL.")
	case chars(to) > maxURL:
		return tooLong("A link has at most 2000 characters.")
	case strings.Contains(plain, "{{") || strings.Contains(plain, "}}"):
		return invalid("Param url may have one variable, {{1}}, at its end.")
	case k.samples && plain != to && sampleOf(b) == "":
		return invalid("Param example is required for buttons of type URL with a variable.")
	}
	if b.has("app_deep_link") {
		for _, key := range []string{"meta_app_id", "android_deep_link", "android_fallback_playstore_url"} {
			if b.sub("app_deep_link").str(key) == "" {
				return invalid("Param app_deep_link['%s'] is required.", key)
			}
		}
	}
	return nil
}

// sampleOf is the sample of a button, which stands in a list or alone.
func sampleOf(b fields) string {
	if list := b.list("example"); len(list) > 0 {
		s, _ := text(list[0])
		return s
	}
	return b.str("example")
}

// orderHeader wants a header of a kind that the details of an order may stand below.
func orderHeader(parts []fields) *graphError {
	ofOrder := func(b fields) bool { return strings.EqualFold(b.str("type"), "ORDER_DETAILS") }
	if !slices.ContainsFunc(parts, func(c fields) bool { return slices.ContainsFunc(c.objects("buttons"), ofOrder) }) {
		return nil
	}
	for _, c := range parts {
		if !strings.EqualFold(c.str("type"), "HEADER") {
			continue
		}
		if e := oneOf("format", c.str("format"), "TEXT", "IMAGE", "DOCUMENT"); e != nil {
			return e
		}
	}
	return nil
}
