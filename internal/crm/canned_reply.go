package crm

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// CannedReply is a text that people send again and again. Variables in it are
// filled in for a conversation.
type CannedReply struct {
	ID, WorkspaceID string
	// Shortcut is what people type to find it; unique within the workspace.
	Shortcut, Title, Body string
	// TeamID is whose it is; "" for everybody.
	TeamID               string
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

// CannedReplyVariables are what a canned reply may name: the contact, beside its own
// fields, and the user who answers.
var CannedReplyVariables = []string{"contact.name", "contact.firstName", "contact.phone", "agent.name", "agent.firstName"}

// ContactFieldVariable begins the variables of a contact's own fields.
const ContactFieldVariable = "contact.fields."

const (
	maxShortcut        = 50
	maxCannedBody      = 4096 // characters; a text message has as many
	maxCannedVariables = 50
	// MaxCannedReplies is how many a workspace may have.
	MaxCannedReplies = 1000
)

var (
	shortcutForm  = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$`)
	placeholderIn = regexp.MustCompile(`\{\{([^{}]*)\}\}`)
)

// ShortcutKey is the shortcut in one form.
func (r CannedReply) ShortcutKey() string {
	return strings.ToLower(strings.TrimPrefix(r.Shortcut, "/"))
}

// CannedReplyChange changes what is given of a canned reply.
type CannedReplyChange struct{ Shortcut, Title, Body, TeamID *string }

// Apply returns the canned reply as it becomes, or every fault that can be seen
// without looking anything up.
func (ch CannedReplyChange) Apply(r CannedReply) (CannedReply, error) {
	var f Faults
	for field, value := range map[*string]*string{&r.Shortcut: ch.Shortcut, &r.Title: ch.Title, &r.Body: ch.Body, &r.TeamID: ch.TeamID} {
		if value != nil {
			*field = strings.TrimSpace(*value)
		}
	}
	r.Shortcut = strings.TrimPrefix(r.Shortcut, "/")
	switch {
	case r.Shortcut == "":
		f.Add("/shortcut", CodeRequired, "shortcut is required: what people type to find the reply.")
	case utf8.RuneCountInString(r.Shortcut) > maxShortcut:
		f.Add("/shortcut", CodeTooLong, "shortcut may have at most %d characters.", maxShortcut)
	case !shortcutForm.MatchString(r.Shortcut):
		f.Add("/shortcut", CodeNotAllowed, "shortcut has letters, digits, _ and - only, and begins with a letter or digit.")
	}
	if utf8.RuneCountInString(r.Title) > maxName {
		f.Add("/title", CodeTooLong, "title may have at most %d characters.", maxName)
	}
	switch {
	case r.Body == "":
		f.Add("/body", CodeRequired, "body is required: the text of the reply.")
	case utf8.RuneCountInString(r.Body) > maxCannedBody:
		f.Add("/body", CodeTooLong, "body may have at most %d characters.", maxCannedBody)
	default:
		checkPlaceholders("/body", r.Body, CannedReplyVariables, &f)
	}
	return r, f.Err()
}

// checkPlaceholders adds a fault for each variable of a text that is none of those
// allowed and no field of contacts.
func checkPlaceholders(pointer, text string, allowed []string, f *Faults) {
	named := placeholderIn.FindAllStringSubmatch(text, -1)
	if len(named) > maxCannedVariables {
		f.Add(pointer, CodeOutOfRange, "%s may name at most %d variables.", pointer[strings.LastIndexByte(pointer, '/')+1:], maxCannedVariables)
		return
	}
	for _, m := range named {
		if name := strings.TrimSpace(m[1]); !slices.Contains(allowed, name) && !isFieldVariable(name) {
			f.Add(pointer, CodeNotAllowed, "There is no variable {{%s}}: use %s or %s<key>.", clip(name), strings.Join(allowed, ", "), ContactFieldVariable)
		}
	}
}

func isFieldVariable(name string) bool {
	key, ok := strings.CutPrefix(name, ContactFieldVariable)
	return ok && key != ""
}

// Fill puts values into the body. missing are the variables without a value,
// each once; they stay as they are written.
func (r CannedReply) Fill(values map[string]string) (text string, missing []string) {
	text = placeholderIn.ReplaceAllStringFunc(r.Body, func(written string) string {
		name := strings.TrimSpace(written[2 : len(written)-2])
		if value := values[name]; value != "" {
			return value
		}
		if !slices.Contains(missing, name) {
			missing = append(missing, name)
		}
		return written
	})
	return text, missing
}

// FirstName is the first word of a name.
func FirstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	return first
}
