package crm

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// templateCheck is one check of a draft's components.
type templateCheck struct {
	draft  *TemplateDraft
	faults *Faults
	at     map[string]int // the first component of a type
}

func (c *templateCheck) named() bool { return c.draft.Format == "NAMED" }
func (c *templateCheck) code() bool  { return c.draft.Category == CategoryAuthentication }

func (c *templateCheck) has(kind string) bool { _, ok := c.at[kind]; return ok }

var (
	headerFormats = []string{"TEXT", "IMAGE", "VIDEO", "GIF", "DOCUMENT", "LOCATION", "PRODUCT"}
	orderFormats  = []string{"TEXT", "IMAGE", "DOCUMENT"}
	cardFormats   = []string{"IMAGE", "VIDEO", "PRODUCT"}
	cardTypes     = []string{"HEADER", "BODY", "BUTTONS"}
)

var componentTypes = []string{"HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST"}

func (c *templateCheck) components() {
	c.at = map[string]int{}
	for i, part := range c.draft.Components {
		at := Pointer("components", i)
		if _, twice := c.at[part.Type]; twice {
			c.faults.Add(at+"/type", CodeNotAllowed, "A template has only one %s.", part.Type)
			continue
		}
		if !slices.Contains(componentTypes, part.Type) {
			c.faults.Add(at+"/type", CodeParameterInvalid, "type must be %s.", oneOf(componentTypes))
			continue
		}
		c.at[part.Type] = i
	}
	if !c.has("BODY") {
		c.faults.Add("/components", CodeRequired, "The template needs a BODY.")
	}
	for i, part := range c.draft.Components {
		if first, ok := c.at[part.Type]; ok && first == i {
			c.component(Pointer("components", i), part)
		}
	}
	c.together()
}

func (c *templateCheck) component(at string, part TemplateComponent) {
	switch part.Type {
	case "HEADER":
		c.header(at, part, false)
	case "BODY":
		c.body(at, part)
	case "FOOTER":
		c.footer(at, part)
	case "BUTTONS":
		c.buttons(at, part.Buttons, maxButtons)
	case "CAROUSEL":
		c.carousel(at, part)
	case "LIMITED_TIME_OFFER":
		c.offer(at, part)
	case "CALL_PERMISSION_REQUEST":
		if c.code() {
			c.faults.Add(at+"/type", CodeNotAllowed, "An authentication template may not ask for permission to call.")
		}
	}
}

// together checks what parts demand of each other.
func (c *templateCheck) together() {
	refuse := func(kind, format string) {
		if i, ok := c.at[kind]; ok {
			c.faults.Add(Pointer("components", i, "type"), CodeNotAllowed, format, kind)
		}
	}
	if c.code() {
		for _, kind := range []string{"HEADER", "CAROUSEL", "LIMITED_TIME_OFFER"} {
			refuse(kind, "An authentication template may not have a %s.")
		}
		if i, ok := c.at["BUTTONS"]; !ok || len(c.draft.Components[i].Buttons) != 1 || c.draft.Components[i].Buttons[0].Type != "OTP" {
			c.faults.Add("/components", CodeRequired, "An authentication template needs exactly one button, of type OTP.")
		}
	}
	if c.has("CAROUSEL") {
		for _, kind := range []string{"HEADER", "FOOTER", "BUTTONS"} {
			refuse(kind, "A template with a carousel may not have a %s of its own.")
		}
	}
	if i, ok := c.at["HEADER"]; ok && c.draft.OfOrder() && !slices.Contains(orderFormats, c.draft.Components[i].Format) {
		c.faults.Add(Pointer("components", i, "format"), CodeNotAllowed, "Above a button of type ORDER_DETAILS the HEADER is %s.", oneOf(orderFormats))
	}
	if c.has("LIMITED_TIME_OFFER") {
		refuse("FOOTER", "A template with a limited-time offer may not have a %s.")
	}
}

func (c *templateCheck) header(at string, part TemplateComponent, inCard bool) {
	formats := headerFormats
	if inCard {
		formats = cardFormats
	}
	if !slices.Contains(formats, part.Format) {
		c.faults.Add(at+"/format", CodeParameterInvalid, "format of a HEADER must be %s.", oneOf(formats))
		return
	}
	file := HeaderForm{Format: part.Format}.IsMedia()
	if part.Text != "" && part.Format != "TEXT" {
		c.faults.Add(at+"/text", CodeNotAllowed, "Only a HEADER of format TEXT may have a text.")
	}
	if part.MediaID != "" && !file {
		c.faults.Add(at+"/mediaId", CodeNotAllowed, "Only a HEADER with a file may have a mediaId.")
	}
	switch {
	case file:
		c.sampleFile(at, part)
	case part.Format == "TEXT":
		c.headerText(at, part)
	}
}

// sampleFile wants a file that the reviewers can look at. The links with which the
// provider lists samples cannot be sent back.
func (c *templateCheck) sampleFile(at string, part TemplateComponent) {
	handle := ""
	if part.Example != nil && len(part.Example.HeaderHandle) > 0 {
		handle = part.Example.HeaderHandle[0]
	}
	if part.MediaID == "" && (handle == "" || isLink(handle)) {
		c.faults.Add(at+"/mediaId", CodeRequired, "mediaId is required: the provider reviews a sample of the file.")
	}
}

func (c *templateCheck) headerText(at string, part TemplateComponent) {
	checkText(at+"/text", part.Text, true, maxHeaderText, c.faults)
	if own := placeholder.ReplaceAllString(part.Text, ""); strings.ContainsAny(own, "\n\r*_~`") || strings.ContainsFunc(own, isPictograph) {
		c.faults.Add(at+"/text", CodeParameterInvalid, "The text of a HEADER may not have line breaks, emoji, or marks for bold and italics.")
	}
	vars := c.variables(at+"/text", part.Text)
	if len(vars) > 1 {
		c.faults.Add(at+"/text", CodeParameterInvalid, "The text of a HEADER may have one variable.")
	}
	if len(vars) == 1 {
		e := exampleOf(part)
		c.samples(at, vars, e.HeaderText, e.HeaderNamed, "header_text")
	}
}

func exampleOf(part TemplateComponent) TemplateExample {
	if part.Example == nil {
		return TemplateExample{}
	}
	return *part.Example
}

func (c *templateCheck) body(at string, part TemplateComponent) {
	if c.code() {
		if part.Text != "" {
			c.faults.Add(at+"/text", CodeNotAllowed, "The provider words the BODY of an authentication template: leave text out.")
		}
		return
	}
	if part.Security {
		c.faults.Add(at+"/add_security_recommendation", CodeNotAllowed, "Only an authentication template may have add_security_recommendation.")
	}
	limit := maxBody
	if c.has("LIMITED_TIME_OFFER") {
		limit = maxOfferBody
	}
	c.bodyText(at, part, limit)
}

func (c *templateCheck) bodyText(at string, part TemplateComponent, limit int) {
	checkText(at+"/text", part.Text, true, limit, c.faults)
	vars := c.variables(at+"/text", part.Text)
	if len(vars) == 0 {
		return
	}
	text := strings.TrimSpace(part.Text)
	places := placeholder.FindAllStringIndex(text, -1)
	if places[0][0] == 0 || places[len(places)-1][1] == len(text) {
		c.faults.Add(at+"/text", CodeParameterInvalid, "The BODY may not begin or end with a variable.")
	}
	e := exampleOf(part)
	var list []string
	if len(e.BodyText) > 0 {
		list = e.BodyText[0]
	}
	c.samples(at, vars, list, e.BodyNamed, "body_text")
}

// variables checks how the variables of a text are named, and returns them.
func (c *templateCheck) variables(at, text string) []string {
	vars := variables(text)
	if strings.Count(text, "{{") != len(placeholder.FindAllString(text, -1)) {
		c.faults.Add(at, CodeParameterInvalid, "A variable is not complete: write {{name}} or {{1}}.")
	}
	for i, name := range vars {
		switch {
		case !c.named() && !slices.Contains(vars, decimal(i+1)):
			c.faults.Add(at, CodeParameterInvalid, "Variables of a positional template are numbered from {{1}} without a gap.")
			return vars
		case c.named() && !variableName.MatchString(name):
			c.faults.Add(at, CodeParameterInvalid, "The name of the variable %q may have lower-case letters, digits and underscores only.", clip(name))
		}
	}
	return vars
}

// samples wants a sample of every variable.
func (c *templateCheck) samples(at string, vars, list []string, named []TemplateSample, field string) {
	if !c.named() {
		if len(list) != len(vars) || slices.ContainsFunc(list, func(s string) bool { return strings.TrimSpace(s) == "" }) {
			c.faults.Add(at+"/example/"+field, CodeRequired, "%s needs a sample of each of the %d variables.", field, len(vars))
		}
		return
	}
	for _, name := range vars {
		if !slices.ContainsFunc(named, func(s TemplateSample) bool { return s.Name == name && strings.TrimSpace(s.Example) != "" }) {
			c.faults.Add(at+"/example/"+field+"_named_params", CodeRequired, "%s_named_params needs a sample of the variable %q.", field, clip(name))
		}
	}
	for i, s := range named {
		if !slices.Contains(vars, s.Name) {
			c.faults.Add(at+Pointer("example", field+"_named_params", i, "param_name"), CodeParameterUnknown, "The text has no variable %q.", clip(s.Name))
		}
	}
}

func (c *templateCheck) footer(at string, part TemplateComponent) {
	if c.code() {
		if part.Text != "" {
			c.faults.Add(at+"/text", CodeNotAllowed, "The provider words the FOOTER of an authentication template: leave text out.")
		}
		if part.Expires < 1 || part.Expires > maxCodeMinutes {
			c.faults.Add(at+"/code_expiration_minutes", CodeOutOfRange, "code_expiration_minutes is 1 to %d.", maxCodeMinutes)
		}
		return
	}
	checkText(at+"/text", part.Text, true, maxFooter, c.faults)
	if placeholder.MatchString(part.Text) {
		c.faults.Add(at+"/text", CodeParameterInvalid, "The FOOTER may not have variables.")
	}
	if part.Expires != 0 {
		c.faults.Add(at+"/code_expiration_minutes", CodeNotAllowed, "Only an authentication template may have code_expiration_minutes.")
	}
}

func (c *templateCheck) offer(at string, part TemplateComponent) {
	if c.draft.Category != CategoryMarketing {
		c.faults.Add(at+"/type", CodeNotAllowed, "Only a marketing template may have a LIMITED_TIME_OFFER.")
	}
	if part.Offer == nil {
		c.faults.Add(at+"/limited_time_offer", CodeRequired, "limited_time_offer is required.")
		return
	}
	checkText(at+"/limited_time_offer/text", part.Offer.Text, true, maxOfferText, c.faults)
	if i, ok := c.at["HEADER"]; ok && !slices.Contains([]string{"IMAGE", "VIDEO"}, c.draft.Components[i].Format) {
		c.faults.Add(Pointer("components", i, "format"), CodeNotAllowed, "The HEADER of a limited-time offer is an IMAGE or a VIDEO.")
	}
	i, ok := c.at["BUTTONS"]
	var kinds []string
	if ok {
		for _, b := range c.draft.Components[i].Buttons {
			kinds = append(kinds, b.Type)
		}
	}
	if s := strings.Join(kinds, " "); s != "COPY_CODE URL" && s != "URL" {
		c.faults.Add("/components", CodeParameterInvalid, "A limited-time offer has the buttons COPY_CODE, if it has a code, and URL, in this order.")
	}
}

func decimal(n int) string { return strconv.Itoa(n) }

// runes is how many characters a text has.
func runes(s string) int { return utf8.RuneCountInString(s) }
