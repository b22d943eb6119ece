package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Note is what people, or their systems, write beside a conversation. The
// contact never sees it.
type Note struct {
	ID, WorkspaceID, ConversationID string
	Body                            string
	// MentionedUserIDs are the users whom it mentions, each once.
	MentionedUserIDs []string
	CreatedBy        DoneBy
	CreatedAt        time.Time
	EditedAt         *time.Time // nil if it is as it was written
}

const (
	maxNoteBody     = 4000 // characters
	maxNoteMentions = 20
)

// NoteChange changes what is given of a note.
type NoteChange struct {
	Body             *string
	MentionedUserIDs *[]string
}

// Apply returns the note as it becomes, or every fault that can be seen without
// looking the users up.
func (ch NoteChange) Apply(n Note) (Note, error) {
	var f Faults
	if ch.Body != nil {
		n.Body = strings.TrimSpace(*ch.Body)
	}
	if ch.MentionedUserIDs != nil {
		n.MentionedUserIDs = *ch.MentionedUserIDs
	}
	switch {
	case n.Body == "":
		f.Add("/body", CodeRequired, "body is required: the text of the note.")
	case utf8.RuneCountInString(n.Body) > maxNoteBody:
		f.Add("/body", CodeTooLong, "body may have at most %d characters.", maxNoteBody)
	}
	if len(n.MentionedUserIDs) > maxNoteMentions {
		f.Add("/mentionedUserIds", CodeOutOfRange, "mentionedUserIds may have at most %d entries.", maxNoteMentions)
		return n, f.Err()
	}
	for i, id := range n.MentionedUserIDs {
		switch {
		case !ValidID(PrefixUser, id):
			f.Add(Pointer("mentionedUserIds", i), CodeNotAllowed, "%q is not an identifier: usr_…", clip(id))
		case slices.Contains(n.MentionedUserIDs[:i], id):
			f.Add(Pointer("mentionedUserIds", i), CodeNotAllowed, "The user %s is mentioned twice.", id)
		}
	}
	return n, f.Err()
}

// CheckAuthor refuses whoever did not write the note. To remove one, managing
// users is enough.
func (n Note) CheckAuthor(a Actor, remove bool) error {
	if a.By() == n.CreatedBy || remove && a.Require(ScopeUsersWrite) == nil {
		return nil
	}
	if remove {
		return Errorf(KindForbidden, CodeNotAuthor, "Only who wrote a note, or manages users, can delete it.")
	}
	return Errorf(KindForbidden, CodeNotAuthor, "Only who wrote a note can change it.")
}

// NoteCreatedData is the data of note.created.
type NoteCreatedData struct {
	NoteID           string   `json:"note_id" doc:"Identifier of the note."`
	ConversationID   string   `json:"conversation_id" doc:"The conversation of the note."`
	ContactID        string   `json:"contact_id" doc:"The contact of the conversation."`
	Body             string   `json:"body" doc:"Text of the note. The contact does not see it."`
	MentionedUserIDs []string `json:"mentioned_user_ids" nullable:"false" doc:"The users that the note mentions."`
	CreatedBy        DoneBy   `json:"created_by" doc:"Who wrote the note."`
}
