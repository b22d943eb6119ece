package sandbox

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// languageCodes are the languages of templates.
var languageCodes = strings.Fields(`af ar ar_AE ar_EG ar_LB ar_MA ar_QA az be_BY bg bn bn_IN ca cs da de de_AT de_CH el en en_AE en_AU en_CA en_GB
	en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_US en_ZA es es_AR es_CL es_CO es_CR es_DO es_EC es_ES es_HN es_MX es_PA es_PE es_UY
	et fa fi fil fr fr_BE fr_CA fr_CH fr_CI fr_MA ga gu ha he hi hr hu id it ja ka kk kn ko ky_KG lo lt lv mk ml mr ms nb nl nl_BE pa pl prs_AF
	ps_AF pt_BR pt_PT ro ru rw_RW si_LK sk sl sq sr sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu`)

// componentTypes are the parts that a template can have.
var componentTypes = []string{"HEADER", "BODY", "FOOTER", "BUTTONS", "CAROUSEL", "LIMITED_TIME_OFFER", "CALL_PERMISSION_REQUEST"}

// checkCreate checks the parts of a create call that are refused at once.
func (c *call) checkCreate(p fields) (*template, *graphError) { return c.checkEdit(p, true) }

// checkEdit is checkCreate for an edit, which may leave the components alone.
func (c *call) checkEdit(p fields, components bool) (*template, *graphError) {
	switch category := strings.ToUpper(p.str("category")); {
	case !templateName.MatchString(p.str("name")):
		return nil, invalid("Param name must be lower-case letters, digits and underscores, at most 512 characters.")
	case !slices.Contains(languageCodes, p.str("language")):
		return nil, invalid("Param language must be one of the supported language codes.")
	case !slices.Contains([]string{"AUTHENTICATION", "MARKETING", "UTILITY"}, category):
		return nil, invalid(`Param category must be one of {AUTHENTICATION, MARKETING, UTILITY} - got "%s".`, p.str("category"))
	}
	for i, one := range p.objects("components") {
		if kind := strings.ToUpper(one.str("type")); !slices.Contains(componentTypes, kind) {
			return nil, invalid(`Param components[%d]['type'] must be one of {%s} - got "%s".`, i, strings.Join(componentTypes, ", "), one.str("type"))
		}
	}
	t, err := newTemplate(p)
	if err != nil {
		return nil, invalid("Param components must have a BODY with text.")
	}
	if e := t.checkText(&t.layout); e != nil {
		return nil, e
	}
	if components {
		return t, t.checkSamples(t.components)
	}
	return t, nil
}

// checkText checks texts and buttons against the limits of creation.
func (t *template) checkText(l *layout) *graphError {
	body := strings.TrimSpace(l.body.text)
	first, last := variable.FindStringIndex(body), variable.FindAllStringIndex(body, -1)
	switch {
	case body == "" && t.layout.body.text == l.body.text:
		return templateError(2388072, "Body is missing", "The template needs a body with text.")
	case chars(body) > 1024 || l.offer != nil && chars(body) > 600:
		return templateError(2388040, "Character limit exceeded", "The body is longer than allowed.")
	case chars(l.header.text) > 60 || len(l.header.vars) > 1:
		return templateError(2388047, "Header format is incorrect", "A text header has at most 60 characters and one variable.")
	case chars(l.footer) > 60:
		return templateError(2388073, "Footer format is incorrect", "The footer has at most 60 characters.")
	case t.category != "AUTHENTICATION" && first != nil && (first[0] == 0 || last[len(last)-1][1] == len(body)):
		return templateError(2388299, "Variables can't be at the start or end", "Variables can't be at the start or end of the template.")
	case !t.named && !isConsecutive(body):
		return templateError(2388072, "Body format is incorrect", "The variables must be numbered from {{1}} without a gap.")
	case !t.named && !isConsecutive(l.header.text):
		return templateError(2388047, "Header format is incorrect", "The variable of a header is {{1}}.")
	case l.cards != nil && (len(l.cards) < 2 || len(l.cards) > 10):
		return templateError(2388072, "Wrong number of cards", "A carousel has 2 to 10 cards.")
	}
	for i := range l.cards {
		if card := &l.cards[i]; chars(card.body.text) > 160 || len(card.buttons) > 2 {
			return templateError(2388040, "Character limit exceeded", "A card has at most 160 characters and two buttons.")
		} else if e := checkButtons(card.buttons); e != nil {
			return e
		}
	}
	return checkButtons(l.buttons)
}

// isConsecutive reports whether the variables of a text are {{1}}, {{2}}, …
func isConsecutive(s string) bool {
	seen, highest := map[string]bool{}, 0
	for _, m := range variable.FindAllStringSubmatch(s, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n < 1 {
			return false
		}
		seen[m[1]], highest = true, max(highest, n)
	}
	return len(seen) == highest
}

const (
	maxLabel = 25
	maxURL   = 2000
	maxTel   = 20
)

// checkButtons checks how many buttons there are of each kind, their order and
// their labels.
func checkButtons(list []buttonSlot) *graphError {
	most := map[string]int{"QUICK_REPLY": 10, "URL": 2, "PHONE_NUMBER": 1, "COPY_CODE": 1, "FLOW": 1, "CATALOG": 1, "MPM": 1, "SPM": 1, "VOICE_CALL": 1}
	counts, runs := map[string]int{}, 0
	for i, b := range list {
		counts[b.kind]++
		if b.kind == "QUICK_REPLY" && (i == 0 || list[i-1].kind != "QUICK_REPLY") {
			runs++
		}
		limit, known := most[b.kind]
		switch {
		case known && counts[b.kind] > limit || len(list) > 10:
			return templateError(2388072, "Too many buttons", "The template has more buttons than allowed.")
		case chars(b.text) > maxLabel:
			return templateError(2388040, "Character limit exceeded", "The label of a button has at most 25 characters.")
		case chars(b.url) > maxURL || chars(b.phone) > maxTel:
			return templateError(2388040, "Character limit exceeded", "A URL has at most 2000 characters, a phone number 20.")
		case b.text == "" && slices.Contains([]string{"QUICK_REPLY", "URL", "PHONE_NUMBER", "FLOW"}, b.kind):
			return invalid("Param text is required for buttons of type %s.", b.kind)
		}
	}
	if runs > 1 || runs == 1 && list[0].kind != "QUICK_REPLY" && list[len(list)-1].kind != "QUICK_REPLY" {
		return templateError(2388072, "Wrong order of buttons", "Quick replies must stand together, before or after the other buttons.")
	}
	return nil
}

// checkSamples wants a sample of everything that is filled in later.
func (t *template) checkSamples(components []any) *graphError {
	for _, c := range (fields{"c": components}).objects("c") {
		example := c.sub("example")
		switch kind, format := c.str("type"), c.str("format"); {
		case kind == "HEADER" && slices.Contains([]string{"IMAGE", "VIDEO", "DOCUMENT", "GIF"}, format):
			if !isHandle(example.list("header_handle")) {
				return templateError(2388047, "Header format is incorrect", "A header with a medium needs a sample: a handle from the Resumable Upload API.")
			}
		case kind == "HEADER":
			if !t.hasSamples(c.str("text"), example, "header_text") {
				return templateError(2388047, "Header format is incorrect", "The header has a variable without a sample.")
			}
		case kind == "BODY" && t.category != "AUTHENTICATION":
			if !t.hasSamples(c.str("text"), example, "body_text") {
				return templateError(2388072, "Body format is incorrect", "The body has variables without samples.")
			}
		}
		for _, card := range c.objects("cards") {
			if e := t.checkSamples(card.list("components")); e != nil {
				return e
			}
		}
	}
	return nil
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

// hasSamples reports whether every variable of a text has a sample.
func (t *template) hasSamples(shown string, example fields, key string) bool {
	vars := variables(shown, t.named)
	if len(vars) == 0 {
		return true
	}
	if t.named {
		given := map[string]bool{}
		for _, one := range example.objects(key + "_named_params") {
			given[one.str("param_name")] = one.str("example") != ""
		}
		return !slices.ContainsFunc(vars, func(v string) bool { return !given[v] })
	}
	list := example.list(key)
	if len(list) > 0 {
		if inner, ok := list[0].([]any); ok {
			list = inner
		}
	}
	return len(list) == len(vars)
}

const (
	editPeriod  = 24 * time.Hour
	editMonth   = 30 * 24 * time.Hour
	maxEdits    = 10 // of an approved template in editMonth
	nameBlocked = 30 * 24 * time.Hour
)

// admitEdit refuses a second edit of an approved template within a day, and an
// eleventh within 30 days.
func (t *template) admitEdit(now time.Time) ([]time.Time, *graphError) {
	kept := slices.DeleteFunc(slices.Clone(t.edits), func(at time.Time) bool { return now.Sub(at) >= editMonth })
	if t.status == "APPROVED" && len(kept) > 0 && (now.Sub(kept[len(kept)-1]) < editPeriod || len(kept) >= maxEdits) {
		return nil, &graphError{status: http.StatusBadRequest, code: 100, message: "Invalid parameter", userTitle: "Template can't be edited now",
			userMsg: "An approved template can be edited once in 24 hours and 10 times in 30 days."}
	}
	return append(kept, now), nil
}

func (a *account) blockName(name string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.deleted == nil {
		a.deleted = map[string]time.Time{}
	}
	a.deleted[name] = now
}

// isNameBlocked reports whether a template of this name was deleted lately.
func (a *account) isNameBlocked(name string, now time.Time) bool {
	a.mu.RLock()
	defer a.mu.RUnlock()
	at, ok := a.deleted[name]
	return ok && now.Sub(at) < nameBlocked
}
