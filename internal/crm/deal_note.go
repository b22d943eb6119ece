package crm

import "slices"

// DealNote is what people, or their systems, write beside a deal: a note that has files
// instead of a conversation.
type DealNote struct {
	Note
	DealID string
	// MediaIDs are the files that it has, each once.
	MediaIDs []string
}

const maxNoteFiles = 10

// DealNoteChange changes what is given of a note of a deal.
type DealNoteChange struct {
	Body             *string
	MediaIDs         *[]string
	MentionedUserIDs *[]string
}

// Apply returns the note as it becomes, or every fault that can be seen without looking
// the files up.
func (ch DealNoteChange) Apply(n DealNote) (DealNote, error) {
	var f Faults
	note, err := NoteChange{Body: ch.Body, MentionedUserIDs: ch.MentionedUserIDs}.Apply(n.Note)
	if err = f.Join(err); err != nil {
		return n, err
	}
	n.Note = note
	if ch.MediaIDs == nil {
		return n, f.Err()
	}
	n.MediaIDs = *ch.MediaIDs
	if len(n.MediaIDs) > maxNoteFiles {
		f.Add("/mediaIds", CodeOutOfRange, "mediaIds may have at most %d entries.", maxNoteFiles)
		return n, f.Err()
	}
	for i, id := range n.MediaIDs {
		switch {
		case !ValidID(PrefixFile, id):
			f.Add(Pointer("mediaIds", i), CodeNotFound, "%q is not an identifier: med_…", clip(id))
		case slices.Contains(n.MediaIDs[:i], id):
			f.Add(Pointer("mediaIds", i), CodeNotAllowed, "The file %s is named twice.", id)
		}
	}
	return n, f.Err()
}
