package message

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
	"service.example/crm/internal/db"
	"service.example/crm/internal/service/contact"
)

// MessageFilter narrows a list of messages; empty fields match all.
type MessageFilter struct {
	Status, Direction, To, Type, ConversationID string
	// ProviderMessageID is the provider's identifier of the message.
	ProviderMessageID string
}

// ListMessages returns a page of the workspace's messages, newest first; those of
// a conversation include those of the conversations that were joined to it.
func ListMessages(tx *db.Tx, workspaceID string, f MessageFilter, p crm.Page) (crm.List[*crm.Message], error) {
	args := []any{workspaceID, p.After, f.Status, f.Direction, f.To, f.Type, p.Limit + 1, crm.OtherForm(f.To)}
	var list []*crm.Message
	var err error
	if f.ProviderMessageID != "" {
		list, err = providerMessages(tx, workspaceID, f, args)
	} else if f.ConversationID == "" {
		list, err = QueryMessages(tx, selectMessagesSQL, args...)
	} else if ids, broken := contact.Family(tx, workspaceID, f.ConversationID); broken == nil {
		list, err = familyMessages(tx, ids, args)
	} else {
		err = broken
	}
	return crm.CutPage(list, p.Limit, func(m *crm.Message) string { return m.ID }), err
}

// NewestMessages returns the newest messages of a conversation and of those that
// were joined to it, newest first.
func NewestMessages(tx *db.Tx, workspaceID, conversationID string, limit int) (list []*crm.Message, err error) {
	args := []any{workspaceID, "", "", "", "", "", limit, ""}
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
	list, err := QueryMessages(tx, selectByProviderSQL, workspaceID, "", "", "", "", "", 1, "", providerMessageID)
	if err == nil && len(list) == 0 {
		err = crm.NotFound("message", providerMessageID)
	}
	if err != nil {
		return nil, err
	}
	return list[0], nil
}

// providerMessages are those that the provider calls so, of a conversation and
// those joined to it where the filter names one.
func providerMessages(tx *db.Tx, workspaceID string, f MessageFilter, args []any) ([]*crm.Message, error) {
	list, err := QueryMessages(tx, selectByProviderSQL, append(args[:len(args):len(args)], f.ProviderMessageID)...)
	if err != nil || f.ConversationID == "" {
		return list, err
	}
	ids, err := contact.Family(tx, workspaceID, f.ConversationID)
	return slices.DeleteFunc(list, func(m *crm.Message) bool { return !slices.Contains(ids, m.ConversationID) }), err
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
