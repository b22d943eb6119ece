package crm

// AIFailoverData is the data of ai.failover_triggered.
type AIFailoverData struct {
	ConversationID string  `json:"conversation_id" doc:"The conversation of the reply."`
	MessageID      string  `json:"message_id" doc:"The provider's identifier of the message that needs a reply."`
	FromProvider   string  `json:"from_provider" doc:"Id of the AI provider that was given up."`
	ToProvider     *string `json:"to_provider" doc:"Id of the next AI provider; null if there is none. The conversation then goes to people, or is answered word for word from the knowledge."`
	Reason         string  `json:"reason" enum:"timeout,rate_limited,server_error,invalid_response,circuit_open,auth" doc:"Why the AI provider was given up."`
	StatusCode     int     `json:"status_code" doc:"HTTP status of the AI provider's answer; 0 if there was none."`
	LatencyMs      int     `json:"latency_ms" doc:"Duration of the last call in milliseconds."`
	Attempt        int     `json:"attempt" doc:"Number of calls for this reply so far."`
}

// ConversationHandedOffData is the data of conversation.handed_off.
type ConversationHandedOffData struct {
	ConversationID    string         `json:"conversation_id" doc:"The conversation that goes to people."`
	ContactID         string         `json:"contact_id" doc:"The contact who waits for an answer."`
	MessageID         string         `json:"message_id" doc:"The provider's identifier of the last unanswered message."`
	AssistantID       string         `json:"assistant_id" doc:"The assistant that handed off."`
	AssistantRevision int            `json:"assistant_revision" doc:"Number of the revision."`
	TurnID            string         `json:"turn_id" doc:"The turn of the hand-off."`
	Reason            string         `json:"reason" enum:"asked_for_person,policy_word,same_question_twice,no_evidence,negative_twice,turn_limit,reply_limit,providers_unavailable,media_not_understood,window_ending,budget_used_up,language_not_supported,opted_out,model_asked,answer_refused,loop_detected,internal" doc:"Reason for the hand-off."`
	Evidence          string         `json:"evidence" doc:"What the reason is based on."`
	Summary           string         `json:"summary" doc:"The latest messages, as text for the person who takes over."`
	Passages          []EventPassage `json:"passages" nullable:"false" doc:"The knowledge found for the question."`
	AIMessageID       *string        `json:"ai_message_id" doc:"Id of the message that informed the contact; null if none was sent."`
}

// EventPassage is a passage in event bodies.
type EventPassage struct {
	PassageID string `json:"passage_id" doc:"The passage."`
	SourceID  string `json:"source_id" doc:"The source of the passage."`
	Title     string `json:"title" doc:"The headings above the passage."`
}
