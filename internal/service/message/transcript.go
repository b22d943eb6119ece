package message

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"strings"
	"time"
	"unicode"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/people"
)

const (
	// transcriptPage is how many messages a transaction reads.
	transcriptPage = 200
	// transcriptIndent is before every line but the first of a message, so that no
	// text of a message looks like a message.
	transcriptIndent = "    "
)

// transcript writes the messages of a conversation as text.
type transcript struct {
	conversation crm.Conversation
	contact      string            // how lines of the contact begin
	names        map[string]string // of users, by their ids; nil where the reader may not see them
	zone         *time.Location
	end          string // messages from here on came later
}

// Transcript returns a function that writes a conversation as text, the oldest
// message first, with times in a zone, up to now. Names stand in it as far as the
// actor may read contacts and users. It has nothing that lists of messages do not
// show to the same actor, so it is no act. What it fails with is a KindForbidden or
// KindNotFound error, before anything is written.
func (s *Messages) Transcript(ctx context.Context, actor crm.Actor, conversationID string, zone *time.Location) (func(io.Writer) error, error) {
	if err := actor.Require(crm.ScopeMessagesRead); err != nil {
		return nil, err
	}
	t := transcript{contact: "Contact", zone: zone}
	if actor.Require(crm.ScopeUsersRead) == nil {
		t.names = map[string]string{}
	}
	var family []string
	err := s.db.View(ctx, func(tx *db.Tx) (err error) {
		if t.conversation, err = contact.ConversationFor(tx, actor, conversationID); err != nil {
			return err
		}
		if family, err = contact.Family(tx, actor.WorkspaceID, t.conversation.ID); err != nil {
			return err
		}
		if actor.Require(crm.ScopeContactsRead) == nil {
			c, err := contact.Contact(tx, actor.WorkspaceID, t.conversation.ContactID)
			if err != nil {
				return err
			}
			t.contact += " (" + OneLine(cmp.Or(c.Name, actor.Shown(c.Phone))) + ")" // their own choice must not pass for one of ours
		}
		t.end = tx.NewID(crm.PrefixMessage)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 64<<10)
		out.WriteString("Conversation " + t.conversation.ID + "\n\n") // a Writer keeps its first error for Flush
		for after := ""; ; {
			var list []*crm.Message
			err := s.db.View(ctx, func(tx *db.Tx) (err error) {
				if list, err = messagesAfter(tx, actor.WorkspaceID, family, after, t.end, transcriptPage); err != nil {
					return err
				}
				return t.learnNames(tx, list)
			})
			if err != nil {
				return err
			}
			for _, m := range list {
				t.write(out, m)
				after = m.ID
			}
			if len(list) < transcriptPage {
				return out.Flush()
			}
		}
	}, nil
}

// learnNames reads the names of the users who sent messages and are not known yet.
func (t *transcript) learnNames(tx *db.Tx, list []*crm.Message) error {
	for _, m := range list {
		by := crm.DoneBy(m.Content.SentBy)
		if _, known := t.names[by.ID]; known || t.names == nil || by.Type != crm.ActorUser || by.ID == "" {
			continue
		}
		t.names[by.ID] = ""
		switch p, err := people.Member(tx, t.conversation.WorkspaceID, by.ID); {
		case err == nil:
			t.names[by.ID] = OneLine(p.User.Name)
		case crm.AsError(err).Kind != crm.KindNotFound:
			return err
		}
	}
	return nil
}

func (t *transcript) write(out *bufio.Writer, m *crm.Message) {
	out.WriteString(m.CreatedAt.In(t.zone).Format(time.RFC3339) + "  " + t.sender(m) + ": ")
	if m.Type != "text" {
		out.WriteString("[" + m.Type + "] ")
	}
	switch {
	case m.Content.RevokedAt != nil:
		out.WriteString("[taken back]")
	default:
		for i, line := range strings.Split(m.Content.SearchText(), "\n") {
			if i > 0 {
				out.WriteString("\n" + transcriptIndent)
			}
			out.WriteString(OneLine(line))
		}
	}
	if len(m.Content.Edits) > 0 {
		out.WriteString(" [changed]")
	}
	if m.Direction == crm.Outbound && (m.Status == crm.StatusFailed || m.Status == crm.StatusExpired || m.Status == crm.StatusCanceled || m.Status == crm.StatusScheduled) {
		out.WriteString(" [" + string(m.Status) + "]")
	}
	out.WriteString("\n")
}

// sender is who wrote a message, in a word or by name.
func (t *transcript) sender(m *crm.Message) string {
	by := crm.DoneBy(m.Content.SentBy)
	switch {
	case m.Direction == crm.Inbound:
		return t.contact
	case t.names[by.ID] != "":
		return t.names[by.ID]
	case by.Type == crm.ActorUser:
		return "Agent"
	case by.Type == crm.ActorAssistant:
		return "Assistant"
	}
	return "Business"
}

// OneLine leaves out what would end a line or change how the text is shown.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || r == '\t' || r == '\u0085':
			return ' '
		case unicode.IsControl(r) || r >= '\u202a' && r <= '\u202e' || r >= '\u2066' && r <= '\u2069':
			return -1
		}
		return r
	}, text)
}
