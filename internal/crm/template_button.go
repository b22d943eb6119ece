package crm

import (
	"net/url"
	"slices"
	"strings"
)

// mostButtons is how many buttons of a type a template may have (outbound.md 3.2).
var mostButtons = map[string]int{"QUICK_REPLY": 10, "URL": 2, "PHONE_NUMBER": 1, "COPY_CODE": 1, "OTP": 1, "FLOW": 1, "CATALOG": 1, "MPM": 1, "SPM": 1, "VOICE_CALL": 1, "ORDER_DETAILS": 1, "REQUEST_CONTACT_INFO": 1}

var buttonTypes = []string{"QUICK_REPLY", "URL", "PHONE_NUMBER", "COPY_CODE", "OTP", "FLOW", "CATALOG", "MPM", "SPM", "VOICE_CALL", "ORDER_DETAILS", "REQUEST_CONTACT_INFO"}

var otpTypes = []string{"COPY_CODE", "ONE_TAP", "ZERO_TAP"}

// labelled are the types whose label is the business's own.
var labelled = []string{"QUICK_REPLY", "URL", "PHONE_NUMBER", "FLOW", "VOICE_CALL", "ORDER_DETAILS"}

func (c *templateCheck) buttons(at string, list []TemplateButton, most int) {
	if len(list) == 0 {
		c.faults.Add(at+"/buttons", CodeRequired, "buttons is required: it has at least one button.")
	}
	if len(list) > most {
		c.faults.Add(at+"/buttons", CodeOutOfRange, "There may be at most %d buttons.", most)
	}
	counts, runs := map[string]int{}, 0
	for i, b := range list {
		each := at + Pointer("buttons", i)
		if !slices.Contains(buttonTypes, b.Type) {
			c.faults.Add(each+"/type", CodeParameterInvalid, "type must be %s.", oneOf(buttonTypes))
			continue
		}
		counts[b.Type]++
		if counts[b.Type] == mostButtons[b.Type]+1 {
			c.faults.Add(each+"/type", CodeOutOfRange, "There may be at most %d buttons of type %s.", mostButtons[b.Type], b.Type)
		}
		if b.Type == "QUICK_REPLY" && (i == 0 || list[i-1].Type != "QUICK_REPLY") {
			runs++
		}
		c.button(each, b)
	}
	if runs > 1 || runs == 1 && list[0].Type != "QUICK_REPLY" && list[len(list)-1].Type != "QUICK_REPLY" {
		c.faults.Add(at+"/buttons", CodeParameterInvalid, "Quick replies stand together, before or after the other buttons.")
	}
	c.labels(at, list)
}

// labels refuses two buttons of one label: contacts could not tell them apart.
func (c *templateCheck) labels(at string, list []TemplateButton) {
	seen := map[string]bool{}
	for i, b := range list {
		if b.Text != "" && seen[b.Text] {
			c.faults.Add(at+Pointer("buttons", i, "text"), CodeParameterInvalid, "Another button has the label %q already.", clip(b.Text))
		}
		seen[b.Text] = true
	}
}

func (c *templateCheck) button(at string, b TemplateButton) {
	checkText(at+"/text", b.Text, slices.Contains(labelled, b.Type), maxTemplateLabel, c.faults)
	if placeholder.MatchString(b.Text) {
		c.faults.Add(at+"/text", CodeParameterInvalid, "A label may not have variables.")
	}
	if (b.Type == "OTP") != c.code() {
		c.faults.Add(at+"/type", CodeNotAllowed, "Authentication templates have a button of type OTP, and no others have one.")
		return
	}
	if b.DeepLink != nil {
		c.deepLink(at+"/app_deep_link", b)
	}
	switch b.Type {
	case "URL":
		c.link(at, b)
	case "PHONE_NUMBER":
		if !ValidPhone("+"+strings.TrimPrefix(b.PhoneNumber, "+")) || runes(b.PhoneNumber) > maxTemplateTel {
			c.faults.Add(at+"/phone_number", CodePhoneNumberInvalid, "phone_number is a number in international format, such as +14155550123.")
		}
	case "COPY_CODE":
		if code := textOf(b.Example); code == "" || runes(code) > maxCoupon {
			c.faults.Add(at+"/example", CodeRequired, "example is required: a sample code of at most %d characters.", maxCoupon)
		}
	case "OTP":
		c.oneTimeCode(at, b)
	case "FLOW":
		c.flow(at, b)
	}
}

// link wants an address that ends in its variable, if it has one.
func (c *templateCheck) link(at string, b TemplateButton) {
	checkText(at+"/url", b.URL, true, maxURL, c.faults)
	if b.URL == "" {
		return
	}
	checkLink(at+"/url", placeholder.ReplaceAllString(b.URL, "x"), c.faults)
	places := placeholder.FindAllStringSubmatchIndex(b.URL, -1)
	switch {
	case len(places) == 0:
	case len(places) > 1 || places[0][1] != len(b.URL) || !c.named() && b.URL[places[0][2]:places[0][3]] != "1":
		c.faults.Add(at+"/url", CodeParameterInvalid, "url may have one variable, {{1}}, at its end.")
	case textOf(b.Example) == "":
		c.faults.Add(at+"/example", CodeRequired, "example is required: a list with one whole address.")
	}
}

// deepLink wants all that opens a place in an app on Android (the provider's page "Deep
// links" asks for the three in calls of its API).
func (c *templateCheck) deepLink(at string, b TemplateButton) {
	if b.Type != "URL" {
		c.faults.Add(at, CodeNotAllowed, "Only a button of type URL has an app_deep_link.")
		return
	}
	d := b.DeepLink
	if d.AppID <= 0 {
		c.faults.Add(at+"/meta_app_id", CodeRequired, "meta_app_id is required: the id of your app at the provider.")
	}
	checkText(at+"/android_deep_link", d.Android, true, maxURL, c.faults)
	if u, err := url.Parse(d.Android); d.Android != "" && (err != nil || u.Scheme == "") {
		c.faults.Add(at+"/android_deep_link", CodeParameterInvalid, "android_deep_link is an address in the app, such as luckyshrub://deals/summer.")
	}
	checkText(at+"/android_fallback_playstore_url", d.Fallback, true, maxURL, c.faults)
	if d.Fallback != "" {
		checkLink(at+"/android_fallback_playstore_url", d.Fallback, c.faults)
	}
}

// textOf reads a sample that is a text, or a list with one.
func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		if len(v) == 1 {
			return textOf(v[0])
		}
	case []string:
		if len(v) == 1 {
			return v[0]
		}
	}
	return ""
}

func (c *templateCheck) oneTimeCode(at string, b TemplateButton) {
	if !slices.Contains(otpTypes, b.OTPType) {
		c.faults.Add(at+"/otp_type", CodeParameterInvalid, "otp_type must be %s.", oneOf(otpTypes))
		return
	}
	checkText(at+"/autofill_text", b.Autofill, false, maxTemplateLabel, c.faults)
	if b.OTPType == "COPY_CODE" {
		if len(b.Apps) > 0 {
			c.faults.Add(at+"/supported_apps", CodeNotAllowed, "A button that copies the code has no supported_apps.")
		}
		return
	}
	if len(b.Apps) == 0 || len(b.Apps) > maxApps {
		c.faults.Add(at+"/supported_apps", CodeRequired, "supported_apps is required: 1 to %d apps.", maxApps)
	}
	if b.OTPType == "ZERO_TAP" && !b.ZeroTap {
		c.faults.Add(at+"/zero_tap_terms_accepted", CodeRequired, "zero_tap_terms_accepted must be true.")
	}
}

func (c *templateCheck) flow(at string, b TemplateButton) {
	given := 0
	for _, s := range []string{b.FlowID, b.FlowName, b.FlowJSON} {
		if s != "" {
			given++
		}
	}
	if given != 1 {
		c.faults.Add(at+"/flow_id", CodeParameterInvalid, "Give exactly one of flow_id, flow_name and flow_json.")
	}
	if b.FlowAction != "" && b.FlowAction != "navigate" && b.FlowAction != "data_exchange" {
		c.faults.Add(at+"/flow_action", CodeParameterInvalid, "flow_action must be navigate or data_exchange.")
	}
}

// carousel wants 2 to 10 cards of one form.
func (c *templateCheck) carousel(at string, part TemplateComponent) {
	if len(part.Cards) < 2 || len(part.Cards) > 10 {
		c.faults.Add(at+"/cards", CodeOutOfRange, "A carousel has 2 to 10 cards.")
	}
	form := ""
	for i, card := range part.Cards {
		each := at + Pointer("cards", i)
		mine := c.card(each, card)
		if i == 0 {
			form = mine
		} else if mine != form {
			c.faults.Add(each, CodeParameterInvalid, "All cards have the same parts: this one has %s, the first one %s.", mine, form)
		}
	}
}

// card checks a card and returns its form in words.
func (c *templateCheck) card(at string, card TemplateCard) string {
	var form []string
	header, seen := false, map[string]bool{}
	for i, p := range card.Components {
		each, part := at+Pointer("components", i), p.Component()
		if seen[p.Type] {
			c.faults.Add(each+"/type", CodeNotAllowed, "A card has only one %s.", p.Type)
			continue
		}
		seen[p.Type] = true
		switch p.Type {
		case "HEADER":
			header = true
			c.header(each, part, true)
			form = append(form, "HEADER "+p.Format)
		case "BODY":
			c.bodyText(each, part, maxCardBody)
			form = append(form, "BODY")
		case "BUTTONS":
			c.buttons(each, p.Buttons, 2)
			for _, b := range p.Buttons {
				form = append(form, b.Type)
			}
		default:
			c.faults.Add(each+"/type", CodeParameterInvalid, "type of a part of a card must be HEADER, BODY or BUTTONS.")
		}
	}
	if !header {
		c.faults.Add(at+"/components", CodeRequired, "A card needs a HEADER.")
	}
	if len(form) == 0 {
		return "none"
	}
	return strings.Join(form, ", ")
}
