-- Since when a question of the contact has no answer, and when people are told
-- because the customer-service window is about to close; 0 without one. And who
-- took the word, for what.
ALTER TABLE conversation_floors ADD COLUMN asked_at {int} NOT NULL DEFAULT 0;
ALTER TABLE conversation_floors ADD COLUMN ask_due_at {int} NOT NULL DEFAULT 0;
ALTER TABLE conversation_floors ADD COLUMN note {text} NOT NULL DEFAULT '';
ALTER TABLE conversation_floors ADD COLUMN assignee {text} NOT NULL DEFAULT '';
CREATE INDEX conversation_floors_due ON conversation_floors (ask_due_at) WHERE ask_due_at > 0;

-- What is removed when it has served its time, by its age.
CREATE INDEX ai_turns_age ON ai_turns (opened_at);
CREATE INDEX ai_notices_ended ON ai_notices (resolved_at) WHERE resolved_at > 0;
CREATE INDEX knowledge_gaps_age ON knowledge_gaps (last_at);
CREATE INDEX knowledge_gap_questions_age ON knowledge_gap_questions (asked_at);
