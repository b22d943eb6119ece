package broadcast

import (
	"bufio"
	"context"
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/csvfile"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/audit"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core"
	"service.example/crm/internal/service/message"
)

// Recipients returns a page of the audience of a broadcast in its order, with what became
// of each; state narrows it.
func (s *Broadcasts) Recipients(ctx context.Context, actor crm.Actor, id string, state crm.RecipientState, p crm.Page) (out crm.List[crm.Recipient], err error) {
	b, err := s.Broadcast(ctx, actor, id)
	if err != nil {
		return out, err
	}
	err = s.db.View(ctx, func(tx *db.Tx) (err error) {
		if out, err = recipientPage(tx, b, state, p); err == nil {
			err = addFollowUps(tx, b, out.Items)
		}
		return err
	})
	for i, r := range out.Items {
		out.Items[i].Arm = b.Experiment.Gets(r.Arm)
	}
	return out, err
}

// exportPage is how many recipients an export reads at a time.
const exportPage = 500

var exportHeader = []string{"number", "contactId", "to", "userId", "state", "reason", "messageId", "sentAt", "answered", "variant", "tapped", "goalReached", "line", "detail"}

// Export returns what writes the recipients of a broadcast as a table. It holds one page in
// memory, however many there are.
func (s *Broadcasts) Export(ctx context.Context, actor crm.Actor, id string, state crm.RecipientState) (func(io.Writer) error, error) {
	page := crm.Page{Limit: exportPage}
	first, err := s.Recipients(ctx, actor, id, state, page)
	if err != nil {
		return nil, err
	}
	err = s.db.Update(db.Urgent(ctx), actor.WorkspaceID, func(tx *db.Tx) error {
		b, err := one(tx, actor.WorkspaceID, id)
		if err != nil {
			return err
		}
		return audit.Record(tx, actor, crm.Act{Action: "broadcast.exported", Targets: []crm.ActTarget{target(b)}})
	})
	if err != nil {
		return nil, err
	}
	return func(w io.Writer) error {
		buffer := bufio.NewWriterSize(w, 64<<10)
		out := csv.NewWriter(buffer)
		if err := out.Write(exportHeader); err != nil {
			return err
		}
		for list := first; ; {
			for _, r := range list.Items {
				if err := out.Write(exported(actor, r)); err != nil {
					return err
				}
			}
			if list.Next == "" {
				break
			}
			page.After = list.Next
			if list, err = s.Recipients(ctx, actor, id, state, page); err != nil {
				return err
			}
		}
		out.Flush()
		if err := out.Error(); err != nil {
			return err
		}
		return buffer.Flush()
	}, nil
}

func exported(actor crm.Actor, r crm.Recipient) []string {
	sent, line := "", ""
	if r.Line > 0 {
		line = strconv.FormatInt(r.Line, 10)
	}
	if !r.SentAt.IsZero() {
		sent = r.SentAt.UTC().Format(time.RFC3339)
	}
	return []string{strconv.FormatInt(r.Number, 10), r.ContactID, csvfile.Cell(actor.Shown(r.Phone)), r.UserID, string(r.State), r.Reason, r.MessageID, sent, strconv.FormatBool(r.Answered),
		string(r.Variant()), strconv.FormatBool(r.Tapped), strconv.FormatBool(r.Reached), line, r.Detail}
}

// Test sends the template of a broadcast to one person. It counts nowhere.
func (s *Broadcasts) Test(ctx context.Context, actor crm.Actor, id string, to crm.BroadcastRecipient) (message.SendResult, error) {
	none := message.SendResult{}
	if err := requireWhole(actor, crm.ScopeMessagesWrite); err != nil {
		return none, err
	}
	return core.Once(ctx, s.calls, actor, func(save core.Saver[message.SendResult]) (out message.SendResult, err error) {
		b, err := s.Broadcast(ctx, actor.With(crm.ScopeMessagesRead), id)
		if err != nil {
			return out, err
		}
		r := crm.Recipient{Phone: to.To, Parameters: to.Parameters, Arm: to.Arm}
		if r.Arm == crm.ArmB && b.Experiment.B == nil {
			var f crm.Faults
			f.Add("/variant", crm.CodeNotAllowed, "The broadcast has no variant B.")
			return out, f.Err()
		}
		if r.Phone, r.UserID, err = s.addressOf(ctx, actor, to); err != nil {
			return out, err
		}
		req := request(b, r)
		req.Metadata = nil
		offer, err := message.NewOffer(ctx, s.message, actor, req)
		if err != nil {
			return out, err
		}
		err = s.db.Update(db.Urgent(ctx), b.PhoneNumberID, func(tx *db.Tx) error {
			id, refusal, err := message.Accept(tx, s.message, actor, offer)
			if err != nil {
				return err
			}
			if refusal != nil {
				return refusal
			}
			out = message.SendResult{MessageID: id, Status: crm.StatusQueued}
			return save(tx, out)
		})
		return out, err
	})
}

// addressOf is how the one is reached whom a test goes to.
func (s *Broadcasts) addressOf(ctx context.Context, actor crm.Actor, to crm.BroadcastRecipient) (phone, userID string, err error) {
	var f crm.Faults
	switch {
	case to.To != "" && to.ContactID != "":
		f.Add("/contactId", crm.CodeNotAllowed, "Give either to or contactId, not both.")
	case to.To == "" && to.ContactID == "":
		f.Add("/to", crm.CodeRequired, "to is required: a phone number such as +14155550123. Or give contactId.")
	}
	if err := f.Err(); err != nil || to.ContactID == "" {
		return to.To, "", err
	}
	err = s.db.View(ctx, func(tx *db.Tx) error {
		c, err := contact.Contact(tx, actor.WorkspaceID, to.ContactID)
		if crm.CodeOf(err) == crm.CodeNotFound {
			f.Add("/contactId", crm.CodeNotFound, "There is no contact %q.", to.ContactID)
			return f.Err()
		}
		phone, userID = c.Phone, c.UserID
		return err
	})
	return phone, userID, err
}
