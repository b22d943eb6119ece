package outgoing

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"service.example/crm/internal/crm"
)

type templateBody struct {
	Name       string      `json:"name"`
	Language   language    `json:"language"`
	Components []component `json:"components,omitempty"`
}

type language struct {
	Code string `json:"code"`
}

type component struct {
	Type       string      `json:"type"`
	SubType    string      `json:"sub_type,omitempty"`
	Index      string      `json:"index,omitempty"`
	Parameters []parameter `json:"parameters,omitempty"`
	Cards      []card      `json:"cards,omitempty"`
}

type card struct {
	Index      int         `json:"card_index"`
	Components []component `json:"components"`
}

type parameter struct {
	Type     string    `json:"type"`
	Name     string    `json:"parameter_name,omitempty"`
	Text     string    `json:"text,omitempty"`
	Image    *media    `json:"image,omitempty"`
	Video    *media    `json:"video,omitempty"`
	Document *media    `json:"document,omitempty"`
	GIF      *media    `json:"gif,omitempty"`
	Location *location `json:"location,omitempty"`
	Payload  string    `json:"payload,omitempty"`
	Coupon   string    `json:"coupon_code,omitempty"`
	Action   *action   `json:"action,omitempty"`
	Product  *product  `json:"product,omitempty"`
	Offer    *offer    `json:"limited_time_offer,omitempty"`
}

type media struct {
	ID       string `json:"id,omitempty"`
	Link     string `json:"link,omitempty"`
	Caption  string `json:"caption,omitempty"`
	Filename string `json:"filename,omitempty"`
	Voice    bool   `json:"voice,omitempty"`
}

type location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Name      string  `json:"name,omitempty"`
	Address   string  `json:"address,omitempty"`
}

type action struct {
	FlowToken string               `json:"flow_token,omitempty"`
	FlowData  map[string]any       `json:"flow_action_data,omitempty"`
	Thumbnail string               `json:"thumbnail_product_retailer_id,omitempty"`
	Sections  []interactiveSection `json:"sections,omitempty"`
}

type product struct {
	RetailerID string `json:"product_retailer_id"`
	CatalogID  string `json:"catalog_id"`
}

type offer struct {
	ExpiresMS int64 `json:"expiration_time_ms"`
}

func (m *Message) template(t *crm.TemplateContent) (*templateBody, error) {
	out := &templateBody{Name: t.Name, Language: language{Code: t.Language}}
	header, err := header(m.Form, t)
	if err != nil {
		return nil, err
	}
	body, err := texts(m.Form.Body, m.Form.Named, t.Parameters)
	if err != nil {
		return nil, err
	}
	out.add("header", header)
	out.add("body", body)
	if t.OfferExpiresAt != nil {
		out.add("limited_time_offer", []parameter{{Type: "limited_time_offer", Offer: &offer{t.OfferExpiresAt.UnixMilli()}}})
	}
	if err := out.addCards(m.Form, t.Cards); err != nil {
		return nil, err
	}
	out.Components = appendButtons(out.Components, m.Form.Buttons, m.buttons(t))
	return out, nil
}

// add leaves out a component without parameters: the provider refuses those.
func (b *templateBody) add(kind string, parameters []parameter) {
	if len(parameters) > 0 {
		b.Components = append(b.Components, component{Type: kind, Parameters: parameters})
	}
}

func header(f *crm.Form, t *crm.TemplateContent) ([]parameter, error) {
	switch h := f.Header; {
	case h.Variable != "" && f.Named:
		return texts([]string{h.Variable}, true, t.Parameters)
	case h.Variable != "":
		return texts([]string{h.Variable}, false, map[string]string{h.Variable: t.HeaderParameter})
	case h.Format == "LOCATION" && t.HeaderLocation != nil:
		at := t.HeaderLocation
		l := location{at.Latitude, at.Longitude, at.Name, at.Address}
		return []parameter{{Type: "location", Location: &l}}, nil
	default:
		return cardHeader(h, t.HeaderMedia, t.HeaderProduct)
	}
}

// cardHeader fills the header of a card, or one of a template that is a file or a product.
func cardHeader(h crm.HeaderForm, file *crm.MediaRef, p *crm.ProductRef) ([]parameter, error) {
	switch {
	case h.Format == "PRODUCT" && p != nil:
		return []parameter{{Type: "product", Product: &product{RetailerID: p.RetailerID, CatalogID: p.CatalogID}}}, nil
	case h.Format == "PRODUCT":
		return nil, crm.Errorf(crm.KindInvalid, crm.CodeParameterMissing, "The template's header now is a product, which the message does not name.")
	}
	return mediaHeader(h, file)
}

func mediaHeader(h crm.HeaderForm, ref *crm.MediaRef) ([]parameter, error) {
	if ref == nil && !h.IsMedia() {
		return nil, nil
	}
	if ref == nil || !h.IsMedia() {
		return nil, crm.Errorf(crm.KindInvalid, crm.CodeParameterInvalid, "The file of the header does not fit a header of format %q.", h.Format)
	}
	file := &media{ID: ref.ID, Link: ref.Link, Filename: ref.Filename}
	switch h.Format {
	case "IMAGE":
		return []parameter{{Type: "image", Image: file}}, nil
	case "VIDEO":
		return []parameter{{Type: "video", Video: file}}, nil
	case "GIF":
		return []parameter{{Type: "gif", GIF: file}}, nil
	}
	return []parameter{{Type: "document", Document: file}}, nil
}

// texts fills the variables in their order; the provider takes a positional
// value by its place and a named one by parameter_name.
func texts(variables []string, named bool, values map[string]string) ([]parameter, error) {
	out := make([]parameter, 0, len(variables))
	for _, name := range variables {
		p := parameter{Type: "text", Text: values[name]}
		if p.Text == "" {
			return nil, crm.Errorf(crm.KindInvalid, crm.CodeParameterMissing, "The template now has a parameter %q, which the message does not fill.", name)
		}
		if named {
			p.Name = name
		}
		out = append(out, p)
	}
	return out, nil
}

func (b *templateBody) addCards(f *crm.Form, contents []crm.CardContent) error {
	if len(contents) != len(f.Cards) {
		return crm.Errorf(crm.KindInvalid, crm.CodeParameterMissing, "The template now has %d cards; the message fills %d.", len(f.Cards), len(contents))
	}
	cards := make([]card, len(contents))
	for i, content := range contents {
		form := f.Cards[i]
		var one templateBody
		header, err := cardHeader(form.Header, content.HeaderMedia, content.HeaderProduct)
		if err != nil {
			return err
		}
		body, err := texts(form.Body, f.Named, content.Parameters)
		if err != nil {
			return err
		}
		one.add("header", header)
		one.add("body", body)
		cards[i] = card{Index: i, Components: appendButtons(one.Components, form.Buttons, content.Buttons)}
	}
	if len(cards) > 0 {
		b.Components = append(b.Components, component{Type: "carousel", Cards: cards})
	}
	return nil
}

// buttons returns the values for the buttons, with the code of an
// authentication template repeated in its only button (outbound.md 2.6).
func (m *Message) buttons(t *crm.TemplateContent) []crm.ButtonParameter {
	isCode := m.Form.OTP || m.Category == crm.CategoryAuthentication
	if !isCode || len(m.Form.Body) == 0 {
		return t.Buttons
	}
	i := slices.IndexFunc(m.Form.Buttons, func(b crm.ButtonForm) bool { return b.Type == "OTP" || b.Type == "URL" })
	given := slices.ContainsFunc(t.Buttons, func(p crm.ButtonParameter) bool { return p.Index == i })
	if i < 0 || given {
		return t.Buttons
	}
	code := t.Parameters[m.Form.Body[0]]
	return append(slices.Clone(t.Buttons), crm.ButtonParameter{Index: i, URLSuffix: code})
}

func appendButtons(list []component, forms []crm.ButtonForm, values []crm.ButtonParameter) []component {
	values = slices.Clone(values)
	for i, form := range forms {
		// A flow button is sent even when nothing fills it; the other kinds are
		// refused or merely useless without a value.
		if form.Type == "FLOW" && !slices.ContainsFunc(values, func(p crm.ButtonParameter) bool { return p.Index == i }) {
			values = append(values, crm.ButtonParameter{Index: i})
		}
	}
	slices.SortStableFunc(values, func(a, b crm.ButtonParameter) int { return cmp.Compare(a.Index, b.Index) })
	for _, value := range values {
		if value.Index < 0 || value.Index >= len(forms) {
			continue // the provider would refuse a button that the template lost
		}
		kind := forms[value.Index].Type
		if p := buttonParameter(kind, value); p != nil || kind == "FLOW" {
			list = append(list, component{Type: "button", SubType: subType(kind), Index: strconv.Itoa(value.Index), Parameters: p})
		}
	}
	return list
}

// subType: a one-time-password button is sent as the URL that it is listed as.
func subType(kind string) string {
	if kind == "OTP" {
		return "url"
	}
	return strings.ToLower(kind)
}

func buttonParameter(kind string, value crm.ButtonParameter) []parameter {
	switch {
	case kind == "QUICK_REPLY" && value.Payload != "":
		return []parameter{{Type: "payload", Payload: value.Payload}}
	case (kind == "URL" || kind == "OTP") && value.URLSuffix != "":
		return []parameter{{Type: "text", Text: value.URLSuffix}}
	case kind == "COPY_CODE" && value.CouponCode != "":
		return []parameter{{Type: "coupon_code", Coupon: value.CouponCode}}
	case kind == "FLOW" && (value.FlowToken != "" || value.FlowData != nil):
		return []parameter{{Type: "action", Action: &action{FlowToken: value.FlowToken, FlowData: value.FlowData}}}
	case value.Thumbnail != "" || value.Sections != nil:
		return []parameter{{Type: "action", Action: &action{Thumbnail: value.Thumbnail, Sections: productSections(value.Sections)}}}
	}
	return nil
}
