package message

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
	"service.example/crm/internal/service/core/reach"
)

// MessageFilter narrows a list of messages; empty fields match all.
type MessageFilter struct {
	Status, Direction, To, Type, ConversationID string
	// ProviderMessageID is the provider's identifier of the message.
	ProviderMessageID string
}

// lookLimit is how many messages a page looks at whose filter leaves most of
// them out; then the page may be short, and the next one goes on.
const lookLimit = 5000

// narrow reports whether the filter leaves out messages that are read.
func (f MessageFilter) narrow() bool {
	return f.Status != "" || f.Direction != "" || f.To != "" || f.Type != ""
}

// ListMessages returns a page of the workspace's messages, newest first; those of
// a conversation include those of the conversations that were joined to it. A page
// may have fewer than asked for although more follow. Those beyond the reach are
// left out.
func ListMessages(tx *db.Tx, workspaceID string, r crm.Reach, f MessageFilter, p crm.Page) (crm.List[*crm.Message], error) {
	id := func(m *crm.Message) string { return m.ID }
	if f.ProviderMessageID != "" {
		list, err := providerMessages(tx, workspaceID, r, f, p)
		return crm.CutPage(list, p.Limit, id), err
	}
	var family []string
	var err error
	if f.ConversationID != "" {
		seen, broken := reach.SeesConversation(tx, workspaceID, r, f.ConversationID)
		if broken != nil || !seen {
			return crm.List[*crm.Message]{}, broken
		}
		family, err = contact.Family(tx, workspaceID, f.ConversationID)
	}
	end := ""
	if err == nil && (f.narrow() || !r.IsWhole() && f.ConversationID == "") {
		end, err = lookEnd(tx, workspaceID, family, p.After)
	}
	if err != nil {
		return crm.List[*crm.Message]{}, err
	}
	args := []any{workspaceID, p.After, f.Status, f.Direction, f.To, f.Type, p.Limit + 1, crm.OtherForm(f.To), end}
	var list []*crm.Message
	switch {
	case f.ConversationID == "" && r.IsWhole():
		list, err = QueryMessages(tx, selectMessagesSQL, args...)
	case f.ConversationID == "":
		list, err = QueryMessages(tx, selectMessagesInReachSQL, append(args, reach.Args(r)...)...)
	default:
		list, err = familyMessages(tx, family, args)
	}
	page := crm.CutPage(list, p.Limit, id)
	if page.Next == "" {
		page.Next = end
	}
	return page, err
}

// lookEnd returns the last message that a page looks at, "" when it looks at all
// that are left: of the conversations, or of the workspace where none are named.
func lookEnd(tx *db.Tx, workspaceID string, conversations []string, after string) (end string, err error) {
	if conversations == nil {
		_, err = tx.One(lookEndSQL, []any{&end}, workspaceID, after, lookLimit-1)
	}
	for _, id := range conversations {
		var last string
		if _, err = tx.One(conversationLookEndSQL, []any{&last}, workspaceID, after, lookLimit-1, id); err != nil {
			return "", err
		}
		end = max(end, last)
	}
	return end, err
}

// NewestMessages returns the newest messages of a conversation and of those that
// were joined to it, newest first.
func NewestMessages(tx *db.Tx, workspaceID, conversationID string, limit int) (list []*crm.Message, err error) {
	args := []any{workspaceID, "", "", "", "", "", limit, "", ""}
	var family []string
	err = tx.Together( // most often it is alone
		func(tx *db.Tx) (err error) { family, err = contact.Family(tx, workspaceID, conversationID); return err },
		func(tx *db.Tx) (err error) {
			list, err = familyMessages(tx, []string{conversationID}, args)
			return err
		})
	if err == nil && (len(family) != 1 || family[0] != conversationID) {
		list, err = familyMessages(tx, family, args)
	}
	return list[:min(len(list), limit)], err
}

// messageCalled returns the newest message of the workspace that the provider
// calls so, or a KindNotFound error.
func messageCalled(tx *db.Tx, workspaceID, providerMessageID string) (*crm.Message, error) {
	list, err := messagesCalled(tx, workspaceID, providerMessageID)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("message", providerMessageID)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// providerMessages are those that the provider calls so and the filter lets pass.
func providerMessages(tx *db.Tx, workspaceID string, r crm.Reach, f MessageFilter, p crm.Page) ([]*crm.Message, error) {
	list, err := messagesCalled(tx, workspaceID, f.ProviderMessageID)
	if err == nil {
		list, err = inReach(tx, workspaceID, r, list)
	}
	var family []string
	if err == nil && f.ConversationID != "" {
		family, err = contact.Family(tx, workspaceID, f.ConversationID)
	}
	return slices.DeleteFunc(list, func(m *crm.Message) bool {
		return p.After != "" && m.ID >= p.After || f.Status != "" && string(m.Status) != f.Status || f.Direction != "" && string(m.Direction) != f.Direction ||
			f.To != "" && m.To != f.To && (m.To == "" || m.To != crm.OtherForm(f.To)) || f.Type != "" && m.Type != f.Type ||
			f.ConversationID != "" && !slices.Contains(family, m.ConversationID)
	}), err
}

// inReach leaves out messages beyond the reach.
func inReach(tx *db.Tx, workspaceID string, r crm.Reach, list []*crm.Message) (out []*crm.Message, err error) {
	for _, m := range list {
		seen, err := reach.SeesConversation(tx, workspaceID, r, m.ConversationID)
		if err != nil {
			return nil, err
		}
		if seen {
			out = append(out, m)
		}
	}
	return out, nil
}

// familyMessages is the page over a conversation and those joined to it.
func familyMessages(tx *db.Tx, ids []string, args []any) (list []*crm.Message, err error) {
	for _, id := range ids {
		part, err := QueryMessages(tx, selectConversationMessagesSQL, append(args[:len(args):len(args)], id)...)
		if err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	slices.SortFunc(list, func(a, b *crm.Message) int { return strings.Compare(b.ID, a.ID) })
	return list, nil
}

// messagesAfter returns the messages of conversations that are newer than after
// and older than end, oldest first, up to limit of them.
func messagesAfter(tx *db.Tx, workspaceID string, conversations []string, after, end string, limit int) (list []*crm.Message, err error) {
	for _, id := range conversations {
		part, err := QueryMessages(tx, selectMessagesAfterSQL, workspaceID, id, after, end, limit)
		if err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	slices.SortFunc(list, func(a, b *crm.Message) int { return strings.Compare(a.ID, b.ID) })
	return list[:min(len(list), limit)], nil
}
