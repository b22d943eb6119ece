package crm

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Draft is what a user has begun to write in a conversation.
type Draft struct {
	WorkspaceID, ConversationID, UserID string
	// WrittenIn is the conversation in which it was begun, which may have been joined
	// to ConversationID since.
	WrittenIn string
	// Version grows with each change, and is never had twice: it is the time of the
	// change in milliseconds.
	Version int64
	Body    string
	// Shared lets everybody see it who reaches the conversation.
	Shared bool
	// BasedOnSeq is the seq of the conversation that the writer saw; nil if unknown.
	BasedOnSeq *int64
	// AnsweredSince says that the contact was answered since.
	AnsweredSince bool
	CreatedAt     time.Time
}

// UpdatedAt is when the draft last changed.
func (d Draft) UpdatedAt() time.Time { return time.UnixMilli(d.Version).UTC() }

const (
	// MaxDrafts is how many a user may have in a workspace.
	MaxDrafts = 1000
	// DraftLife is for how long a draft is kept after its last change.
	DraftLife = 90 * 24 * time.Hour
)

// DraftChange is all of a draft that its writer decides.
type DraftChange struct {
	Body       string
	Shared     bool
	BasedOnSeq *int64
}

// Validate returns every fault of it.
func (ch DraftChange) Validate() error {
	var f Faults
	switch {
	case strings.TrimSpace(ch.Body) == "":
		f.Add("/body", CodeRequired, "body is required: what was written. Delete the draft instead of emptying it.")
	case utf8.RuneCountInString(ch.Body) > MaxTextBody:
		f.Add("/body", CodeTooLong, "body may have at most %d characters.", MaxTextBody)
	}
	if ch.BasedOnSeq != nil && *ch.BasedOnSeq < 0 {
		f.Add("/basedOnSeq", CodeOutOfRange, "basedOnSeq is the seq of the conversation, 0 or more.")
	}
	return f.Err()
}

// Apply returns the draft as it becomes at a time; the same one if nothing changes.
func (ch DraftChange) Apply(d Draft, now time.Time) Draft {
	same := d.Version > 0 && d.Body == ch.Body && d.Shared == ch.Shared &&
		(d.BasedOnSeq == nil) == (ch.BasedOnSeq == nil) && (d.BasedOnSeq == nil || *d.BasedOnSeq == *ch.BasedOnSeq)
	if same {
		return d
	}
	d.Version = max(now.UnixMilli(), d.Version+1)
	d.Body, d.Shared, d.BasedOnSeq = ch.Body, ch.Shared, ch.BasedOnSeq
	return d
}

// MatchesVersion holds an If-Match, "" for none, against the version that there is.
func MatchesVersion(condition string, version int64) bool {
	if condition == "" {
		return true
	}
	for tag := range strings.SplitSeq(condition, ",") {
		if tag = strings.TrimSpace(tag); tag == "*" || tag == strconv.Quote(strconv.FormatInt(version, 10)) {
			return true
		}
	}
	return false
}
