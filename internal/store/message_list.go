package store

import (
	"slices"
	"strings"

	"service.example/crm/internal/crm"
)

// MessageFilter narrows a list of messages; empty fields match all.
type MessageFilter struct {
	Status, Direction, To, Type, ConversationID string
}

// Messages returns a page of the workspace's messages, newest first; those of
// a conversation include those of the conversations that were joined to it.
func (tx *Tx) Messages(workspaceID string, f MessageFilter, p crm.Page) (crm.List[*crm.Message], error) {
	args := []any{workspaceID, p.After, f.Status, f.Direction, f.To, f.Type, p.Limit + 1}
	var list []*crm.Message
	var err error
	if f.ConversationID == "" {
		list, err = tx.messages(selectMessages, args...)
	} else if ids, broken := tx.family(workspaceID, f.ConversationID); broken == nil {
		list, err = tx.familyMessages(ids, args)
	} else {
		err = broken
	}
	return crm.CutPage(list, p.Limit, func(m *crm.Message) string { return m.ID }), err
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
