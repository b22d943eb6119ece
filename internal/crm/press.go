package crm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Press is one pressing of a button that calls a system of the business.
type Press struct {
	ID, WorkspaceID          string
	ButtonID, ConversationID string
	PressedBy                DoneBy
	PressedAt                time.Time
	State                    PressState
	PressOutcome
}

// PressState is what became of a press.
type PressState string

// The states of a press. What is PressCalling for longer than PressTime is
// PressUnknown: nothing of it is applied any more.
const (
	PressCalling PressState = "calling"
	PressDone    PressState = "done"
	PressFailed  PressState = "failed"
	PressUnknown PressState = "unknown"
)

// PressClass says why a press failed.
type PressClass string

// Why presses fail.
const (
	PressTimeout     PressClass = "timeout"
	PressUnreachable PressClass = "unreachable"
	PressForbidden   PressClass = "forbidden_address"
	PressRefused     PressClass = "refused"
	PressBadAnswer   PressClass = "bad_answer"
	PressNotSent     PressClass = "not_sent"
)

// Bounds of presses.
const (
	// PressCall is how long the business may take to answer.
	PressCall = 10 * time.Second
	// PressTime is when a press that has not ended is over: its process has died, or
	// could not store what came of it.
	PressTime = time.Minute
	// PressLife is how long presses are kept.
	PressLife = 30 * 24 * time.Hour
	// MaxPressAnswer bounds the answer of the business, in bytes.
	MaxPressAnswer = 64 << 10
	// MaxPresses bounds the presses under way on one node: of a button, of a workspace,
	// of all.
	MaxButtonPresses, MaxWorkspacePresses, MaxNodePresses = 4, 10, 200

	maxPressMessage = 500 // characters
)

// PressOutcome is what came of a press. Its JSON is what is stored.
type PressOutcome struct {
	EndedAt *time.Time  `json:"endedAt,omitempty"`
	Error   *PressError `json:"error,omitempty"`
	// Applied are the parts of the answer that took effect, as JSON pointers.
	Applied []string    `json:"applied,omitempty"`
	Skipped []PressSkip `json:"skipped,omitempty"`
	// NoteID is the note that was written, Message what the presser reads,
	// ReplyProposal what they may answer, which is their draft where Drafted says so.
	NoteID        string `json:"noteId,omitempty"`
	Message       string `json:"message,omitempty"`
	ReplyProposal string `json:"replyProposal,omitempty"`
	Drafted       bool   `json:"drafted,omitempty"`
}

// PressError says why a press failed.
type PressError struct {
	Class      PressClass `json:"class" enum:"timeout,unreachable,forbidden_address,refused,bad_answer,not_sent" doc:"The failure in one word. not_sent: nothing was sent, for a reason of our own."`
	StatusCode int        `json:"statusCode,omitempty" doc:"HTTP status of the answer; absent if there was none."`
	Detail     string     `json:"detail" doc:"The failure in words."`
}

// PressSkip is a part of an answer that took no effect, and why.
type PressSkip struct {
	Pointer string `json:"pointer" doc:"The part of the answer, as a JSON pointer."`
	Reason  string `json:"reason" enum:"not_allowed,not_found,draft_exists,unchanged" doc:"not_allowed: detail says why. not_found: there is no such thing. draft_exists: you have a draft already. unchanged: it was so already."`
	Detail  string `json:"detail" doc:"The reason in words."`
}

// Why a part of an answer takes no effect, beside SkipNotFound and SkipNotAllowed.
const SkipDraftExists = "draft_exists"

// Skip notes that a part of the answer takes no effect.
func (o *PressOutcome) Skip(pointer, reason, format string, args ...any) {
	o.Skipped = append(o.Skipped, PressSkip{pointer, reason, fmt.Sprintf(format, args...)})
}

// IsOver reports whether nothing comes of a press any more that has not ended.
func (p Press) IsOver(now time.Time) bool {
	return p.State == PressCalling && now.Sub(p.PressedAt) >= PressTime
}

// PressEvent is the name in the body of a call.
const PressEvent EventKind = "button.pressed"

// PressData is what the business is told of a press: data of the body.
type PressData struct {
	PressID        string         `json:"press_id"`
	ButtonID       string         `json:"button_id"`
	ButtonLabel    string         `json:"button_label"`
	ConversationID string         `json:"conversation_id"`
	PhoneNumberID  string         `json:"phone_number_id"`
	Contact        PressedContact `json:"contact"`
	PressedBy      DoneBy         `json:"pressed_by"`
	PressedByName  string         `json:"pressed_by_name"`
	PressedAt      time.Time      `json:"pressed_at"`
}

// PressedContact is the contact of a press. Of one that the presser may not read there
// is the identifier alone.
type PressedContact struct {
	ID     string         `json:"id"`
	Name   string         `json:"name,omitempty"`
	Phone  string         `json:"phone,omitempty"`
	UserID string         `json:"user_id,omitempty"`
	Fields map[string]any `json:"fields,omitempty"`
}

// PressAnswer is what the business answers to a press.
type PressAnswer struct {
	Note           string
	AddLabelIDs    []string
	RemoveLabelIDs []string
	Fields         map[string]any
	ReplyProposal  string
	Message        string
}

// Parts are the parts that the answer has, as JSON pointers.
func (a PressAnswer) Parts() (out []string) {
	for _, part := range []struct {
		pointer string
		there   bool
	}{{"/note", a.Note != ""}, {"/addLabelIds", len(a.AddLabelIDs) > 0}, {"/removeLabelIds", len(a.RemoveLabelIDs) > 0}, {"/fields", len(a.Fields) > 0},
		{"/replyProposal", a.ReplyProposal != ""}} {
		if part.there {
			out = append(out, part.pointer)
		}
	}
	return out
}

// answerFields are the fields that an answer may have, and what they are.
var answerFields = map[string]string{"note": "a text", "addLabelIds": "a list of identifiers", "removeLabelIds": "a list of identifiers", "fields": "an object",
	"replyProposal": "a text", "message": "a text"}

// ParsePressAnswer reads what the business answered, or returns every fault of it.
// Nothing at all is an answer, too.
func ParsePressAnswer(body []byte) (a PressAnswer, err error) {
	body = bytes.TrimSpace(body)
	var f Faults
	switch {
	case len(body) == 0:
		return a, nil
	case len(body) > MaxPressAnswer:
		f.Add("", CodeTooLarge, "It is longer than 64 KiB.")
	case !utf8.Valid(body):
		f.Add("", CodeMalformed, "It is not UTF-8.")
	case body[0] != '{':
		f.Add("", CodeMalformed, "It is no JSON object.")
	default:
		a.read(body, &f)
	}
	if f.Empty() {
		a.check(&f)
	}
	return a, f.Err()
}

// read takes the fields of an object, each once and by its exact name.
func (a *PressAnswer) read(body []byte, f *Faults) {
	into := map[string]any{"note": &a.Note, "addLabelIds": &a.AddLabelIDs, "removeLabelIds": &a.RemoveLabelIDs, "fields": &a.Fields, "replyProposal": &a.ReplyProposal, "message": &a.Message}
	malformed := func() { f.Add("", CodeMalformed, "It is not valid JSON.") }
	d := json.NewDecoder(bytes.NewReader(body))
	if _, err := d.Token(); err != nil {
		malformed()
		return
	}
	var seen []string
	for d.More() {
		token, err := d.Token()
		name, isName := token.(string)
		var raw json.RawMessage
		if err == nil && isName {
			err = d.Decode(&raw)
		}
		if err != nil || !isName {
			malformed()
			return
		}
		switch at := Pointer(name); {
		case answerFields[name] == "":
			f.Add(Pointer(clip(name)), CodeUnknownField, "There is no field %q in an answer.", clip(name))
		case slices.Contains(seen, name):
			f.Add(at, CodeMalformed, "%s is there twice.", name)
		case json.Unmarshal(raw, into[name]) != nil:
			f.Add(at, CodeWrongType, "%s is %s.", name, answerFields[name])
		}
		seen = append(seen, name)
	}
	_, closed := d.Token()
	if _, end := d.Token(); closed != nil || !errors.Is(end, io.EOF) {
		malformed()
	}
}

func (a *PressAnswer) check(f *Faults) {
	for _, text := range []struct {
		name  string
		value *string
		most  int
	}{{"note", &a.Note, maxNoteBody}, {"replyProposal", &a.ReplyProposal, MaxTextBody}, {"message", &a.Message, maxPressMessage}} {
		*text.value = strings.TrimSpace(*text.value)
		switch {
		case strings.ContainsRune(*text.value, 0):
			f.Add("/"+text.name, CodeNotAllowed, "%s has the character U+0000.", text.name)
		case utf8.RuneCountInString(*text.value) > text.most:
			f.Add("/"+text.name, CodeTooLong, "%s may have at most %d characters.", text.name, text.most)
		}
	}
	for _, list := range []struct {
		name string
		ids  []string
	}{{"addLabelIds", a.AddLabelIDs}, {"removeLabelIds", a.RemoveLabelIDs}} {
		if len(list.ids) > MaxConversationLabels {
			f.Add("/"+list.name, CodeOutOfRange, "%s may have at most %d entries.", list.name, MaxConversationLabels)
			continue
		}
		for i, id := range list.ids {
			switch {
			case !ValidID(PrefixLabel, id):
				f.Add(Pointer(list.name, i), CodeNotAllowed, "%q is not an identifier: lbl_…", clip(id))
			case list.name == "removeLabelIds" && slices.Contains(a.AddLabelIDs, id):
				f.Add(Pointer(list.name, i), CodeNotAllowed, "The label %s is to be added, too.", id)
			}
		}
	}
	if len(a.Fields) > MaxCustomFields {
		f.Add("/fields", CodeOutOfRange, "fields may have at most %d entries.", MaxCustomFields)
		return
	}
	for _, key := range slices.Sorted(maps.Keys(a.Fields)) {
		switch v := a.Fields[key].(type) {
		case nil, bool, float64:
		case string:
			if strings.ContainsRune(v, 0) {
				f.Add(Pointer("fields", clip(key)), CodeNotAllowed, "%s has the character U+0000.", clip(key))
			}
		default:
			f.Add(Pointer("fields", clip(key)), CodeWrongType, "%s is a text, a number, true, false or null.", clip(key))
		}
	}
}
