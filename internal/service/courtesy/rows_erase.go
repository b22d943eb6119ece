package courtesy

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased.
var _ = erase.ByConversation("courtesies", "silences")
