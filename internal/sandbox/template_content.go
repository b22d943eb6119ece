package sandbox

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Limits of an account's templates (outbound.md 3.7).
const (
	maxTemplates           = 6000
	maxTemplatesUnverified = 250
	maxTemplatesAnHour     = 100
)

// admitTemplate refuses a template for which the account has no room, or that comes too
// soon after others.
func (a *account) admitTemplate(now time.Time) *graphError {
	most := maxTemplates
	if !a.isVerified() {
		most = maxTemplatesUnverified
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.templates) >= most {
		return templateError(2388019, "Template limit exceeded", "The account has as many message templates as it may have.")
	}
	a.created = slices.DeleteFunc(a.created, func(at time.Time) bool { return now.Sub(at) >= time.Hour })
	if len(a.created) >= maxTemplatesAnHour {
		return refuse(80007, "The account has created as many message templates as it may in an hour.")
	}
	a.created = append(a.created, now)
	return nil
}

// reviewed is the decision of a reviewer who reads: templates that say what another one
// says are rejected (outbound.md 3.2), and so are those that say nearly what was rejected
// before. Authentication has a fixed text.
func reviewed(a *account, t *template) (verdict, reason string) {
	if t.category == "AUTHENTICATION" {
		return reviewApprove, ""
	}
	own := spoken(t)
	for _, other := range a.templateList() {
		if other.name == t.name || other.category == "AUTHENTICATION" {
			continue // its other languages say the same
		}
		its := spoken(other)
		if its == own || other.status == "REJECTED" && nearly(own[0], its[0]) {
			return reviewReject, "INVALID_FORMAT"
		}
	}
	return reviewApprove, ""
}

// spoken are the words of body and footer, without variables and marks.
func spoken(t *template) [2]string {
	return [2]string{bare(t.layout.body.text), bare(t.layout.footer)}
}

func bare(text string) string {
	text = strings.ToLower(variable.ReplaceAllString(text, " "))
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }), " ")
}

// nearly reports whether two texts differ in one word of ten at most.
func nearly(a, b string) bool {
	one, other := strings.Fields(a), strings.Fields(b)
	if len(one) != len(other) || len(one) == 0 {
		return false
	}
	different := 0
	for i := range one {
		if one[i] != other[i] {
			different++
		}
	}
	return different*10 <= len(one)
}

// selling finds what a reviewer takes for promotion, in the languages in which the provider
// is tried here. It is shorter than what a business does well to avoid.
var selling = regexp.MustCompile(`(?i)shop now|new collection|flash sale|save \d+ ?%|jetzt kaufen|rabatt|offres? exclusives?|oferta especial|frete gr.tis|скидк|знижк|beli sekarang|diskon|अभी खरीदें|छूट|عروض حصرية|限时优惠|立即购买`)

// recategorised is the category that a reviewer gives a template (outbound.md 3.1): utility
// that sells is marketing.
func recategorised(t *template) string {
	if t.category == "UTILITY" && slices.ContainsFunc([]string{t.layout.header.text, t.layout.body.text, t.layout.footer}, selling.MatchString) {
		return "MARKETING"
	}
	return t.category
}
