package crm

import (
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Limits of a send request.
const (
	MaxTextBody      = 4096 // outbound.md 2.2
	MaxBatch         = 1000
	MaxMetadataKeys  = 20
	MaxMetadataKey   = 40
	MaxMetadataValue = 500
	MaxScheduleAhead = 90 * 24 * time.Hour
	MaxExpiryAhead   = 120 * 24 * time.Hour
	// ScheduleGrace is how long ago scheduledAt may be: clocks differ, and a
	// request takes its time.
	ScheduleGrace     = 5 * time.Minute
	maxTemplateName   = 512
	maxParameterBytes = 4096
)

// SendRequest is one message that a caller asks to send (specification 2.1).
type SendRequest struct {
	To, UserID string
	// ConversationID names who gets it instead, for those who see no number.
	ConversationID string
	Type           string
	From           string
	ReplyTo        string
	ScheduledAt    *time.Time
	ExpiresAt      *time.Time
	Metadata       map[string]string
	// TakeOver says whether the message takes the conversation over from the assistant on
	// duty; nil: all but templates and reactions do, which programs send too.
	TakeOver *bool
	// ExpectedSeq is the seq of the conversation that the message answers: it is
	// refused if somebody else answered since. nil for whatever there is.
	ExpectedSeq *int64

	// Faults were found in its shape before; whatever has one is not set.
	Faults []FieldError

	// Exactly the part of its type is set.
	Template                               *TemplateContent
	Text                                   *Text
	Image, Video, Audio, Document, Sticker *Media
	Location                               *Location
	Contacts                               []ContactCard
	Reaction                               *Reaction
	Interactive                            *Interactive
}

// SendTypes are the types of message that can be sent.
var SendTypes = []string{"template", "text", "image", "video", "audio", "document", "sticker", "location", "contacts", "reaction", "interactive"}

// MessageTypes are the types that a message can have.
var MessageTypes = append(slices.Clone(SendTypes), "button", "order", "call", "system", "request_welcome", "unsupported")

// Validate returns every fault that can be seen without looking anything up.
func (r *SendRequest) Validate(now time.Time, f *Faults) {
	r.validateRecipient(f)
	r.validateTimes(now, f)
	r.validateMetadata(f)
	r.validateType(f)
	switch r.Type {
	case "template":
		r.validateTemplate(f)
	case "text":
		r.validateText(f)
	case "location":
		r.validateLocation(f)
	case "contacts":
		r.validateContacts(f)
	case "reaction":
		r.validateReaction(f)
	case "interactive":
		r.validateInteractive(f)
	default:
		r.validateMedia(f)
	}
}

// TakesOver reports whether the message takes the conversation over. One
// for later does not: when it is sent, nobody speaks.
func (r *SendRequest) TakesOver(now time.Time) bool {
	if r.TakeOver != nil {
		return *r.TakeOver
	}
	return r.Type != "template" && r.Type != "reaction" && (r.ScheduledAt == nil || !r.ScheduledAt.After(now))
}

// part is the field of one type.
type part struct {
	name  string
	given bool
	shape string // what it looks like, for whoever left it out
}

func (r *SendRequest) parts() []part {
	const file = "{\"mediaId\": \"…\"} or {\"link\": \"…\"}"
	return []part{
		{"text", r.Text != nil, "{\"body\": \"…\"}"},
		{"image", r.Image != nil, file}, {"video", r.Video != nil, file}, {"audio", r.Audio != nil, file},
		{"document", r.Document != nil, file}, {"sticker", r.Sticker != nil, file},
		{"location", r.Location != nil, "{\"latitude\": …, \"longitude\": …}"},
		{"contacts", r.Contacts != nil, "[{\"name\": {…}, \"phones\": […]}]"},
		{"reaction", r.Reaction != nil, "{\"messageId\": \"…\", \"emoji\": \"…\"}"},
		{"interactive", r.Interactive != nil, "{\"type\": \"buttons\", …}"},
	}
}

// validateType wants the part of the type and no other.
func (r *SendRequest) validateType(f *Faults) {
	switch {
	case r.Type == "":
		f.Add("/type", CodeRequired, "type is required: %s.", oneOf(SendTypes))
	case !slices.Contains(SendTypes, r.Type):
		f.Add("/type", CodeNotAllowed, "type %q is not supported: use %s.", clip(r.Type), oneOf(SendTypes))
		return
	}
	for _, p := range r.parts() {
		switch {
		case p.name == r.Type && !p.given:
			f.Add(Pointer(p.name), CodeRequired, "%s is required for type %q: %s.", p.name, p.name, p.shape)
		case p.given && p.name != r.Type && r.Type != "":
			f.Add(Pointer(p.name), CodeNotAllowed, "%s is allowed only for type %q.", p.name, p.name)
		}
	}
	if r.Template != nil && r.Type != "template" && r.Type != "" {
		f.Add("/templateName", CodeNotAllowed, "Template fields are allowed only for type \"template\".")
	}
}

func (r *SendRequest) validateRecipient(f *Faults) {
	switch {
	case r.ConversationID != "" && (r.To != "" || r.UserID != ""):
		f.Add("/conversationId", CodeNotAllowed, "Give one of to, userId and conversationId.")
	case r.ConversationID != "" && !ValidID(PrefixConversation, r.ConversationID):
		f.Add("/conversationId", CodeNotFound, "There is no conversation %q.", clip(r.ConversationID))
	case r.ConversationID != "":
	case r.To == "" && r.UserID == "":
		f.Add("/to", CodeRequired, "to is required: a phone number such as +14155550123. Or give userId or conversationId.")
	case r.To != "" && r.UserID != "":
		f.Add("/userId", CodeNotAllowed, "Give either to or userId, not both.")
	case r.To != "" && !ValidPhone(r.To):
		f.Add("/to", CodePhoneNumberInvalid, "%s", phoneFault("to", r.To))
	case r.UserID != "" && !ValidUserID(r.UserID):
		f.Add("/userId", CodeParameterInvalid, "userId must be a business-scoped user id such as US.13491208655302741918.")
	}
}

func (r *SendRequest) validateTimes(now time.Time, f *Faults) {
	switch {
	case r.ScheduledAt == nil:
	case r.ScheduledAt.After(now.Add(MaxScheduleAhead)):
		f.Add("/scheduledAt", CodeOutOfRange, "scheduledAt may be at most 90 days ahead.")
	case r.ScheduledAt.Before(now.Add(-ScheduleGrace)):
		f.Add("/scheduledAt", CodeOutOfRange, "scheduledAt is in the past; omit it to send now.")
	}
	if r.ExpiresAt == nil {
		return
	}
	if !r.ExpiresAt.After(now) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt must be in the future.")
	} else if r.ExpiresAt.After(now.Add(MaxExpiryAhead)) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt may be at most %d days ahead.", int(MaxExpiryAhead.Hours()/24))
	} else if r.ScheduledAt != nil && !r.ExpiresAt.After(*r.ScheduledAt) {
		f.Add("/expiresAt", CodeOutOfRange, "expiresAt must be after scheduledAt.")
	}
}

func (r *SendRequest) validateMetadata(f *Faults) {
	if len(r.Metadata) > MaxMetadataKeys {
		f.Add("/metadata", CodeTooLong, "metadata may have at most %d keys.", MaxMetadataKeys)
		return
	}
	for _, k := range slices.Sorted(maps.Keys(r.Metadata)) {
		v := r.Metadata[k]
		if k == "" || utf8.RuneCountInString(k) > MaxMetadataKey {
			f.Add(Pointer("metadata", k), CodeTooLong, "A metadata key must have 1 to %d characters.", MaxMetadataKey)
		}
		if utf8.RuneCountInString(v) > MaxMetadataValue {
			f.Add(Pointer("metadata", k), CodeTooLong, "A metadata value may have at most %d characters.", MaxMetadataValue)
		}
	}
}

func (r *SendRequest) validateText(f *Faults) {
	if r.Text == nil {
		return
	}
	switch n := utf8.RuneCountInString(r.Text.Body); {
	case strings.TrimSpace(r.Text.Body) == "":
		f.Add("/text/body", CodeRequired, "text.body is required and may not be blank.")
	case n > MaxTextBody:
		f.Add("/text/body", CodeTooLong, "text.body has %d characters; the provider accepts at most %d.", n, MaxTextBody)
	}
	if !utf8.ValidString(r.Text.Body) {
		f.Add("/text/body", CodeParameterInvalid, "text.body must be valid UTF-8.")
	}
}

func (r *SendRequest) validateTemplate(f *Faults) {
	switch {
	case r.Template == nil || r.Template.Name == "":
		f.Add("/templateName", CodeRequired, "templateName is required for type \"template\".")
		return
	case len(r.Template.Name) > maxTemplateName:
		f.Add("/templateName", CodeTooLong, "templateName may have at most %d characters.", maxTemplateName)
	}
	for _, k := range slices.Sorted(maps.Keys(r.Template.Parameters)) {
		if len(r.Template.Parameters[k]) > maxParameterBytes {
			f.Add(Pointer("parameters", k), CodeParameterTooLong, "The value has more than %d bytes.", maxParameterBytes)
		}
	}
}

// Content returns the stored form of what the request says.
func (r *SendRequest) Content() Content {
	return Content{Text: r.Text, Template: r.Template, Media: r.media(), Location: r.Location, Contacts: r.Contacts,
		Reaction: r.Reaction, Interactive: r.Interactive}
}

// checkText holds a text against the provider's limit in characters; a limit
// of 0 is none.
func checkText(pointer, value string, required bool, limit int, f *Faults) {
	name := pointer[strings.LastIndexByte(pointer, '/')+1:]
	switch n := utf8.RuneCountInString(value); {
	case required && strings.TrimSpace(value) == "":
		f.Add(pointer, CodeRequired, "%s is required and may not be blank.", name)
	case limit > 0 && n > limit:
		f.Add(pointer, CodeTooLong, "%s has %d characters; the provider accepts at most %d.", name, n, limit)
	}
}

// checkLink wants a URL that a phone or the provider can open.
func checkLink(pointer, link string, f *Faults) {
	if u, err := url.Parse(link); err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		f.Add(pointer, CodeURLInvalid, "%s must be an http or https URL.", pointer[strings.LastIndexByte(pointer, '/')+1:])
	}
}

// oneOf lists words as a sentence does.
func oneOf(words []string) string {
	last := len(words) - 1
	if last == 0 {
		return words[0]
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func clip(s string) string { return clipTo(s, 40) }

// clipTo cuts a text after so many characters.
func clipTo(s string, limit int) string {
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	return string([]rune(s)[:limit]) + "…"
}
