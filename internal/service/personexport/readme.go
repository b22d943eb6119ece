package personexport

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"service.example/crm/internal/service/message"
)

// contents says what each entry is. What has nothing is not in the ZIP.
const contents = `contact.json         who you are here: names, numbers, tags, fields, notices, and the contacts
                     that were found to be the same person
consent.jsonl        every decision about messages to you, with its proof
conversations.jsonl  your conversations and how they stand
conversations/       each conversation as text, oldest message first
messages.jsonl       every message with all details, newest first
files/               the files of the messages, by their id (mediaId)
missing.txt          the files of the messages that are not here, and why
notes.jsonl          what the business noted about you beside the conversations
timeline.jsonl       what happened to the conversations, and who did it
episodes.jsonl       the work on the conversations, with your ratings and comments
promises.jsonl       what you were promised
routing.jsonl        who got the conversations, and why
turns.jsonl          what an assistant (a machine) decided, and from what it answered
proposals.jsonl      what an assistant proposed to do
deals.jsonl          what was to be sold to you, and deals in which you are named
deal-notes.jsonl     what the business noted about what was to be sold to you
conversions.jsonl    what you did elsewhere, as the business recorded it
broadcasts.jsonl     messages to many people that went to you, or were to
`

// left says what is stored and not here.
const left = `Not in here: what the messages cost the business (its own books), figures of reports, and
answers that somebody has begun to write and not sent.
`

func (e *export) writeReadme() error {
	c := e.person.Contact
	who := []string{c.ID}
	for _, text := range []string{cmp.Or(e.actor.Shown(c.Phone), c.UserID), c.Name} {
		if text = message.OneLine(text); text != "" {
			who = append([]string{text}, who...)
		}
	}
	var text strings.Builder
	fmt.Fprintf(&text, "All that is stored about one person\n\nStored by: %s\nPerson:    %s\nMade at:   %s\n\n", cmp.Or(message.OneLine(e.workspace), e.actor.WorkspaceID),
		strings.Join(who, ", "), e.at.UTC().Format(time.RFC3339))
	text.WriteString("A file below is missing where there is nothing of its kind. Files that end in .jsonl have one\nJSON object per line. Times are UTC.\n\n" + contents + "\n" + left)
	if e.actor.MasksPhoneNumbers {
		text.WriteString("\nPhone numbers are masked: whoever made this file does not see them whole.\n")
	}
	return e.add("README.txt", []byte(text.String()))
}
