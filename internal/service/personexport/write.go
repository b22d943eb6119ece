package personexport

import (
	"archive/zip"
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/broadcast"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/conversation"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
	"service.example/crm/internal/service/reply"
)

// page is how much of a list one transaction reads.
const page = 200

// export is one export while it is written. It remembers the identifiers of conversations
// and files, and one page of a list.
type export struct {
	*Exports
	ctx       context.Context //nolint:containedctx // of the one call that it is
	actor     crm.Actor
	person    Person
	workspace string
	form      Form
	at        time.Time

	archive
	conversations []string        // without those that were joined to others
	files         []string        // of the messages, each once
	met           map[string]bool // the same
}

// write writes the whole ZIP. It ends with the directory, which is there only where
// nothing failed.
func (e *export) write(w io.Writer) error {
	buffer := bufio.NewWriterSize(w, 64<<10)
	e.archive = archive{zip: zip.NewWriter(buffer), at: e.at}
	for _, part := range []func() error{e.writeReadme, e.writeContact, e.writeConsent, e.writeConversations, e.writeTranscripts, e.writeMessages, e.writeWork,
		e.writeDeals, e.writeConversions, e.writeBroadcasts, e.writeFiles} {
		if err := part(); err != nil {
			return err
		}
	}
	if err := e.zip.Close(); err != nil {
		return err
	}
	return buffer.Flush()
}

func (e *export) writeContact() error {
	line, err := e.form(e.person)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := json.Indent(&text, line, "", "  "); err != nil {
		return err
	}
	return e.add("contact.json", text.Bytes())
}

// lines writes a list as lines of an entry, a page after the other.
func lines[T any](e *export, name string, read func(p crm.Page) (crm.List[T], error), each ...func(T) error) error {
	for p := (crm.Page{Limit: page}); ; {
		list, err := read(p)
		if err != nil {
			return err
		}
		for _, v := range list.Items {
			line, err := e.form(v)
			if err != nil {
				return err
			}
			if err := e.add(name, line); err != nil {
				return err
			}
			for _, do := range each {
				if err := do(v); err != nil {
					return err
				}
			}
		}
		if p.After = list.Next; p.After == "" {
			return nil
		}
	}
}

// linesOfEach is lines for a list that every conversation of the person has.
func linesOfEach[T any](e *export, name string, read func(id string, p crm.Page) (crm.List[T], error), each ...func(T) error) error {
	for _, id := range e.conversations {
		if err := lines(e, name, func(p crm.Page) (crm.List[T], error) { return read(id, p) }, each...); err != nil {
			return err
		}
	}
	return nil
}

func (e *export) writeConsent() error {
	return lines(e, "consent.jsonl", func(p crm.Page) (crm.List[crm.ConsentRecord], error) {
		c, err := e.Contact.Consent(e.ctx, e.actor, e.person.Contact.ID, p)
		return c.Records, err
	})
}

func (e *export) writeConversations() error {
	return lines(e, "conversations.jsonl", func(p crm.Page) (crm.List[conversation.Conversation], error) {
		return e.Conversation.Conversations(e.ctx, e.actor, conversation.Filter{ContactID: e.person.Contact.ID}, p)
	}, func(c conversation.Conversation) error {
		e.conversations = append(e.conversations, c.ID)
		return nil
	})
}

func (e *export) writeTranscripts() error {
	for _, id := range e.conversations {
		write, err := e.Message.Transcript(e.ctx, e.actor, id, time.UTC)
		if err != nil {
			return err
		}
		if err := e.begin("conversations/"+id+".txt", zip.Deflate); err != nil {
			return err
		}
		if err := write(e.out); err != nil {
			return err
		}
	}
	return nil
}

// writeMessages writes every message and remembers its files.
func (e *export) writeMessages() error {
	return linesOfEach(e, "messages.jsonl", func(id string, p crm.Page) (crm.List[*crm.Message], error) {
		return e.Message.Messages(e.ctx, e.actor, message.MessageFilter{ConversationID: id}, p)
	}, func(m *crm.Message) error {
		m.Files(func(_, _ string, id *string) { e.meet(*id) })
		return nil
	})
}

// writeWork writes what people and assistants did in the conversations and wrote beside
// them.
func (e *export) writeWork() error {
	if err := linesOfEach(e, "notes.jsonl", func(id string, p crm.Page) (crm.List[crm.Note], error) {
		return e.Conversation.Notes(e.ctx, e.actor, id, p)
	}); err != nil {
		return err
	}
	if err := linesOfEach(e, "timeline.jsonl", func(id string, p crm.Page) (crm.List[crm.TimelineEntry], error) {
		return e.Conversation.Timeline(e.ctx, e.actor, id, p)
	}); err != nil {
		return err
	}
	if err := linesOfEach(e, "episodes.jsonl", e.episodes); err != nil {
		return err
	}
	if err := linesOfEach(e, "promises.jsonl", func(id string, p crm.Page) (crm.List[crm.Promise], error) {
		return e.Promise.OfConversation(e.ctx, e.actor, id, p)
	}); err != nil {
		return err
	}
	if err := linesOfEach(e, "routing.jsonl", func(id string, p crm.Page) (crm.List[Of[crm.RoutingDecision]], error) {
		list, err := e.Routing.Decisions(e.ctx, e.actor, id, p.After, p.Limit+1)
		return crm.CutPage(of(id, list), p.Limit, func(d Of[crm.RoutingDecision]) string { return d.Value.ID }), err
	}); err != nil {
		return err
	}
	if err := linesOfEach(e, "proposals.jsonl", func(id string, p crm.Page) (crm.List[crm.Proposal], error) {
		return e.Proposal.List(e.ctx, e.actor, crm.ProposalFilter{ConversationID: id}, p)
	}); err != nil {
		return err
	}
	return e.writeTurns()
}

func (e *export) episodes(id string, p crm.Page) (out crm.List[Of[crm.Episode]], err error) {
	var before int64
	if p.After != "" {
		if before, err = strconv.ParseInt(p.After, 10, 64); err != nil {
			return out, err
		}
	}
	list, err := e.Conversation.Episodes(e.ctx, e.actor, id, before, p.Limit+1)
	return crm.CutPage(of(id, list), p.Limit, func(e Of[crm.Episode]) string { return strconv.FormatInt(e.Value.OpenedAt.UnixMilli(), 10) }), err
}

// writeTurns writes what assistants decided, also in conversations that were joined to
// others: turns are numbered within each.
func (e *export) writeTurns() error {
	for _, id := range e.conversations {
		var family []string
		err := e.db.View(e.ctx, func(tx *db.Tx) (err error) { family, err = contact.Family(tx, e.actor.WorkspaceID, id); return err })
		for _, member := range family {
			if err == nil {
				err = lines(e, "turns.jsonl", func(p crm.Page) (crm.List[Of[crm.Turn]], error) { return e.turns(member, p) })
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (e *export) turns(conversationID string, p crm.Page) (out crm.List[Of[crm.Turn]], err error) {
	below := 0
	if p.After != "" {
		if below, err = strconv.Atoi(p.After); err != nil {
			return out, err
		}
	}
	var list []crm.Turn
	err = e.db.View(e.ctx, func(tx *db.Tx) (err error) {
		list, err = reply.TurnsOf(tx, e.actor.WorkspaceID, conversationID, below, p.Limit+1)
		return err
	})
	return crm.CutPage(of(conversationID, list), p.Limit, func(t Of[crm.Turn]) string { return strconv.Itoa(t.Value.Epoch) }), err
}

func (e *export) writeDeals() error {
	var own []string
	err := lines(e, "deals.jsonl", func(p crm.Page) (crm.List[crm.Deal], error) {
		return e.Deal.Deals(e.ctx, e.actor, crm.DealFilter{ContactID: e.person.Contact.ID}, nil, p)
	}, func(d crm.Deal) error {
		if d.ContactID == e.person.Contact.ID { // the notes of others' deals are about those
			own = append(own, d.ID)
		}
		return nil
	})
	for _, id := range own {
		if err == nil {
			err = lines(e, "deal-notes.jsonl", func(p crm.Page) (crm.List[crm.DealNote], error) { return e.Deal.Notes(e.ctx, e.actor, id, p) })
		}
	}
	return err
}

func (e *export) writeConversions() error {
	return lines(e, "conversions.jsonl", func(p crm.Page) (crm.List[crm.Conversion], error) {
		return e.Conversion.List(e.ctx, e.actor, crm.ConversionFilter{ContactID: e.person.Contact.ID}, p)
	})
}

// writeBroadcasts writes the places of the person in the audiences of broadcasts: those of
// its contacts, and those of its numbers from before they were contacts.
func (e *export) writeBroadcasts() error {
	var people []string
	for _, c := range append([]crm.Contact{e.person.Contact}, e.person.Merged...) {
		people = append(people, c.ID)
		if c.Phone != "" {
			people = append(people, crm.LookupKey(c.Phone))
		}
	}
	for _, person := range core.Distinct(people) {
		err := lines(e, "broadcasts.jsonl", func(p crm.Page) (out crm.List[broadcast.Place], err error) {
			err = e.db.View(e.ctx, func(tx *db.Tx) (err error) {
				out, err = broadcast.PlacesOf(tx, e.actor.WorkspaceID, person, p)
				return err
			})
			return out, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
