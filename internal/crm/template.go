package crm

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The provider's template categories.
const (
	CategoryMarketing      = "MARKETING"
	CategoryUtility        = "UTILITY"
	CategoryAuthentication = "AUTHENTICATION"
)

// Template is a pre-approved message form. It is owned by the provider and
// mirrored here; Components is the provider's JSON, kept as it came.
type Template struct {
	ID                 string
	WorkspaceID        string
	MessagingAccountID string
	ProviderID         string
	Name               string
	Language           string
	Category           string
	// NextCategory is the one that the provider has announced, from NextCategoryAt
	// on; "" for none.
	NextCategory   string
	NextCategoryAt *time.Time
	Status         string // approved, pending, rejected, paused, disabled, …
	Reason         string
	Quality        string
	Format         string // NAMED or POSITIONAL
	Components     json.RawMessage
	UpdatedAt      time.Time
	Form           *Form
	// TTL is for how many seconds the provider tries to deliver a message; 0 for its
	// own choice.
	TTL int
	// Version is the number of the newest version; 0 while none was recorded.
	Version int
	// Action is what the provider is being asked for; Problem why it did not do what
	// it was asked for last.
	Action    TemplateAction
	ActionBy  DoneBy
	Problem   *TemplateProblem
	DeletedAt *time.Time
	CreatedBy DoneBy
	CreatedAt *time.Time
}

// Form is what of a template can be filled, read once from its components.
type Form struct {
	Named   bool
	Header  HeaderForm
	Body    []string // variable names in order of first appearance
	BodyLen int      // characters of the body without its variables
	Buttons []ButtonForm
	Cards   []CardForm
	Offer   bool // a limited-time offer that counts down
	OTP     bool // the code is asked for in the body and again in the button
}

// HeaderForm is the header of a template; Format is "" without one.
type HeaderForm struct {
	Format   string // TEXT IMAGE VIDEO DOCUMENT GIF LOCATION PRODUCT
	Variable string // of a TEXT header
	Length   int
}

// ButtonForm is one button; Variable is set for a URL that ends in a variable.
type ButtonForm struct {
	Type     string
	Text     string
	URL      string
	Variable bool
}

// CardForm is one card of a carousel.
type CardForm struct {
	Header  HeaderForm
	Body    []string
	Buttons []ButtonForm
}

type component struct {
	Type    string      `json:"type"`
	Format  string      `json:"format"`
	Text    string      `json:"text"`
	Buttons []button    `json:"buttons"`
	Cards   []card      `json:"cards"`
	Offer   *offer      `json:"limited_time_offer"`
	_       [0]struct{} // unknown fields of the provider are ignored on purpose
}

type button struct {
	Type string `json:"type"`
	Text string `json:"text"`
	URL  string `json:"url"`
}

type card struct {
	Components []component `json:"components"`
}

type offer struct {
	HasExpiration bool `json:"has_expiration"`
}

var placeholder = regexp.MustCompile(`\{\{\s*([A-Za-z0-9_]+)\s*\}\}`)

// ParseForm reads what can be filled from the provider's components JSON
// (outbound.md 3.2). Type and format names are taken in any case.
func ParseForm(format string, components json.RawMessage) (*Form, error) {
	var list []component
	if len(components) > 0 {
		if err := json.Unmarshal(components, &list); err != nil {
			return nil, Errorf(KindProvider, CodeProviderRefused, "The template's components cannot be read.").Because(err)
		}
	}
	f := &Form{Named: strings.EqualFold(format, "NAMED")}
	for _, c := range list {
		f.add(c)
	}
	if f.OTP && len(f.Body) == 0 { // the provider has not worded it yet
		f.Body = []string{"1"}
	}
	return f, nil
}

func (f *Form) add(c component) {
	switch strings.ToUpper(c.Type) {
	case "HEADER":
		f.Header = headerForm(c)
	case "BODY":
		f.Body = variables(c.Text)
		f.BodyLen = len([]rune(placeholder.ReplaceAllString(c.Text, "")))
	case "BUTTONS":
		f.Buttons = buttonForms(c.Buttons)
		f.OTP = slices.ContainsFunc(f.Buttons, ButtonForm.isOTP)
	case "LIMITED_TIME_OFFER":
		f.Offer = c.Offer != nil && c.Offer.HasExpiration
	case "CAROUSEL":
		for _, crd := range c.Cards {
			f.Cards = append(f.Cards, cardForm(crd))
		}
	}
}

func cardForm(c card) CardForm {
	var out CardForm
	for _, part := range c.Components {
		switch strings.ToUpper(part.Type) {
		case "HEADER":
			out.Header = headerForm(part)
		case "BODY":
			out.Body = variables(part.Text)
		case "BUTTONS":
			out.Buttons = buttonForms(part.Buttons)
		}
	}
	return out
}

func headerForm(c component) HeaderForm {
	h := HeaderForm{Format: strings.ToUpper(c.Format), Length: len([]rune(placeholder.ReplaceAllString(c.Text, "")))}
	if h.Format == "" && c.Text != "" {
		h.Format = "TEXT"
	}
	if v := variables(c.Text); len(v) > 0 {
		h.Variable = v[0]
	}
	return h
}

func buttonForms(list []button) []ButtonForm {
	out := make([]ButtonForm, len(list))
	for i, b := range list {
		out[i] = ButtonForm{Type: strings.ToUpper(b.Type), Text: b.Text, URL: b.URL,
			Variable: strings.EqualFold(b.Type, "URL") && placeholder.MatchString(b.URL)}
	}
	return out
}

// isOTP recognises the one-time-password button, which the provider lists back
// as type URL with a code URL of its own (outbound.md 3.2).
func (b ButtonForm) isOTP() bool {
	return b.Type == "OTP" || b.Type == "URL" &&
		(strings.Contains(b.URL, "whatsapp.com/otp/") || strings.Contains(b.URL, "otp.whatsapp.com"))
}

func variables(text string) []string {
	var out []string
	for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(out, m[1]) {
			out = append(out, m[1])
		}
	}
	if allNumbers(out) {
		slices.SortFunc(out, func(a, b string) int {
			x, _ := strconv.Atoi(a)
			y, _ := strconv.Atoi(b)
			return x - y
		})
	}
	return out
}

func allNumbers(list []string) bool {
	return !slices.ContainsFunc(list, func(s string) bool { _, err := strconv.Atoi(s); return err != nil })
}

// Sendable refuses a template that the provider would refuse for its status.
func (t *Template) Sendable(f *Faults) {
	switch t.Status {
	case "approved":
	case "paused":
		f.Add("/templateName", CodeTemplatePaused, "The provider paused template %q because of its quality; it cannot be sent until the provider releases it.", t.Name)
	default:
		f.Add("/templateName", CodeTemplateNotApproved, "Template %q (%s) is %s; only approved templates can be sent.", t.Name, t.Language, t.Status)
	}
}
