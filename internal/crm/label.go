package crm

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Label is a word by which people sort conversations.
type Label struct {
	ID, WorkspaceID string
	// Name is unique within the workspace, without regard to case.
	Name string
	// Color is #rrggbb, in small letters.
	Color                string
	CreatedBy            DoneBy
	CreatedAt, UpdatedAt time.Time
}

const (
	maxLabelName = 60 // characters
	defaultColor = "#64748b"
	// MaxLabels is how many a workspace may have.
	MaxLabels = 500
	// MaxConversationLabels is how many may be put on a conversation. One that
	// others were joined to may have more.
	MaxConversationLabels = 20
)

var colorForm = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// LabelChange changes what is given of a label.
type LabelChange struct{ Name, Color *string }

// Apply returns the label as it becomes, or every fault that can be seen without
// looking anything up.
func (ch LabelChange) Apply(l Label) (Label, error) {
	var f Faults
	if ch.Name != nil {
		l.Name = strings.Join(strings.Fields(*ch.Name), " ")
	}
	if ch.Color != nil {
		l.Color = strings.ToLower(strings.TrimSpace(*ch.Color))
	}
	if l.Color == "" {
		l.Color = defaultColor
	}
	switch {
	case l.Name == "":
		f.Add("/name", CodeRequired, "name is required: what people call the label.")
	case utf8.RuneCountInString(l.Name) > maxLabelName:
		f.Add("/name", CodeTooLong, "name may have at most %d characters.", maxLabelName)
	}
	if !colorForm.MatchString(l.Color) {
		f.Add("/color", CodeNotAllowed, "color is # and six hexadecimal digits, for example %s.", defaultColor)
	}
	return l, f.Err()
}

// CheckLabelIDs returns every fault of the labels that somebody wants a
// conversation to have, as far as it can be seen without looking them up.
func CheckLabelIDs(ids []string) error {
	var f Faults
	if ids == nil {
		f.Add("/labelIds", CodeRequired, "labelIds is required: all labels of the conversation, [] for none.")
	}
	if len(ids) > MaxConversationLabels {
		f.Add("/labelIds", CodeOutOfRange, "labelIds may have at most %d entries.", MaxConversationLabels)
		return f.Err()
	}
	for i, id := range ids {
		switch {
		case !ValidID(PrefixLabel, id):
			f.Add(Pointer("labelIds", i), CodeNotAllowed, "%q is not an identifier: lbl_…", clip(id))
		case slices.Contains(ids[:i], id):
			f.Add(Pointer("labelIds", i), CodeNotAllowed, "The label %s is named twice.", id)
		}
	}
	return f.Err()
}
