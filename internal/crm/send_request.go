package crm

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a send request.
const (
	MaxTextBody       = 4096 // outbound.md 2.2
	MaxBatch          = 1000
	MaxMetadataKeys   = 20
	MaxMetadataKey    = 40
	MaxMetadataValue  = 500
	MaxScheduleAhead  = 90 * 24 * time.Hour
	maxTemplateName   = 512
	maxParameterBytes = 4096
)

// SendRequest is one message that a caller asks to send (specification 2.1).
type SendRequest struct {
	To, UserID  string
	Type        string
	From        string
	ReplyTo     string
	ScheduledAt *time.Time
	ExpiresAt   *time.Time
	Metadata    map[string]string
	Text        *Text
	Template    *TemplateContent
}

var e164 = regexp.MustCompile(`^\+[1-9][0-9]{6,14}$`)

// ValidPhone reports whether s is an E.164 number with its leading +.
func ValidPhone(s string) bool { return e164.MatchString(s) }

// Validate returns every fault that can be seen without looking anything up.
func (r *SendRequest) Validate(now time.Time, f *Faults) {
	r.validateRecipient(f)
	r.validateTimes(now, f)
	r.validateMetadata(f)
	switch r.Type {
	case "":
		f.Add("/type", CodeRequired, "type is required: template or text.")
	case "template":
		r.validateTemplate(f)
	case "text":
		r.validateText(f)
	default:
		f.Add("/type", CodeNotAllowed, "type %q is not known: use template or text.", clip(r.Type))
	}
	if r.Text != nil && r.Type != "text" && r.Type != "" {
		f.Add("/text", CodeNotAllowed, "text goes with type \"text\" only.")
	}
}

func (r *SendRequest) validateRecipient(f *Faults) {
	switch {
	case r.To == "" && r.UserID == "":
		f.Add("/to", CodeRequired, "to is required: a phone number such as +14155550123.")
	case r.To != "" && r.UserID != "":
		f.Add("/userId", CodeNotAllowed, "Give either to or userId, not both.")
	case r.To != "" && !ValidPhone(r.To):
		f.Add("/to", CodePhoneNumberInvalid,
			"to must be a phone number in international format: a leading +, country code, 7 to 15 digits, nothing else.")
	case r.UserID != "" && (len(r.UserID) > 140 || !strings.Contains(r.UserID, ".")):
		f.Add("/userId", CodeParameterInvalid, "userId must be a business-scoped user id such as US.13491208655302741918.")
	}
}

func (r *SendRequest) validateTimes(now time.Time, f *Faults) {
	if r.ScheduledAt != nil && r.ScheduledAt.After(now.Add(MaxScheduleAhead)) {
		f.Add("/scheduledAt", CodeOutOfRange, "scheduledAt may be at most 90 days ahead.")
	}
	if r.ExpiresAt == nil {
		return
	}
	if !r.ExpiresAt.After(now) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt must be in the future.")
	} else if r.ScheduledAt != nil && !r.ExpiresAt.After(*r.ScheduledAt) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt must be after scheduledAt.")
	}
}

func (r *SendRequest) validateMetadata(f *Faults) {
	if len(r.Metadata) > MaxMetadataKeys {
		f.Add("/metadata", CodeTooLong, "metadata has at most %d keys.", MaxMetadataKeys)
		return
	}
	for _, k := range slices.Sorted(maps.Keys(r.Metadata)) {
		v := r.Metadata[k]
		if k == "" || len(k) > MaxMetadataKey {
			f.Add(Pointer("metadata", k), CodeTooLong, "A metadata key has 1 to %d bytes.", MaxMetadataKey)
		}
		if len(v) > MaxMetadataValue {
			f.Add(Pointer("metadata", k), CodeTooLong, "A metadata value has at most %d bytes.", MaxMetadataValue)
		}
	}
}

func (r *SendRequest) validateText(f *Faults) {
	if r.Text == nil {
		f.Add("/text", CodeRequired, "text is required for type \"text\": {\"body\": \"…\"}.")
		return
	}
	switch n := utf8.RuneCountInString(r.Text.Body); {
	case strings.TrimSpace(r.Text.Body) == "":
		f.Add("/text/body", CodeRequired, "text.body is required and may not be blank.")
	case n > MaxTextBody:
		f.Add("/text/body", CodeTooLong, "text.body has %d characters; the provider takes at most %d.", n, MaxTextBody)
	}
	if !utf8.ValidString(r.Text.Body) {
		f.Add("/text/body", CodeParameterInvalid, "text.body must be valid UTF-8.")
	}
	if r.Template != nil {
		f.Add("/templateName", CodeNotAllowed, "Template fields go with type \"template\" only.")
	}
}

func (r *SendRequest) validateTemplate(f *Faults) {
	switch {
	case r.Template == nil || r.Template.Name == "":
		f.Add("/templateName", CodeRequired, "templateName is required for type \"template\".")
		return
	case len(r.Template.Name) > maxTemplateName:
		f.Add("/templateName", CodeTooLong, "templateName has at most %d characters.", maxTemplateName)
	}
	for _, k := range slices.Sorted(maps.Keys(r.Template.Parameters)) {
		if len(r.Template.Parameters[k]) > maxParameterBytes {
			f.Add(Pointer("parameters", k), CodeParameterTooLong, "The value has more than %d bytes.", maxParameterBytes)
		}
	}
}

// Content returns the stored form of what the request says.
func (r *SendRequest) Content() Content {
	return Content{Text: r.Text, Template: r.Template}
}

func clip(s string) string {
	if utf8.RuneCountInString(s) <= 40 {
		return s
	}
	return fmt.Sprintf("%s…", string([]rune(s)[:40]))
}
