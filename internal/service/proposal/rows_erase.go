package proposal

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased. How far an assistant is trusted goes by the
// proposals that are left.
var _ = erase.ByConversation("proposals")
