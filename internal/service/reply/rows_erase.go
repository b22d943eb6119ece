package reply

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased.
var _ = erase.ByConversation("ai_turns", "ai_turn_messages")
