package sandbox

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Words that a create call may use.
var (
	componentTypes   = []string{"HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST"}
	headerFormats    = []string{"TEXT", "IMAGE", "VIDEO", "DOCUMENT", "GIF", "LOCATION", "PRODUCT"}
	parameterFormats = []string{"NAMED", "POSITIONAL"}
	subCategories    = []string{"CUSTOM", "ORDER_DETAILS", "ORDER_STATUS"}
)

// Lengths of a template's parts, in characters.
const (
	maxHeader    = 60
	maxFooter    = 60
	maxBody      = 1024
	maxOfferBody = 600
	maxCardBody  = 160
	maxOfferText = 16
	maxOfferCode = 15
)

// creationRules are the rules by which a template is refused when it is created
// or edited (outbound.md 3.1, 3.2). They look at the call as it came: what is
// listed afterwards differs.
type creationRules struct {
	category string
	named    bool
	samples  bool // whether samples are asked for
	offer    bool // whether the template has a limited-time offer
}

// oneOf refuses a value that is given and not on the list.
func oneOf(param, given string, list ...string) *graphError {
	if given == "" || slices.Contains(list, strings.ToUpper(given)) {
		return nil
	}
	return invalid(`Param %s must be one of {%s} - got "%s".`, param, strings.Join(list, ", "), given)
}

// envelope checks what stands beside the components.
func (k creationRules) envelope(p fields) *graphError {
	return firstError(
		oneOf("parameter_format", p.str("parameter_format"), parameterFormats...),
		oneOf("sub_category", p.str("sub_category"), subCategories...),
		oneOf("display_format", p.str("display_format"), "ORDER_DETAILS"),
		k.timeToLive(p),
		k.componentTypes(p.list("components")),
	)
}

// timeToLive holds the time to live against the category's range. The range of
// marketing is not enforced: a sample in the provider's own documentation lies
// below it.
func (k creationRules) timeToLive(p fields) *graphError {
	if !p.has("message_send_ttl_seconds") {
		return nil
	}
	most := map[string]int{"AUTHENTICATION": 900, "UTILITY": 43200, "MARKETING": 2592000}[k.category]
	n, err := strconv.Atoi(p.str("message_send_ttl_seconds"))
	if err != nil || n != -1 && (n < 30 || n > most) {
		return invalid("Param message_send_ttl_seconds is out of the range of the category %s.", k.category)
	}
	return nil
}

func (k creationRules) componentTypes(list []any) *graphError {
	for i, v := range list {
		one, isObject := v.(map[string]any)
		kind := strings.ToUpper(fields(one).str("type"))
		if !isObject || !slices.Contains(componentTypes, kind) {
			return invalid(`Param components[%d]['type'] must be one of {%s} - got "%s".`, i, strings.Join(componentTypes, ", "), fields(one).str("type"))
		}
	}
	return nil
}

// check goes through the components.
func (k creationRules) check(list []any) *graphError {
	parts := (fields{"c": list}).objects("c")
	for _, c := range parts {
		k.offer = k.offer || strings.EqualFold(c.str("type"), "LIMITED_TIME_OFFER")
	}
	for _, c := range parts {
		if e := k.component(c, k.bodyLimit()); e != nil {
			return e
		}
	}
	if e := orderHeader(parts); e != nil {
		return e
	}
	if k.offer {
		return k.offered(parts)
	}
	return nil
}

func (k creationRules) bodyLimit() int {
	if k.offer {
		return maxOfferBody
	}
	return maxBody
}

func (k creationRules) component(c fields, bodyLimit int) *graphError {
	switch strings.ToUpper(c.str("type")) {
	case "HEADER":
		return k.header(c)
	case "BODY":
		return k.body(c, bodyLimit)
	case "FOOTER":
		return k.footer(c)
	case "BUTTONS":
		return k.buttons(c.objects("buttons"))
	case "CAROUSEL":
		return k.carousel(c.objects("cards"))
	case "CALL_PERMISSION_REQUEST":
		if k.category == "AUTHENTICATION" {
			return invalid("CALL_PERMISSION_REQUEST needs the category MARKETING or UTILITY.")
		}
	}
	return nil
}

func wrongHeader(text string) *graphError {
	return templateError(2388047, "Header format is incorrect", text)
}
func wrongBody(text string) *graphError {
	return templateError(2388072, "Body format is incorrect", text)
}
func wrongFooter(text string) *graphError {
	return templateError(2388073, "Footer format is incorrect", text)
}
func tooLong(text string) *graphError {
	return templateError(2388040, "Character limit exceeded", text)
}
func wrongButtons(title, text string) *graphError {
	return templateError(2388072, title, text)
}

func (k creationRules) header(c fields) *graphError {
	format := strings.ToUpper(c.str("format"))
	orString(&format, "TEXT")
	if e := oneOf("format", format, headerFormats...); e != nil {
		return e
	}
	switch format {
	case "LOCATION":
		if k.category == "AUTHENTICATION" {
			return wrongHeader("A location needs the category MARKETING or UTILITY.")
		}
	case "IMAGE", "VIDEO", "DOCUMENT", "GIF":
		if k.samples && !isHandle(c.sub("example").list("header_handle")) {
			return wrongHeader("A header with a medium needs a sample: a handle from the Resumable Upload API.")
		}
	case "TEXT":
		return k.textHeader(c)
	}
	return nil
}

func (k creationRules) textHeader(c fields) *graphError {
	shown := c.str("text")
	switch {
	case strings.TrimSpace(shown) == "":
		return wrongHeader("The header has no text.")
	case chars(shown) > maxHeader:
		return tooLong("A text header has at most 60 characters.")
	case len(variables(shown, true)) > 1:
		return wrongHeader("A text header has at most one variable.")
	case !isWellFormed(shown):
		return wrongHeader("A variable of the header is not written as {{1}} or {{name}}.")
	case !k.named && !isConsecutive(shown):
		return wrongHeader("The variable of a header is {{1}}.")
	case !isPlain(shown):
		return wrongHeader("A header can't have new lines, formatting characters or emoji.")
	case k.samples && !k.hasSamples(shown, c.sub("example"), "header_text"):
		return wrongHeader("The header has a variable without a sample.")
	}
	return nil
}

func (k creationRules) body(c fields, limit int) *graphError {
	if k.category == "AUTHENTICATION" { // its text is the provider's
		return nil
	}
	shown := strings.TrimSpace(c.str("text"))
	at := variable.FindAllStringIndex(shown, -1)
	switch {
	case shown == "":
		return wrongBody("The template needs a body with text.")
	case chars(shown) > limit:
		return tooLong("The body is longer than allowed.")
	case !isWellFormed(shown):
		return wrongBody("A variable is not written as {{1}} or {{name}}.")
	case !k.named && !isConsecutive(shown):
		return wrongBody("The variables must be numbered from {{1}} without a gap.")
	case len(at) > 0 && (at[0][0] == 0 || at[len(at)-1][1] == len(shown)):
		return templateError(2388299, "Variables can't be at the start or end", "Variables can't be at the start or end of the template.")
	case len(at) > 0 && wordsBeside(shown) < 2*len(at)+1:
		return templateError(2388293, "Too many variables for the length", "This template has too many variables for its length. Use fewer variables or more words.")
	case k.samples && !k.hasSamples(shown, c.sub("example"), "body_text"):
		return wrongBody("The body has variables without samples.")
	}
	return nil
}

func (k creationRules) footer(c fields) *graphError {
	if k.category == "AUTHENTICATION" {
		if minutes, err := strconv.Atoi(c.str("code_expiration_minutes")); c.has("code_expiration_minutes") && (err != nil || minutes < 1 || minutes > 90) {
			return invalid("Param code_expiration_minutes must be 1 to 90.")
		}
		return nil
	}
	switch shown := c.str("text"); {
	case strings.TrimSpace(shown) == "":
		return wrongFooter("The footer has no text.")
	case chars(shown) > maxFooter:
		return tooLong("The footer has at most 60 characters.")
	}
	return nil
}

// carousel wants 2 to 10 cards that are built alike.
func (k creationRules) carousel(cards []fields) *graphError {
	if len(cards) < 2 || len(cards) > 10 {
		return wrongBody("A carousel has 2 to 10 cards.")
	}
	for i, card := range cards {
		for _, c := range card.objects("components") {
			if buttons := c.objects("buttons"); len(buttons) > 2 {
				return wrongButtons("Too many buttons", "A card has at most two buttons.")
			}
			if e := k.component(c, maxCardBody); e != nil {
				return e
			}
		}
		if i > 0 && structure(card) != structure(cards[0]) {
			return wrongBody("The cards of a carousel must have the same structure.")
		}
	}
	return nil
}

// structure names what a card is built of.
func structure(card fields) string {
	var out []string
	for _, c := range card.objects("components") {
		out = append(out, strings.ToUpper(c.str("type")+":"+c.str("format")))
		for _, b := range c.objects("buttons") {
			out = append(out, strings.ToUpper(b.str("type")))
		}
	}
	return strings.Join(out, " ")
}

// offered checks a template with a limited-time offer as a whole.
func (k creationRules) offered(parts []fields) *graphError {
	if k.category != "MARKETING" {
		return invalid("LIMITED_TIME_OFFER needs the category MARKETING.")
	}
	kinds := []string{}
	for _, c := range parts {
		switch strings.ToUpper(c.str("type")) {
		case "LIMITED_TIME_OFFER":
			switch text := c.sub("limited_time_offer").str("text"); {
			case text == "":
				return invalid("Param limited_time_offer.text is required.")
			case chars(text) > maxOfferText:
				return tooLong("The text of an offer has at most 16 characters.")
			}
		case "FOOTER":
			return wrongFooter("A limited-time offer has no footer.")
		case "HEADER":
			if !slices.Contains([]string{"IMAGE", "VIDEO"}, strings.ToUpper(c.str("format"))) {
				return wrongHeader("The header of a limited-time offer is an image or a video.")
			}
		case "BUTTONS":
			for _, b := range c.objects("buttons") {
				kinds = append(kinds, strings.ToUpper(b.str("type")))
				if code := sampleOf(b); strings.EqualFold(b.str("type"), "COPY_CODE") && chars(code) > maxOfferCode {
					return tooLong("The code of an offer has at most 15 characters.")
				}
			}
		}
	}
	if at := slices.Index(kinds, "COPY_CODE"); at > 0 {
		return wrongButtons("Wrong order of buttons", "The code of a limited-time offer stands before its link.")
	}
	return nil
}

// isWellFormed reports whether nothing is left of braces once the variables are
// taken out.
func isWellFormed(s string) bool {
	rest := variable.ReplaceAllString(s, "")
	return !strings.Contains(rest, "{{") && !strings.Contains(rest, "}}")
}

// isConsecutive reports whether the variables of a text are {{1}}, {{2}}, …
func isConsecutive(s string) bool {
	seen, highest := map[string]bool{}, 0
	for _, m := range variable.FindAllStringSubmatch(s, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 {
			return false
		}
		seen[strconv.Itoa(n)], highest = true, max(highest, n)
	}
	return len(seen) == highest
}

// wordsBeside counts the words that are no variables. The provider does not say
// how many it wants; its customers found 2 for each variable and one more. In
// scripts without spaces each character is taken for a word.
func wordsBeside(s string) int {
	n := 0
	for _, word := range strings.Fields(variable.ReplaceAllString(s, " ")) {
		counted := false
		for _, r := range word {
			switch {
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer):
				n++
			case !counted && (unicode.IsLetter(r) || unicode.IsDigit(r)):
				n, counted = n+1, true
			}
		}
	}
	return n
}

// formatted finds what a phone shows as bold, italic, struck out or code.
var formatted = regexp.MustCompile("\\*[^*\\s][^*]*\\*|(?:^|\\s)_[^_]+_(?:$|[\\s.,!?])|~[^~]+~|`[^`]+`")

// isPlain reports whether a text has no line breaks, formatting or emoji.
func isPlain(s string) bool {
	s = variable.ReplaceAllString(s, "x")
	return !strings.ContainsAny(s, "\r\n") && !formatted.MatchString(s) && strings.IndexFunc(s, isEmoji) < 0
}

func isEmoji(r rune) bool {
	return r >= 0x1F000 && r <= 0x1FAFF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r == 0xFE0F || r == 0x20E3
}

// isHandle refuses the links with which templates are listed: they cannot be
// sent back.
func isHandle(handles []any) bool {
	if len(handles) != 1 {
		return false
	}
	s, _ := text(handles[0])
	return s != "" && !strings.HasPrefix(s, "http://") && !strings.HasPrefix(s, "https://")
}

// hasSamples reports whether every variable of a text has a sample. One sample
// may stand without a list.
func (k creationRules) hasSamples(shown string, example fields, key string) bool {
	vars := variables(shown, k.named)
	if len(vars) == 0 {
		return true
	}
	if k.named {
		given := map[string]bool{}
		for _, one := range example.objects(key + "_named_params") {
			given[one.str("param_name")] = one.str("example") != ""
		}
		return !slices.ContainsFunc(vars, func(v string) bool { return !given[v] })
	}
	list := example.list(key)
	if alone := example.str(key); alone != "" {
		list = []any{alone}
	}
	if len(list) > 0 {
		if inner, ok := list[0].([]any); ok {
			list = inner
		}
	}
	empty := func(v any) bool { s, _ := text(v); return s == "" }
	return len(list) == len(vars) && !slices.ContainsFunc(list, empty)
}
