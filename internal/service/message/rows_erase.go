package message

import "service.example/crm/internal/service/core/erase"

// What goes with a message that is erased, and with a conversation.
var (
	_ = erase.IsMessage("messages")
	_ = erase.ByMessage("message_states", "message_expirations")
	_ = erase.ByConversation("read_receipts")
)
