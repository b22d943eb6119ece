package message

import "service.example/crm/internal/crm"

// UpsertOf is the data of messages.upsert, without a reply.
func UpsertOf(m *crm.Message) crm.MessageUpsertData {
	return crm.MessageUpsertData{MessageID: m.ProviderMessageID, From: m.From, FromUserID: m.UserID, To: m.To, Content: m.Content.Words(), Type: m.Type,
		ConversationID: m.ConversationID, ContactID: m.ContactID, Media: crm.EventMediaOf(m.Content.Media),
		Interactive: crm.EventReplyOf(m.Content.Reply), GroupID: m.Content.GroupID, EventContent: crm.EventContentOf(m)}
}
