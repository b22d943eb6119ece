package store

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

// MessageFilter narrows a list of messages; empty fields match all.
type MessageFilter struct {
	Status, Direction, To, Type, ConversationID string
	// ProviderMessageID is the provider's identifier of the message.
	ProviderMessageID string
}

// Messages returns a page of the workspace's messages, newest first; those of
// a conversation include those of the conversations that were joined to it.
func (tx *Tx) Messages(workspaceID string, f MessageFilter, p crm.Page) (crm.List[*crm.Message], error) {
	args := []any{workspaceID, p.After, f.Status, f.Direction, f.To, f.Type, p.Limit + 1, crm.OtherForm(f.To)}
	var list []*crm.Message
	var err error
	if f.ProviderMessageID != "" {
		list, err = tx.providerMessages(workspaceID, f, args)
	} else if f.ConversationID == "" {
		list, err = tx.messages(selectMessages, args...)
	} else if ids, broken := tx.family(workspaceID, f.ConversationID); broken == nil {
		list, err = tx.familyMessages(ids, args)
	} else {
		err = broken
	}
	return crm.CutPage(list, p.Limit, func(m *crm.Message) string { return m.ID }), err
}

// MessageCalled returns the newest message of the workspace that the provider
// calls so, or a KindNotFound error.
func (tx *Tx) MessageCalled(workspaceID, providerMessageID string) (*crm.Message, error) {
	list, err := tx.messages(selectByProvider, workspaceID, "", "", "", "", "", 1, "", providerMessageID)
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
func (tx *Tx) providerMessages(workspaceID string, f MessageFilter, args []any) ([]*crm.Message, error) {
	list, err := tx.messages(selectByProvider, append(args[:len(args):len(args)], f.ProviderMessageID)...)
	if err != nil || f.ConversationID == "" {
		return list, err
	}
	ids, err := tx.family(workspaceID, f.ConversationID)
	return slices.DeleteFunc(list, func(m *crm.Message) bool { return !slices.Contains(ids, m.ConversationID) }), err
}

// familyMessages is the page over a conversation and those joined to it.
func (tx *Tx) familyMessages(ids []string, args []any) (list []*crm.Message, err error) {
	for _, id := range ids {
		part, err := tx.messages(selectThread, append(args[:len(args):len(args)], id)...)
		if err != nil {
			return nil, err
		}
		list = append(list, part...)
	}
	slices.SortFunc(list, func(a, b *crm.Message) int { return strings.Compare(b.ID, a.ID) })
	return list, nil
}
