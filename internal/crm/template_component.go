package crm

import (
	"encoding/json"
	"strings"
)

// TemplateComponent is one part of a template in the provider's own form
// (outbound.md 3.2), so that what is read can be written again. MediaID is ours:
// it names the sample of a header that is a file.
type TemplateComponent struct {
	Type     string           `json:"type,omitempty" needed:"true" maxLength:"40" doc:"HEADER, BODY, FOOTER, BUTTONS, CAROUSEL, LIMITED_TIME_OFFER or CALL_PERMISSION_REQUEST; in any case." example:"BODY"`
	Format   string           `json:"format,omitempty" maxLength:"40" doc:"Of a HEADER: TEXT, IMAGE, VIDEO, GIF, DOCUMENT, LOCATION or PRODUCT."`
	Text     string           `json:"text,omitempty" maxLength:"4096" doc:"Of a HEADER with text, a BODY or a FOOTER. Variables are {{name}}, or {{1}}, {{2}} for positional templates." example:"Hi {{name}}, your order is on its way."`
	MediaID  string           `json:"mediaId,omitempty" maxLength:"64" doc:"Of a HEADER with a file: a file of yours that the provider reviews as a sample. Upload it with POST /v1/media."`
	Example  *TemplateExample `json:"example,omitempty" doc:"Samples of the variables, for the provider's review."`
	Buttons  []TemplateButton `json:"buttons,omitempty" maxItems:"10" doc:"Of BUTTONS: up to 10. Quick replies stand together."`
	Cards    []TemplateCard   `json:"cards,omitempty" maxItems:"10" doc:"Of a CAROUSEL: 2 to 10 cards of the same form."`
	Offer    *TemplateOffer   `json:"limited_time_offer,omitempty" doc:"Of a LIMITED_TIME_OFFER."`
	Security bool             `json:"add_security_recommendation,omitempty" doc:"Of the BODY of an authentication template: whether it warns against sharing the code."`
	Expires  int              `json:"code_expiration_minutes,omitempty" doc:"Of the FOOTER of an authentication template: in how many minutes the code expires, 1 to 90."`
}

// TemplateCard is a card of a carousel.
type TemplateCard struct {
	Components []TemplateCardComponent `json:"components,omitempty" needed:"true" maxItems:"10" doc:"HEADER, BODY and BUTTONS of the card."`
}

// TemplateCardComponent is one part of a card.
type TemplateCardComponent struct {
	Type    string           `json:"type,omitempty" needed:"true" maxLength:"40" doc:"HEADER, BODY or BUTTONS; in any case."`
	Format  string           `json:"format,omitempty" maxLength:"40" doc:"Of a HEADER: IMAGE, VIDEO or PRODUCT."`
	Text    string           `json:"text,omitempty" maxLength:"4096" doc:"Of a BODY."`
	MediaID string           `json:"mediaId,omitempty" maxLength:"64" doc:"Of a HEADER with a file: the sample."`
	Example *TemplateExample `json:"example,omitempty" doc:"Samples of the variables."`
	Buttons []TemplateButton `json:"buttons,omitempty" maxItems:"10" doc:"Of BUTTONS: 1 or 2."`
}

// TemplateExample has the samples that the provider's reviewers see.
type TemplateExample struct {
	HeaderText   []string         `json:"header_text,omitempty" maxItems:"1" doc:"The sample of the header's variable, in positional templates."`
	HeaderNamed  []TemplateSample `json:"header_text_named_params,omitempty" maxItems:"1" doc:"The same in templates with names."`
	HeaderHandle []string         `json:"header_handle,omitempty" maxItems:"1" doc:"The provider's handle of a sample file. Give mediaId instead."`
	BodyText     [][]string       `json:"body_text,omitempty" maxItems:"1" doc:"One list with the samples of the body's variables in their order."`
	BodyNamed    []TemplateSample `json:"body_text_named_params,omitempty" maxItems:"100" doc:"The same in templates with names."`
}

// TemplateSample is the sample of one named variable.
type TemplateSample struct {
	Name    string `json:"param_name,omitempty" needed:"true" maxLength:"512" doc:"Name of the variable." example:"name"`
	Example string `json:"example,omitempty" needed:"true" maxLength:"1024" doc:"The sample." example:"Maria"`
}

// TemplateButton is a button of a template.
type TemplateButton struct {
	Type        string        `json:"type,omitempty" needed:"true" maxLength:"40" doc:"QUICK_REPLY, URL, PHONE_NUMBER, COPY_CODE, OTP, FLOW, CATALOG, MPM, SPM, VOICE_CALL, ORDER_DETAILS or REQUEST_CONTACT_INFO; in any case." example:"URL"`
	Text        string        `json:"text,omitempty" maxLength:"200" doc:"Label, up to 25 characters." example:"Track it"`
	URL         string        `json:"url,omitempty" maxLength:"2100" doc:"Of URL: the address, which may end in one variable."`
	PhoneNumber string        `json:"phone_number,omitempty" maxLength:"40" doc:"Of PHONE_NUMBER: whom it calls, in international format."`
	Example     any           `json:"example,omitempty" doc:"Of URL: a list with one whole sample address. Of COPY_CODE: a sample code."`
	OTPType     string        `json:"otp_type,omitempty" maxLength:"40" doc:"Of OTP: COPY_CODE, ONE_TAP or ZERO_TAP."`
	Autofill    string        `json:"autofill_text,omitempty" maxLength:"200" doc:"Of OTP: the label for filling in the code, up to 25 characters."`
	ZeroTap     bool          `json:"zero_tap_terms_accepted,omitempty" doc:"Of OTP with ZERO_TAP: that you accept the provider's terms."`
	Apps        []TemplateApp `json:"supported_apps,omitempty" maxItems:"5" doc:"Of OTP with ONE_TAP or ZERO_TAP: the apps that may take the code."`
	FlowID      string        `json:"flow_id,omitempty" maxLength:"64" doc:"Of FLOW: its id. Give exactly one of flow_id, flow_name and flow_json."`
	FlowName    string        `json:"flow_name,omitempty" maxLength:"200" doc:"Of FLOW: its name."`
	FlowJSON    string        `json:"flow_json,omitempty" maxLength:"100000" doc:"Of FLOW: the flow itself."`
	FlowAction  string        `json:"flow_action,omitempty" maxLength:"40" doc:"Of FLOW: navigate or data_exchange."`
	FlowScreen  string        `json:"navigate_screen,omitempty" maxLength:"200" doc:"Of FLOW with navigate: the first screen."`
	Icon        string        `json:"icon,omitempty" maxLength:"40" doc:"Of FLOW: DOCUMENT, PROMOTION or REVIEW."`
	TTLMinutes  int           `json:"ttl_minutes,omitempty" doc:"Of VOICE_CALL: for how long the button works."`

	DeepLink *TemplateDeepLink `json:"app_deep_link,omitempty" doc:"Of URL, in marketing templates: the place in your app that the button opens on Android."`
}

// TemplateDeepLink is a place in an app on Android.
type TemplateDeepLink struct {
	AppID    int64  `json:"meta_app_id,omitempty" needed:"true" doc:"Id of your app at the provider." example:"634974688087057"`
	Android  string `json:"android_deep_link,omitempty" needed:"true" maxLength:"2100" doc:"Address in the app." example:"luckyshrub://deals/summer"`
	Fallback string `json:"android_fallback_playstore_url,omitempty" needed:"true" maxLength:"2100" doc:"Address of the page that opens where the app does not." example:"https://www.luckyshrub.com/deals/summer"`
}

// TemplateApp is an app that may take one-time codes.
type TemplateApp struct {
	Package   string `json:"package_name,omitempty" needed:"true" maxLength:"224" doc:"Package name of the app." example:"com.example.shop"`
	Signature string `json:"signature_hash,omitempty" needed:"true" maxLength:"11" doc:"Hash of its signing key." example:"K8a/AINcGX7"`
}

// TemplateOffer is the offer of a template that ends at a time.
type TemplateOffer struct {
	Text      string `json:"text,omitempty" needed:"true" maxLength:"100" doc:"What is offered, up to 16 characters."`
	Countdown bool   `json:"has_expiration,omitempty" doc:"Whether the message counts down to the end."`
}

// FieldValues lists the values of fields, for the document; they are taken in any
// case.
func (TemplateComponent) FieldValues() map[string]any {
	return map[string]any{"type": componentTypes, "format": headerFormats}
}

// FieldValues lists the values of fields, for the document.
func (TemplateCardComponent) FieldValues() map[string]any {
	return map[string]any{"type": cardTypes, "format": cardFormats}
}

// FieldValues lists the values of fields, for the document.
func (TemplateButton) FieldValues() map[string]any {
	return map[string]any{"type": buttonTypes, "otp_type": otpTypes, "icon": []string{"DOCUMENT", "PROMOTION", "REVIEW"}}
}

// Component returns the part of a card as one of a template.
func (c TemplateCardComponent) Component() TemplateComponent {
	return TemplateComponent{Type: c.Type, Format: c.Format, Text: c.Text, MediaID: c.MediaID, Example: c.Example, Buttons: c.Buttons}
}

// NormalComponents returns components with the provider's words in upper case, as it lists
// them.
func NormalComponents(list []TemplateComponent) []TemplateComponent {
	out := make([]TemplateComponent, len(list))
	for i, c := range list {
		c.Type, c.Format = strings.ToUpper(c.Type), strings.ToUpper(c.Format)
		if c.Type == "HEADER" && c.Format == "" && c.Text != "" {
			c.Format = "TEXT"
		}
		c.Buttons = normalButtons(c.Buttons)
		var cards []TemplateCard
		for _, card := range c.Cards {
			var parts []TemplateCardComponent
			for _, p := range card.Components {
				p.Type, p.Format, p.Buttons = strings.ToUpper(p.Type), strings.ToUpper(p.Format), normalButtons(p.Buttons)
				parts = append(parts, p)
			}
			cards = append(cards, TemplateCard{parts})
		}
		c.Cards = cards
		out[i] = c
	}
	return out
}

func normalButtons(list []TemplateButton) []TemplateButton {
	var out []TemplateButton
	for _, b := range list {
		b.Type, b.OTPType = strings.ToUpper(b.Type), strings.ToUpper(b.OTPType)
		out = append(out, b)
	}
	return out
}

// ParseComponents reads components that were stored, or that the provider listed:
// what this version does not know of them is left out.
func ParseComponents(raw json.RawMessage) ([]TemplateComponent, error) {
	var list []TemplateComponent
	if len(raw) == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, Errorf(KindProvider, CodeProviderRefused, "The template's components cannot be read.").Because(err)
	}
	return NormalComponents(list), nil
}

// SampleFiles calls visit for every header that has a file of ours as its sample,
// with its place, its format and the header itself, which visit may change.
func SampleFiles(list []TemplateComponent, visit func(pointer, format string, id *string, example **TemplateExample)) {
	everyHeader(list, func(pointer, format string, id *string, example **TemplateExample) {
		if *id != "" {
			visit(pointer, format, id, example)
		}
	})
}

// everyHeader is SampleFiles for headers without a file, too.
func everyHeader(list []TemplateComponent, visit func(pointer, format string, id *string, example **TemplateExample)) {
	for i := range list {
		c := &list[i]
		if c.Type == "HEADER" {
			visit(Pointer("components", i, "mediaId"), c.Format, &c.MediaID, &c.Example)
		}
		for n := range c.Cards {
			for m := range c.Cards[n].Components {
				if p := &c.Cards[n].Components[m]; p.Type == "HEADER" {
					visit(Pointer("components", i, "cards", n, "components", m, "mediaId"), p.Format, &p.MediaID, &p.Example)
				}
			}
		}
	}
}

// SameTemplateContent reports whether two templates show the same. What the provider
// changes when it lists a template is left aside: samples, fixed texts of
// authentication templates, and their buttons.
func SameTemplateContent(a, b json.RawMessage) bool {
	x, err := ParseComponents(a)
	if err != nil {
		return false
	}
	y, err := ParseComponents(b)
	return err == nil && gist(x) == gist(y)
}

// gist is what contacts see of components, in one text.
func gist(list []TemplateComponent) string {
	var out []TemplateComponent
	code := false
	for _, c := range list {
		code = code || c.Security || c.Expires > 0
		for _, b := range c.Buttons {
			code = code || b.Type == "OTP" || (ButtonForm{Type: b.Type, URL: b.URL}).isOTP()
		}
	}
	for _, c := range list {
		if code { // the provider words the rest
			c = TemplateComponent{Type: c.Type}
		}
		c.MediaID, c.Example, c.Buttons = "", nil, gistOfButtons(c.Buttons)
		var cards []TemplateCard
		for _, card := range c.Cards {
			var parts []TemplateCardComponent
			for _, p := range card.Components {
				p.MediaID, p.Example, p.Buttons = "", nil, gistOfButtons(p.Buttons)
				parts = append(parts, p)
			}
			cards = append(cards, TemplateCard{parts})
		}
		c.Cards = cards
		out = append(out, c)
	}
	text, _ := json.Marshal(out) // texts, numbers and flags
	return string(text)
}

func gistOfButtons(list []TemplateButton) (out []TemplateButton) {
	for _, b := range list {
		g := TemplateButton{Type: b.Type, Text: b.Text, URL: b.URL, PhoneNumber: b.PhoneNumber}
		if b.Type == "COPY_CODE" || b.Type == "CATALOG" || b.Type == "MPM" || b.Type == "SPM" {
			g.Text = "" // the provider words it
		}
		out = append(out, g)
	}
	return out
}
