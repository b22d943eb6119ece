package templatelint

import (
	"net/url"
	"strings"

	"service.example/crm/internal/crm"
)

// mostButtons says how many buttons of a kind a template may have.
var mostButtons = map[string]int{
	"QUICK_REPLY": 10, "URL": 2, "PHONE_NUMBER": 1, "COPY_CODE": 1, "OTP": 1, "FLOW": 1, "CATALOG": 1, "MPM": 1, "SPM": 1,
	"VOICE_CALL": 1, "ORDER_DETAILS": 1, "APP": 1, "REQUEST_CONTACT_INFO": 1,
}

// fixedLabels are the labels that the provider prescribes.
var fixedLabels = map[string]string{"CATALOG": "View catalog", "MPM": "View items", "SPM": "View"}

// buttons judges the buttons of a template, or of a card.
func (l *linter) buttons(c component) {
	list := c.nodes("buttons", maxButtons)
	if len(list) == 0 {
		l.find("buttons_empty", c.at, "There are no buttons.").fix("Add one, or leave the component out.")
		return
	}
	most := 10
	if c.card {
		most = 2
	}
	if n := len(c.list("buttons")); n > most {
		l.find("buttons_too_many", c.at+"/buttons", "There are %s; %d are allowed here.", count(n, "button"), most)
	}
	counts, labels := map[string]int{}, map[string]bool{}
	for _, b := range list {
		kind := b.word("type")
		counts[kind]++
		if limit, known := mostButtons[kind]; !known {
			l.find("button_unknown", b.at+"/type", "There is no button of the type %q.", cut(b.str("type"), 30))
			continue
		} else if counts[kind] == limit+1 && len(list) <= most {
			l.find("buttons_too_many", b.at, "There may be %s of the type %s.", count(limit, "button"), kind)
		}
		l.label(b, kind, labels)
		l.button(b, kind)
	}
	l.order(c, list)
}

// label judges what stands on a button.
func (l *linter) label(b node, kind string, seen map[string]bool) {
	text, at := b.str("text"), b.at+"/text"
	if text == "" {
		if isOneOf(kind, "QUICK_REPLY", "URL", "PHONE_NUMBER", "FLOW", "ORDER_DETAILS") {
			l.find("button_label_missing", at, "The button has no label.")
		}
		return
	}
	if n := chars(text); n > 25 {
		l.find("button_label_too_long", at, "The label has %d characters; 25 are allowed.", n)
	}
	if what := adornment(text); what != "" {
		l.find("button_label_plain", at, "The label has %s, and reviewers want plain words there.", what).fix("Take it out.")
	} else if strings.Contains(text, "{{") {
		l.find("button_label_plain", at, "A label cannot have parameters.").fix("Write it out.")
	}
	if key := strings.ToLower(strings.TrimSpace(text)); seen[key] {
		l.find("button_label_twice", at, "Two buttons are labelled %q.", cut(text, 30)).fix("Give each button a label of its own.")
	} else {
		seen[key] = true
	}
	if fixed := fixedLabels[kind]; fixed != "" && text != fixed && strings.HasPrefix(l.template.Language, "en") {
		l.find("button_label_fixed", at, "The label of this button is always %q.", fixed).fix("Write %q.", fixed)
	}
}

// button judges what is particular to a kind of button.
func (l *linter) button(b node, kind string) {
	switch kind {
	case "URL":
		l.link(b)
	case "PHONE_NUMBER":
		l.phone(b)
	case "COPY_CODE":
		l.coupon(b)
	case "FLOW":
		if b.str("flow_id") == "" && b.str("flow_name") == "" && !b.has("flow_json") {
			l.find("flow_missing", b.at, "The button does not say which flow it opens.").fix("Add flow_id, flow_name or flow_json.")
		}
		if action := b.word("flow_action"); action != "" && !isOneOf(action, "NAVIGATE", "DATA_EXCHANGE") {
			l.find("flow_action_unknown", b.at+"/flow_action", "The action of a flow is navigate or data_exchange.")
		}
	case "OTP":
		l.otp(b)
	}
}

func (l *linter) link(b node) {
	to, at := cut(b.str("url"), maxText), b.at+"/url"
	if to == "" {
		l.find("url_missing", at, "The button has no link.")
		return
	}
	if n := chars(to); n > 2000 {
		l.find("url_too_long", at, "The link has %d characters; 2,000 are allowed.", n)
	}
	fixed := strings.TrimSuffix(to, "{{1}}")
	switch {
	case strings.Contains(fixed, "{{") || strings.Contains(fixed, "}}"):
		l.find("url_parameter", at, "A link may have one parameter, {{1}}, and only at its end.").fix("Put what changes to the end of the link.")
	case fixed != to && sampleOf(b) == "":
		l.find("url_sample", b.at+"/example", "The link has a parameter without a sample.").fix("Add an example with a whole link.")
	}
	l.linkForm(fixed, at, true)
	l.deepLink(b)
}

// deepLink judges the place in an app that a link opens on Android.
func (l *linter) deepLink(b node) {
	if !b.has("app_deep_link") {
		return
	}
	link, at := b.sub("app_deep_link"), b.at+"/app_deep_link"
	for _, key := range []string{"meta_app_id", "android_deep_link", "android_fallback_playstore_url"} {
		if link.str(key) == "" {
			l.find("deep_link_incomplete", at+"/"+key, "The link into the app has no %s.", key)
		}
	}
	if l.form.category != crm.CategoryMarketing {
		l.find("deep_link_category", at, "Links into an app work in marketing templates.")
	}
}

// linkForm judges where a link leads.
func (l *linter) linkForm(to, at string, button bool) {
	u, err := url.Parse(to)
	host := ""
	if err == nil {
		host = strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	}
	switch {
	case button && (host == "" || u.Scheme != "https" && u.Scheme != "http"):
		l.find("url_form", at, "This is no whole link.").fix("Begin it with https:// and the domain of your business.")
	case host != "" && u.Scheme == "http":
		l.find("url_form", at, "The link is not encrypted.").fix("Begin it with https://.")
	case shorteners[host]:
		l.find("url_shortened", at, "%s hides where the link leads, and reviewers reject that.", host).fix("Write the link of your own domain.")
	case isOneOf(host, "wa.me", "api.whatsapp.com", "chat.whatsapp.com"):
		l.find("url_whatsapp", at, "Links to WhatsApp itself are rejected; the customer is there already.").fix("Take a quick reply, or a button that calls.")
	}
}

func (l *linter) phone(b node) {
	number, at := b.str("phone_number"), b.at+"/phone_number"
	switch n := chars(number); {
	case number == "":
		l.find("phone_missing", at, "The button has no phone number.")
	case n > 20:
		l.find("phone_too_long", at, "The number has %d characters; 20 are allowed.", n)
	case strings.Trim(strings.TrimPrefix(number, "+"), "0123456789") != "" || n < 8:
		l.find("phone_form", at, "This is no number in international form.").fix("Write + and the country code, then digits only.")
	}
}

func (l *linter) coupon(b node) {
	code, at := sampleOf(b), b.at+"/example"
	switch n := chars(code); {
	case n == 0:
		l.find("coupon_missing", at, "The button has no code as its sample.").fix("Add an example.")
	case l.form.has("LIMITED_TIME_OFFER") && n > 15:
		l.find("offer_code_too_long", at, "The code has %d characters; offers allow 15.", n)
	case n > 20:
		l.find("coupon_too_long", at, "The code has %d characters; 20 are allowed.", n)
	case n > 15:
		l.find("coupon_long", at, "The code has %d characters; parts of the documentation allow 15 only.", n).fix("Take a shorter one.")
	}
}

// order judges the order of buttons: quick replies stand together.
func (l *linter) order(c component, list []node) {
	runs, last := 0, ""
	for _, b := range list {
		kind := b.word("type")
		if kind == "QUICK_REPLY" && last != kind {
			runs++
		}
		last = kind
	}
	if runs > 1 || runs == 1 && list[0].word("type") != "QUICK_REPLY" && last != "QUICK_REPLY" {
		l.find("buttons_order", c.at+"/buttons", "Quick replies stand together, all before or all after the other buttons.").fix("Move the other buttons to the end.")
	}
}

// sampleOf is the sample of a button, which stands in a list or alone.
func sampleOf(b node) string {
	if list := b.list("example"); len(list) > 0 {
		return spelled(list[0])
	}
	return b.str("example")
}

func (l *linter) otp(b node) {
	if l.form.category != crm.CategoryAuthentication {
		l.find("otp_category", b.at, "Codes to sign in belong into the category AUTHENTICATION.").fix("Change the category.")
	}
	kind := b.word("otp_type")
	if kind != "" && !isOneOf(kind, "COPY_CODE", "ONE_TAP", "ZERO_TAP") {
		l.find("otp_type", b.at+"/otp_type", "A code is taken over by COPY_CODE, ONE_TAP or ZERO_TAP.")
	}
	if n := chars(b.str("autofill_text")); n > 25 {
		l.find("button_label_too_long", b.at+"/autofill_text", "The label has %d characters; 25 are allowed.", n)
	}
	apps := len(b.list("supported_apps"))
	if apps > 5 {
		l.find("otp_apps", b.at+"/supported_apps", "There are %d apps; 5 are allowed.", apps)
	}
	if isOneOf(kind, "ONE_TAP", "ZERO_TAP") && apps == 0 && b.str("package_name") == "" {
		l.find("otp_app", b.at, "No app is named that takes the code over.").fix("Add supported_apps with package_name and signature_hash.")
	}
	if kind == "ZERO_TAP" && b.str("zero_tap_terms_accepted") != "true" {
		l.find("otp_terms", b.at, "Codes without a tap need the provider's terms.").fix("Set zero_tap_terms_accepted to true once you have accepted them.")
	}
}
