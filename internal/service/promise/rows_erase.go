package promise

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased.
var _ = erase.ByConversation("promises", "conversation_promises")
