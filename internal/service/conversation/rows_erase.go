package conversation

import "service.example/crm/internal/service/core/erase"

// What goes with a conversation that is erased. What it was counted in stays counted, but
// for the counts of the lists, which triggers keep.
var _ = erase.ByConversation("conversation_states", "joined_states", "active_speakers", "episodes", "timeline", "notes", "note_mentions", "conversation_mentions", "conversation_labels")
