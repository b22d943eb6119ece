package crm

import (
	"slices"
	"strconv"
	"strings"
	"time"
)

// TemplatePreview is a template as a phone shows it.
type TemplatePreview struct {
	Header  *PreviewHeader  `json:"header" doc:"What stands above the text; null for nothing."`
	Body    string          `json:"body" doc:"The text, with *bold*, _italics_ and ~struck~ as the phone understands them."`
	Footer  string          `json:"footer" doc:"The small text below; empty for none."`
	Offer   *PreviewOffer   `json:"offer" doc:"The offer that ends at a time; null for none."`
	Buttons []PreviewButton `json:"buttons" nullable:"false" doc:"The buttons, from top to bottom."`
	Cards   []PreviewCard   `json:"cards" nullable:"false" doc:"The cards of a carousel."`
	Missing []string        `json:"missing" nullable:"false" doc:"Variables that have neither a value nor a sample; they are shown as they are written."`
	Picture string          `json:"picture" doc:"The same as a picture, about as the chat of a phone shows it: an SVG without scripts, styles and links."`
}

// PreviewHeader is the header of a template as a phone shows it.
type PreviewHeader struct {
	Type    string `json:"type" enum:"text,image,video,gif,document,location,product" doc:"What it is."`
	Text    string `json:"text" doc:"Of a header with text."`
	MediaID string `json:"mediaId" doc:"Your file that is the sample; empty if there is none here."`
	URL     string `json:"url" doc:"Where the provider shows its sample; empty if it does not."`
}

// PreviewOffer is the offer of a template as a phone shows it.
type PreviewOffer struct {
	Text      string     `json:"text" doc:"What is offered."`
	ExpiresAt *time.Time `json:"expiresAt" doc:"When the offer ends; null without a countdown."`
}

// PreviewButton is a button as a phone shows it.
type PreviewButton struct {
	Type        string `json:"type" doc:"The provider's type, such as URL."`
	Text        string `json:"text" doc:"Its label."`
	URL         string `json:"url" doc:"The address that it opens; empty for other types."`
	PhoneNumber string `json:"phoneNumber" doc:"Whom it calls; empty for other types."`
	Code        string `json:"code" doc:"The code that it copies; empty for other types."`
}

// PreviewCard is a card of a carousel as a phone shows it.
type PreviewCard struct {
	Header  *PreviewHeader  `json:"header" doc:"What stands above the text; null for nothing."`
	Body    string          `json:"body" doc:"The text; empty for none."`
	Buttons []PreviewButton `json:"buttons" nullable:"false" doc:"The buttons, from top to bottom."`
}

// labels are what the provider writes on buttons that it words itself.
var fixedLabels = map[string]string{"COPY_CODE": "Copy offer code", "OTP": "Copy code", "CATALOG": "View catalog", "MPM": "View items", "SPM": "View"}

// Preview shows the draft with values; samples stand in for those that are not
// given.
func (d TemplateDraft) Preview(values *TemplateContent) TemplatePreview {
	p := preview{code: d.Category == CategoryAuthentication, values: values}
	out := TemplatePreview{Buttons: []PreviewButton{}, Cards: []PreviewCard{}, Missing: []string{}}
	for _, c := range d.Components {
		switch c.Type {
		case "HEADER":
			out.Header = p.header(c, values.Parameters, values.HeaderParameter, values.HeaderMedia)
		case "BODY":
			out.Body = p.body(c)
		case "FOOTER":
			if out.Footer = c.Text; c.Text == "" && c.Expires > 0 {
				out.Footer = "This code expires in " + strconv.Itoa(c.Expires) + " minutes."
			}
		case "LIMITED_TIME_OFFER":
			if c.Offer != nil {
				out.Offer = &PreviewOffer{Text: c.Offer.Text}
				if c.Offer.Countdown {
					out.Offer.ExpiresAt = values.OfferExpiresAt
				}
			}
		case "BUTTONS":
			out.Buttons = p.buttons(c.Buttons, values.Buttons)
		case "CAROUSEL":
			out.Cards = p.cards(c.Cards)
		}
	}
	out.Missing = append(out.Missing, p.missing...)
	return out
}

// preview shows one template.
type preview struct {
	code    bool
	values  *TemplateContent
	missing []string
}

// fill puts values into a text: those given, else the samples.
func (p *preview) fill(text string, given map[string]string, list []string, named []TemplateSample) string {
	vars := variables(text)
	return placeholder.ReplaceAllStringFunc(text, func(found string) string {
		name := placeholder.FindStringSubmatch(found)[1]
		if v, ok := given[name]; ok && v != "" {
			return v
		}
		for _, s := range named {
			if s.Name == name && s.Example != "" {
				return s.Example
			}
		}
		if i := slices.Index(vars, name); i >= 0 && i < len(list) && list[i] != "" {
			return list[i]
		}
		if !slices.Contains(p.missing, name) {
			p.missing = append(p.missing, name)
		}
		return found
	})
}

func (p *preview) header(c TemplateComponent, given map[string]string, value string, file *MediaRef) *PreviewHeader {
	h, e := &PreviewHeader{Type: strings.ToLower(c.Format), MediaID: c.MediaID}, exampleOf(c)
	if c.Format == "TEXT" || c.Format == "" {
		if value != "" {
			given = map[string]string{"1": value}
		} else if len(e.HeaderText) > 0 {
			given = nil // {{1}} of the header is another one than that of the body
		}
		h.Type, h.Text = "text", p.fill(c.Text, given, e.HeaderText, e.HeaderNamed)
	}
	if len(e.HeaderHandle) > 0 && strings.HasPrefix(e.HeaderHandle[0], "https://") {
		h.URL = e.HeaderHandle[0]
	}
	if file != nil {
		h.MediaID, h.URL = file.ID, file.Link
	}
	return h
}

func (p *preview) body(c TemplateComponent) string {
	text := c.Text
	if text == "" && p.code {
		if text = "*{{1}}* is your verification code."; c.Security {
			text += " For your security, do not share this code."
		}
		if len(p.values.Parameters) == 0 {
			return strings.Replace(text, "{{1}}", "123456", 1)
		}
	}
	e := exampleOf(c)
	var list []string
	if len(e.BodyText) > 0 {
		list = e.BodyText[0]
	}
	return p.fill(text, p.values.Parameters, list, e.BodyNamed)
}

func (p *preview) buttons(list []TemplateButton, given []ButtonParameter) []PreviewButton {
	out := []PreviewButton{}
	for i, b := range list {
		var v ButtonParameter
		for _, g := range given {
			if g.Index == i {
				v = g
			}
		}
		shown := PreviewButton{Type: b.Type, Text: b.Text, PhoneNumber: b.PhoneNumber}
		if shown.Text == "" {
			shown.Text = fixedLabels[b.Type]
		}
		switch {
		case b.Type == "URL":
			shown.URL = p.link(b, v.URLSuffix)
		case b.Type == "COPY_CODE":
			if shown.Code = v.CouponCode; v.CouponCode == "" {
				shown.Code = textOf(b.Example)
			}
		}
		out = append(out, shown)
	}
	return out
}

// link is the address that a button opens. The sample of a button is the whole
// address, or what is put in.
func (p *preview) link(b TemplateButton, suffix string) string {
	sample := textOf(b.Example)
	if suffix == "" && strings.Contains(sample, "://") && placeholder.MatchString(b.URL) {
		return sample
	}
	return p.fill(b.URL, map[string]string{"1": suffix}, []string{sample}, nil)
}

func (p *preview) cards(list []TemplateCard) []PreviewCard {
	out := []PreviewCard{}
	for i, card := range list {
		var v CardContent
		if i < len(p.values.Cards) {
			v = p.values.Cards[i]
		}
		shown := PreviewCard{Buttons: []PreviewButton{}}
		for _, part := range card.Components {
			switch c := part.Component(); c.Type {
			case "HEADER":
				shown.Header = p.header(c, nil, "", v.HeaderMedia)
			case "BODY":
				e := exampleOf(c)
				var samples []string
				if len(e.BodyText) > 0 {
					samples = e.BodyText[0]
				}
				shown.Body = p.fill(c.Text, v.Parameters, samples, e.BodyNamed)
			case "BUTTONS":
				shown.Buttons = p.buttons(c.Buttons, v.Buttons)
			}
		}
		out = append(out, shown)
	}
	return out
}
