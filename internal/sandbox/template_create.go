package sandbox

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// languageCodes are the languages of templates.
var languageCodes = strings.Fields(`af ar ar_AE ar_EG ar_LB ar_MA ar_QA az be_BY bg bn bn_IN ca cs da de de_AT de_CH el en en_AE en_AU en_CA en_GB
	en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_US en_ZA es es_AR es_CL es_CO es_CR es_DO es_EC es_ES es_HN es_MX es_PA es_PE es_UY
	et fa fi fil fr fr_BE fr_CA fr_CH fr_CI fr_MA ga gu ha he hi hr hu id it ja ka kk kn ko ky_KG lo lt lv mk ml mr ms nb nl nl_BE pa pl prs_AF
	ps_AF pt_BR pt_PT ro ru rw_RW si_LK sk sl sq sr sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu`)

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
	rules := creationRules{category: strings.ToUpper(p.str("category")), named: strings.EqualFold(p.str("parameter_format"), "NAMED"), samples: components}
	if e := rules.envelope(p); e != nil {
		return nil, e
	}
	t, err := newTemplate(p)
	if err != nil {
		return nil, invalid("Param components must have a BODY with text.")
	}
	return t, rules.check(p.list("components"))
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
