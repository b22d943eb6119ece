package crm

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// PromiseStatus says what became of a promise.
type PromiseStatus string

// What becomes of promises. A proposal that nobody wants is withdrawn, too.
const (
	PromiseProposed  PromiseStatus = "proposed" // an assistant found it; nobody has confirmed it
	PromiseOpen      PromiseStatus = "open"
	PromiseKept      PromiseStatus = "kept"
	PromiseWithdrawn PromiseStatus = "withdrawn"
)

// PromiseStatuses are all of them.
var PromiseStatuses = []PromiseStatus{PromiseProposed, PromiseOpen, PromiseKept, PromiseWithdrawn}

// Promise is what somebody of the business told a contact to do by a time. While it is
// open it comes back by itself at that time.
type Promise struct {
	ID, WorkspaceID, ConversationID string
	Text                            string
	DueAt                           time.Time
	Status                          PromiseStatus
	// UserID is who keeps it, "" for nobody in particular. MessageID is the message in
	// which it was made, "" if that is not known.
	UserID, MessageID string
	CreatedBy         DoneBy
	CreatedAt         time.Time
	WokeAt            *time.Time // when it brought its conversation up; nil for not yet
	EndedAt           *time.Time // nil while it is open or proposed
	EndedBy           DoneBy
}

// MaxPromises is how many promises of a conversation may be open or proposed.
const MaxPromises = 50

const (
	maxPromise      = 500 // characters
	maxPromiseAhead = 366 * 24 * time.Hour
)

// PromiseChange changes what is given of a promise.
type PromiseChange struct {
	Text   *string
	DueAt  *time.Time
	Status *PromiseStatus
	UserID *string
}

// Apply returns the promise as it becomes by somebody's change, or every fault that can
// be seen without looking the user up. A time that changes must lie ahead, within a year.
func (ch PromiseChange) Apply(p Promise, by DoneBy, now time.Time) (Promise, error) {
	var f Faults
	if ch.Text != nil {
		p.Text = strings.TrimSpace(*ch.Text)
	}
	switch {
	case p.Text == "":
		f.Add("/text", CodeRequired, "text is required: what was promised.")
	case utf8.RuneCountInString(p.Text) > maxPromise:
		f.Add("/text", CodeTooLong, "text may have at most %d characters.", maxPromise)
	}
	if ch.DueAt != nil {
		due := ch.DueAt.UTC().Truncate(time.Millisecond)
		if !due.Equal(p.DueAt) {
			if !due.After(now) || due.Sub(now) > maxPromiseAhead {
				f.Add("/dueAt", CodeOutOfRange, "dueAt must be in the future, within a year.")
			}
			p.DueAt, p.WokeAt = due, nil
		}
	}
	if p.DueAt.IsZero() {
		f.Add("/dueAt", CodeRequired, "dueAt is required: the time by which the promise is to be kept.")
	}
	if ch.UserID != nil {
		if p.UserID = *ch.UserID; p.UserID != "" && !ValidID(PrefixUser, p.UserID) {
			f.Add("/userId", CodeNotAllowed, "%q is not an identifier: usr_…", clip(p.UserID))
		}
	}
	if ch.Status != nil && *ch.Status != p.Status {
		switch {
		case !slices.Contains(PromiseStatuses, *ch.Status):
			f.Add("/status", CodeNotAllowed, "status is open, kept or withdrawn.")
		case *ch.Status == PromiseProposed:
			f.Add("/status", CodeNotAllowed, "Only an assistant proposes promises.")
		case p.Status == PromiseProposed && *ch.Status == PromiseKept:
			f.Add("/status", CodeNotAllowed, "A proposed promise becomes open or withdrawn.")
		}
		p.Status, p.EndedAt, p.EndedBy = *ch.Status, nil, DoneBy{}
		if p.Status == PromiseKept || p.Status == PromiseWithdrawn {
			p.EndedAt, p.EndedBy = &now, by
		}
	}
	return p, f.Err()
}

// Pending reports whether the promise counts against the limit of its conversation.
func (p Promise) Pending() bool { return p.Status == PromiseOpen || p.Status == PromiseProposed }

// PromiseFilter narrows a list of promises, which has those of one status.
type PromiseFilter struct {
	Status PromiseStatus // "" for PromiseOpen
	UserID string        // "" for all
	Until  *time.Time    // due before it; nil for any
}

// PromiseData is the data of promise.updated and promise.due.
type PromiseData struct {
	PromiseID      string        `json:"promise_id" doc:"Identifier of the promise."`
	ConversationID string        `json:"conversation_id" doc:"The conversation of the promise."`
	ContactID      string        `json:"contact_id" doc:"The contact to whom it was made."`
	Text           string        `json:"text" doc:"What was promised."`
	DueAt          int64         `json:"due_at" doc:"When it is to be kept, in Unix seconds."`
	FromStatus     PromiseStatus `json:"from_status" doc:"The previous status; empty for a new promise."`
	ToStatus       PromiseStatus `json:"to_status" enum:"proposed,open,kept,withdrawn" doc:"Current status."`
	UserID         string        `json:"user_id" doc:"The user who keeps it; empty for nobody in particular."`
	MessageID      string        `json:"message_id" doc:"The message in which it was made; empty if it is not known."`
	ChangedBy      DoneBy        `json:"changed_by" doc:"Who changed it; the system where its time has come."`
}

func samplePromise(from PromiseStatus) PromiseData {
	p := Promise{ID: "prm_01jd5k3v6rf0w8m2a4t9x7bq21", ConversationID: sampleConversation, Text: "Send the invoice.", DueAt: time.Unix(1767254400, 0), Status: PromiseOpen, UserID: sampleUser.ID}
	by := sampleUser
	if from == PromiseOpen {
		by = sampleSystem
	}
	return p.Tell(from, sampleContact, by)
}

// Tell is what an event tells of the promise, which a contact was given.
func (p Promise) Tell(from PromiseStatus, contactID string, by DoneBy) PromiseData {
	return PromiseData{PromiseID: p.ID, ConversationID: p.ConversationID, ContactID: contactID, Text: p.Text, DueAt: p.DueAt.Unix(), FromStatus: from, ToStatus: p.Status,
		UserID: p.UserID, MessageID: p.MessageID, ChangedBy: by}
}
