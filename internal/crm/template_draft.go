package crm

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"time"
)

// TemplateDraft is a template as somebody writes it.
type TemplateDraft struct {
	MessagingAccountID string
	Name, Language     string
	Category           string
	Format             string // NAMED or POSITIONAL
	TTL                int    // seconds; 0 for the provider's own
	Components         []TemplateComponent
}

// OfOrder says whether the template shows the details of an order.
func (d TemplateDraft) OfOrder() bool {
	return slices.ContainsFunc(d.Components, func(c TemplateComponent) bool {
		return slices.ContainsFunc(c.Buttons, func(b TemplateButton) bool { return b.Type == "ORDER_DETAILS" })
	})
}

// DraftOf is what a template could be written as again.
func DraftOf(t *Template) (TemplateDraft, error) {
	list, err := ParseComponents(t.Components)
	return TemplateDraft{MessagingAccountID: t.MessagingAccountID, Name: t.Name, Language: t.Language, Category: t.Category, Format: t.Format, TTL: t.TTL, Components: list}, err
}

// TemplateChange is what somebody changes of a template; what is nil stays.
type TemplateChange struct {
	Name, Language, Category, Format *string
	TTL                              *int
	Components                       []TemplateComponent
}

// Apply returns the draft with the change.
func (ch TemplateChange) Apply(d TemplateDraft) TemplateDraft {
	for _, one := range []struct{ into, from *string }{{&d.Name, ch.Name}, {&d.Language, ch.Language}, {&d.Category, ch.Category}, {&d.Format, ch.Format}} {
		if one.from != nil {
			*one.into = *one.from
		}
	}
	if ch.TTL != nil {
		d.TTL = *ch.TTL
	}
	if ch.Components != nil {
		d.Components = ch.Components
	}
	return d.Normal()
}

// Normal returns the draft with the provider's words in upper case.
func (d TemplateDraft) Normal() TemplateDraft {
	d.Category, d.Format = strings.ToUpper(d.Category), strings.ToUpper(d.Format)
	if d.Format == "" {
		d.Format = "POSITIONAL"
	}
	d.Components = NormalComponents(d.Components)
	return d
}

// JSON returns the components as they are stored.
func (d TemplateDraft) JSON() json.RawMessage {
	out, _ := json.Marshal(d.Components) // texts, numbers and flags
	return out
}

// Limits of templates (outbound.md 3.1, 3.2, 3.6).
const (
	maxOfferBody     = 600
	maxTemplateLabel = 25
	maxButtons       = 10
	maxOfferText     = 16
	maxCodeMinutes   = 90
	maxApps          = 5
	maxTemplateTel   = 20
)

var (
	templateName     = regexp.MustCompile(`^[a-z0-9_]+$`)
	templateLanguage = regexp.MustCompile(`^[a-z]{2,3}(_[A-Z]{2,3})?$`)
	variableName     = regexp.MustCompile(`^[a-z0-9_]+$`)
)

// lifetimes are how long, in seconds, the provider may try to deliver a message.
var lifetimes = map[string][2]int{CategoryAuthentication: {30, 900}, CategoryUtility: {30, 43200}, CategoryMarketing: {43200, 2592000}}

// CheckIdentity records the faults of what names a template, which every draft
// needs.
func (d *TemplateDraft) CheckIdentity(f *Faults) {
	switch {
	case d.Name == "":
		f.Add("/name", CodeRequired, "name is required.")
	case !templateName.MatchString(d.Name):
		f.Add("/name", CodeParameterInvalid, "name may have lower-case letters, digits and underscores only.")
	case len(d.Name) > maxTemplateName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxTemplateName)
	}
	switch {
	case d.Language == "":
		f.Add("/language", CodeRequired, "language is required.")
	case !templateLanguage.MatchString(d.Language):
		f.Add("/language", CodeParameterInvalid, "language is a code such as en or en_US.")
	}
}

// CheckDraft records what is wrong in a draft. A draft may be incomplete.
func (d *TemplateDraft) CheckDraft(f *Faults) {
	d.CheckIdentity(f)
	var all Faults
	d.Check(&all)
	for _, one := range all.list {
		if one.Code != CodeRequired && one.Pointer != "/name" && one.Pointer != "/language" {
			f.Add(one.Pointer, one.Code, "%s", one.Detail)
		}
	}
}

// Check records every fault that the provider would refuse the template for.
func (d *TemplateDraft) Check(f *Faults) {
	d.CheckIdentity(f)
	if d.Category == "" {
		f.Add("/category", CodeRequired, "category is required.")
	} else if !slices.Contains(TemplateCategories[:3], d.Category) {
		f.Add("/category", CodeParameterInvalid, "category must be MARKETING, UTILITY or AUTHENTICATION.")
	}
	if d.Format != "NAMED" && d.Format != "POSITIONAL" {
		f.Add("/parameterFormat", CodeParameterInvalid, "parameterFormat must be NAMED or POSITIONAL.")
	}
	if span, ok := lifetimes[d.Category]; ok && d.TTL != 0 && d.TTL != -1 && (d.TTL < span[0] || d.TTL > span[1]) {
		f.Add("/messageTtlSeconds", CodeOutOfRange, "messageTtlSeconds of category %s is %d to %d, or -1 for 30 days.", d.Category, span[0], span[1])
	}
	c := templateCheck{draft: d, faults: f}
	c.components()
}

// The provider's bounds on edits of an approved template (outbound.md 3.4).
const (
	templateEditPause = 24 * time.Hour
	// TemplateEditMonth is the span in which there may be MaxTemplateEdits.
	TemplateEditMonth = 30 * 24 * time.Hour
	MaxTemplateEdits  = 10
)

// NextTemplateEdit returns when the provider takes the next edit of an approved
// template that was edited at these times, newest first; the zero time for now.
func NextTemplateEdit(edits []time.Time, now time.Time) (at time.Time) {
	if len(edits) > 0 && edits[0].Add(templateEditPause).After(now) {
		at = edits[0].Add(templateEditPause)
	}
	if len(edits) >= MaxTemplateEdits {
		if free := edits[MaxTemplateEdits-1].Add(TemplateEditMonth); free.After(now) && free.After(at) {
			at = free
		}
	}
	return at
}

// TemplateNameRest is how long the provider keeps the name of a deleted template
// from being used again.
const TemplateNameRest = 30 * 24 * time.Hour

// KeepSamples gives headers that have none of their own the sample file of the header
// at the same place before: what the provider lists is a link, which it does not take
// again.
func (d *TemplateDraft) KeepSamples(old TemplateDraft) {
	had := map[string]string{}
	SampleFiles(old.Components, func(pointer, format string, id *string, _ **TemplateExample) { had[pointer+format] = *id })
	each := func(pointer, format string, id *string, example **TemplateExample) {
		e := *example
		own := e != nil && len(e.HeaderHandle) > 0 && !isLink(e.HeaderHandle[0])
		if *id == "" && !own && had[pointer+format] != "" {
			*id, *example = had[pointer+format], nil
		}
	}
	everyHeader(d.Components, each)
}

// DropLinks leaves out the links with which the provider lists samples.
func (d *TemplateDraft) DropLinks() {
	everyHeader(d.Components, func(_, _ string, _ *string, example **TemplateExample) {
		if e := *example; e != nil && len(e.HeaderHandle) > 0 && isLink(e.HeaderHandle[0]) {
			*example = nil
		}
	})
}

func isLink(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
