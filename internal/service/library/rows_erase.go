package library

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased. The gap stays, with its count.
var _ = erase.ByConversation("knowledge_gap_questions")
