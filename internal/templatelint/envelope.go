package templatelint

import (
	"regexp"
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

var templateName = regexp.MustCompile(`^[a-z0-9_]{1,512}$`)

// languageCodes are those that the provider lists (outbound.md 3.9).
var languageCodes = strings.Fields(`af ar ar_AE ar_EG ar_LB ar_MA ar_QA az be_BY bg bn bn_IN ca cs da de de_AT de_CH el
	en en_AE en_AU en_CA en_GB en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_US en_ZA
	es es_AR es_CL es_CO es_CR es_DO es_EC es_ES es_HN es_MX es_PA es_PE es_UY et fa fi fil fr fr_BE fr_CA fr_CH fr_CI fr_MA
	ga gu ha he hi hr hu id it ja ka kk kn ko ky_KG lo lt lv mk ml mr ms nb nl nl_BE pa pl prs_AF ps_AF pt_BR pt_PT ro ru rw_RW
	si_LK sk sl sq sr sv sw ta te th tr uk ur uz vi zh_CN zh_HK zh_TW zu`)

var categories = []string{crm.CategoryMarketing, crm.CategoryUtility, crm.CategoryAuthentication}

// envelope judges what stands beside the components.
func (l *linter) envelope() {
	t := l.template
	if !templateName.MatchString(t.Name) {
		f := l.find("name_format", "/name", "A name has small letters, digits and underscores, and at most 512 characters.")
		if near := nameLike(t.Name); near != "" {
			f.fix("Call it %s.", near)
		}
	}
	l.language()
	if !slices.Contains(categories, l.form.category) {
		l.find("category_unknown", "/category", "The category is %s.", or(categories...)).fix("Take UTILITY for what somebody asked for, MARKETING for everything that promotes.")
	}
	if format := strings.ToUpper(t.Format); format != "" && format != "NAMED" && format != "POSITIONAL" {
		l.find("parameter_format_unknown", "/parameterFormat", "The parameter format is NAMED or POSITIONAL.")
	}
	if s := strings.ToUpper(t.SubCategory); s != "" && !slices.Contains([]string{"CUSTOM", "ORDER_DETAILS", "ORDER_STATUS"}, s) {
		l.find("sub_category_unknown", "/subCategory", "The subcategory is CUSTOM, ORDER_DETAILS or ORDER_STATUS.")
	}
	if s := strings.ToUpper(t.DisplayFormat); s != "" && s != "ORDER_DETAILS" {
		l.find("sub_category_unknown", "/displayFormat", "The display format is ORDER_DETAILS, or not given.")
	}
	l.timeToLive()
}

// nameLike is a name of the right form that is near to one of the wrong form.
func nameLike(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(cut(name, 512)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "_"):
			b.WriteByte('_')
		}
	}
	return strings.Trim(b.String(), "_")
}

func (l *linter) language() {
	code := l.template.Language
	if slices.Contains(languageCodes, code) {
		return
	}
	f := l.find("language_unknown", "/language", "The provider does not list the language %q.", cut(code, 20))
	base, _, _ := strings.Cut(strings.ReplaceAll(code, "-", "_"), "_")
	base = strings.ToLower(base)
	for _, known := range languageCodes {
		if strings.EqualFold(known, strings.ReplaceAll(code, "-", "_")) {
			f.fix("Write it %s.", known)
			return
		}
	}
	for _, known := range languageCodes {
		if base != "" && (known == base || strings.HasPrefix(known, base+"_")) {
			f.fix("Take %s.", known)
			return
		}
	}
}

// ttlRange is the range of the time to live by category, in seconds.
var ttlRange = map[string][2]int64{
	crm.CategoryAuthentication: {30, 900},
	crm.CategoryUtility:        {30, 43200},
	crm.CategoryMarketing:      {43200, 2592000},
}

func (l *linter) timeToLive() {
	bounds, known := ttlRange[l.form.category]
	if l.template.TTL == nil || !known || *l.template.TTL == -1 {
		return
	}
	n, least := *l.template.TTL, bounds[0]
	if l.form.category == crm.CategoryMarketing && n >= 30 && n < least {
		l.find("time_to_live_marketing", "/messageSendTtlSeconds", "Marketing messages live at least 43,200 seconds, and only where they are sent as marketing messages.")
		return
	}
	if n < least || n > bounds[1] {
		l.find("time_to_live", "/messageSendTtlSeconds", "The time to live of the category %s is %d to %d seconds, or -1 for 30 days.", l.form.category, least, bounds[1])
	}
}
