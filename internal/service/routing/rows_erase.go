package routing

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased.
var _ = erase.ByConversation("routing_queue", "routing_decisions")
