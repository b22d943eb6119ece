package crm

import (
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// Limits of what fills a template (outbound.md 2.6, 9.5).
const (
	maxBody       = 1024
	maxHeaderText = 60
	maxPayload    = 128
	maxCoupon     = 20
	maxOTP        = 15
	maxURL        = 2000
)

// Check records every fault in the values that are to fill the form: missing,
// unknown, over-long or of a form that the provider refuses.
func (f *Form) Check(c *TemplateContent, faults *Faults) {
	f.checkSendable(faults)
	f.checkHeader(c, faults)
	f.checkBody(c, faults)
	checkButtons("", f.Buttons, c.Buttons, f.OTP, faults)
	f.checkCards(c, faults)
	if f.Offer && c.OfferExpiresAt == nil {
		faults.Add("/offerExpiresAt", CodeParameterMissing, "The template counts down to the end of an offer: offerExpiresAt is required.")
	}
	if !f.Offer && c.OfferExpiresAt != nil {
		faults.Add("/offerExpiresAt", CodeParameterUnknown, "The template has no limited-time offer.")
	}
}

// checkSendable refuses a part that there are no fields for, instead of leaving the
// refusal to the provider.
func (f *Form) checkSendable(faults *Faults) {
	for _, b := range f.Buttons {
		if b.Type == "ORDER_DETAILS" {
			faults.Add("/templateName", CodeNotAllowed, "Templates with a button of type ORDER_DETAILS cannot be sent yet.")
		}
	}
}

func (f *Form) checkBody(c *TemplateContent, faults *Faults) {
	want := slices.Clone(f.Body)
	if f.Named && f.Header.Variable != "" {
		want = append(want, f.Header.Variable)
	}
	checkParameters("/parameters", want, c.Parameters, faults)
	length := f.BodyLen
	for _, name := range f.Body {
		length += utf8.RuneCountInString(c.Parameters[name])
	}
	if length > maxBody {
		faults.Add("/parameters", CodeParameterTooLong, "The body with its values has %d characters; the provider accepts at most %d.", length, maxBody)
	}
	if f.OTP && len(f.Body) > 0 {
		if code := c.Parameters[f.Body[0]]; utf8.RuneCountInString(code) > maxOTP {
			faults.Add(Pointer("parameters", f.Body[0]), CodeParameterTooLong, "A one-time code may have at most %d characters.", maxOTP)
		}
	}
}

func checkParameters(base string, want []string, have map[string]string, faults *Faults) {
	for _, name := range want {
		value, ok := have[name]
		if !ok {
			faults.Add(base+Pointer(name), CodeParameterMissing, "The template needs the parameter %q.", name)
			continue
		}
		checkValue(base+Pointer(name), value, faults)
	}
	var unknown []string
	for name := range have {
		if !slices.Contains(want, name) {
			unknown = append(unknown, name)
		}
	}
	sort.Strings(unknown)
	for _, name := range unknown {
		faults.Add(base+Pointer(name), CodeParameterUnknown, "The template has no parameter %q.%s", clip(name), expected(want))
	}
}

func expected(want []string) string {
	if len(want) == 0 {
		return " It takes none."
	}
	return " It takes " + strings.Join(want, ", ") + "."
}

// checkValue holds a text value against the provider's rule: no empty value,
// no line break, no tab, at most four spaces in a row (outbound.md 2.6).
func checkValue(pointer, value string, faults *Faults) {
	switch {
	case strings.TrimSpace(value) == "":
		faults.Add(pointer, CodeParameterInvalid, "The value is empty; the provider refuses empty values.")
	case strings.ContainsAny(value, "\n\r\t"):
		faults.Add(pointer, CodeParameterInvalid, "The value has a line break or a tab; the provider refuses both.")
	case strings.Contains(value, "     "):
		faults.Add(pointer, CodeParameterInvalid, "The value has more than four spaces in a row.")
	case !utf8.ValidString(value):
		faults.Add(pointer, CodeParameterInvalid, "The value is not valid UTF-8.")
	}
}

func (f *Form) checkHeader(c *TemplateContent, faults *Faults) {
	h := f.Header
	if h.Format == "LOCATION" {
		checkLocation(c.HeaderLocation, faults)
	} else if c.HeaderLocation != nil {
		faults.Add("/headerLocation", CodeParameterUnknown, "The template's header may not have a location.")
	}
	checkMedia("/headerMedia", h, c.HeaderMedia, faults)
	checkHeaderProduct("/headerProduct", h, c.HeaderProduct, faults)
	positional := h.Variable != "" && !f.Named
	if positional && c.HeaderParameter == "" {
		faults.Add("/headerParameter", CodeParameterMissing, "The template's header has a variable: headerParameter is required.")
	}
	if !positional && c.HeaderParameter != "" {
		faults.Add("/headerParameter", CodeParameterUnknown, "The template's header may not have a headerParameter.")
	}
	if h.Variable == "" {
		return
	}
	pointer, value := "/headerParameter", c.HeaderParameter
	if f.Named {
		pointer, value = Pointer("parameters", h.Variable), c.Parameters[h.Variable]
	} else if value != "" {
		checkValue(pointer, value, faults)
	}
	if h.Length+utf8.RuneCountInString(value) > maxHeaderText {
		faults.Add(pointer, CodeParameterTooLong, "The header with its value may have at most %d characters.", maxHeaderText)
	}
}

func checkLocation(l *Location, faults *Faults) {
	if l == nil {
		faults.Add("/headerLocation", CodeParameterMissing, "The template's header is a location: headerLocation is required.")
		return
	}
	checkCoordinates("/headerLocation", l, faults)
	if l.Name == "" {
		faults.Add("/headerLocation/name", CodeRequired, "A location header needs a name.")
	}
	if l.Address == "" {
		faults.Add("/headerLocation/address", CodeRequired, "A location header needs an address.")
	}
}

// IsMedia reports whether the header is a file.
func (h HeaderForm) IsMedia() bool {
	return h.Format == "IMAGE" || h.Format == "VIDEO" || h.Format == "DOCUMENT" || h.Format == "GIF"
}

func checkMedia(pointer string, h HeaderForm, m *MediaRef, faults *Faults) {
	switch {
	case h.IsMedia() && m == nil:
		faults.Add(pointer, CodeParameterMissing, "The template's header is a file (%s): give mediaId or link.", strings.ToLower(h.Format))
	case !h.IsMedia() && m != nil:
		faults.Add(pointer, CodeParameterUnknown, "The template's header may not have a file.")
	case m != nil:
		checkFile(pointer, h.Format, *m, faults)
	}
}

func (f *Form) checkCards(c *TemplateContent, faults *Faults) {
	if len(c.Cards) != len(f.Cards) {
		code := CodeParameterMissing
		if len(c.Cards) > len(f.Cards) {
			code = CodeParameterUnknown
		}
		faults.Add("/cards", code, "The template has %d cards; the request has values for %d.", len(f.Cards), len(c.Cards))
		return
	}
	for i, form := range f.Cards {
		base := Pointer("cards", i)
		checkMedia(base+"/headerMedia", form.Header, c.Cards[i].HeaderMedia, faults)
		checkHeaderProduct(base+"/headerProduct", form.Header, c.Cards[i].HeaderProduct, faults)
		if p, first := c.Cards[i].HeaderProduct, c.Cards[0].HeaderProduct; p != nil && first != nil && p.CatalogID != first.CatalogID {
			faults.Add(base+"/headerProduct/catalogId", CodeParameterInvalid, "All products of a carousel must be in one catalogue.")
		}
		checkParameters(base+"/parameters", form.Body, c.Cards[i].Parameters, faults)
		checkButtons(base, form.Buttons, c.Cards[i].Buttons, false, faults)
	}
}

func checkButtons(base string, forms []ButtonForm, have []ButtonParameter, otp bool, faults *Faults) {
	seen := map[int]bool{}
	for i, p := range have {
		pointer := base + Pointer("buttonParameters", i)
		switch {
		case p.Index < 0 || p.Index >= len(forms):
			faults.Add(pointer+"/index", CodeParameterUnknown, "The template has %d buttons; there is none at index %d.", len(forms), p.Index)
		case seen[p.Index]:
			faults.Add(pointer+"/index", CodeParameterInvalid, "Button %d has values twice.", p.Index)
		default:
			checkButton(pointer, forms[p.Index], p, faults)
		}
		seen[p.Index] = true
	}
	for i, form := range forms {
		if field := form.needs(); field != "" && !seen[i] && !(otp && form.isOTP()) {
			faults.Add(base+"/buttonParameters", CodeParameterMissing,
				"Button %d (%q) needs {\"index\": %d, %q: …}.", i, form.label(), i, field)
		}
	}
}

// needs names the field that must be given for the button, or "".
func (b ButtonForm) needs() string {
	switch {
	case b.Variable:
		return "urlSuffix"
	case b.Type == "COPY_CODE":
		return "couponCode"
	case b.Type == "MPM":
		return "sections"
	}
	return ""
}

// label is by what people know the button: its text, or its type where the
// provider words it.
func (b ButtonForm) label() string {
	if b.Text != "" {
		return b.Text
	}
	return strings.ToLower(b.Type)
}

func (b ButtonForm) takes() string {
	switch b.Type {
	case "QUICK_REPLY":
		return "payload"
	case "FLOW":
		return "flowToken"
	case "CATALOG":
		return "thumbnailProductRetailerId"
	}
	return b.needs()
}

func checkButton(pointer string, form ButtonForm, p ButtonParameter, faults *Faults) {
	given := map[string]string{"urlSuffix": p.URLSuffix, "payload": p.Payload, "couponCode": p.CouponCode, "flowToken": p.FlowToken}
	for _, field := range []string{"urlSuffix", "payload", "couponCode", "flowToken"} {
		if given[field] != "" && field != form.takes() {
			faults.Add(pointer+"/"+field, CodeParameterUnknown, "Button %d (%q) may not have %s.", p.Index, form.label(), field)
		}
	}
	if p.FlowData != nil && form.Type != "FLOW" {
		faults.Add(pointer+"/flowData", CodeParameterUnknown, "Only a flow button may have flowData.")
	}
	checkButtonProducts(pointer, form, p, faults)
	if need := form.needs(); need != "" && need != "sections" && given[need] == "" {
		faults.Add(pointer+"/"+need, CodeParameterMissing, "Button %d (%q) needs %s.", p.Index, form.label(), need)
	}
	tooLong := func(field string, limit int) {
		if utf8.RuneCountInString(given[field]) > limit {
			faults.Add(pointer+"/"+field, CodeParameterTooLong, "%s may have at most %d characters.", field, limit)
		}
	}
	tooLong("payload", maxPayload)
	tooLong("couponCode", maxCoupon)
	tooLong("urlSuffix", maxURL-len(form.URL))
}
