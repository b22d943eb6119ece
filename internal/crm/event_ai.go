package crm

// AIFailoverData is the data of ai.failover_triggered.
type AIFailoverData struct {
	ConversationID string  `json:"conversation_id" doc:"The conversation that is to be answered."`
	MessageID      string  `json:"message_id" doc:"The provider's identifier of the message that is to be answered."`
	FromProvider   string  `json:"from_provider" doc:"Id of the AI provider that was left."`
	ToProvider     *string `json:"to_provider" doc:"Id of the next one; null if none was left: then people are asked, or knowledge answers word for word."`
	Reason         string  `json:"reason" enum:"timeout,rate_limited,server_error,invalid_response,circuit_open,auth" doc:"Why the AI provider was left."`
	StatusCode     int     `json:"status_code" doc:"Of the AI provider's answer; 0 when there was none."`
	LatencyMs      int     `json:"latency_ms" doc:"Of the last call to it."`
	Attempt        int     `json:"attempt" doc:"How many calls were made so far for this reply."`
}

// ConversationHandedOffData is the data of conversation.handed_off.
type ConversationHandedOffData struct {
	ConversationID    string         `json:"conversation_id" doc:"The conversation that people get."`
	ContactID         string         `json:"contact_id" doc:"The contact who waits for an answer."`
	MessageID         string         `json:"message_id" doc:"The provider's identifier of the last message that is not answered."`
	AssistantID       string         `json:"assistant_id" doc:"The assistant that gave it up."`
	AssistantRevision int            `json:"assistant_revision" doc:"Number of its revision."`
	TurnID            string         `json:"turn_id" doc:"The turn in which it was decided."`
	Reason            string         `json:"reason" enum:"asked_for_person,policy_word,same_question_twice,no_evidence,negative_twice,turn_limit,reply_limit,providers_unavailable,media_not_understood,window_ending,budget_used_up,language_not_supported,opted_out,model_asked,answer_refused,loop_detected,internal" doc:"Why people get it."`
	Evidence          string         `json:"evidence" doc:"What the reason rests on."`
	Summary           string         `json:"summary" doc:"What was said last, for whoever takes over."`
	Passages          []EventPassage `json:"passages" nullable:"false" doc:"The knowledge that was found for the question."`
	AIMessageID       *string        `json:"ai_message_id" doc:"The message that told the customer; null if nothing was told."`
}

// EventPassage is a piece of knowledge in event bodies.
type EventPassage struct {
	PassageID string `json:"passage_id" doc:"The passage that was found."`
	SourceID  string `json:"source_id" doc:"The source that the passage belongs to."`
	Title     string `json:"title" doc:"The headings above the passage."`
}
