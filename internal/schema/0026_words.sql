-- Tables and stored names say what the code says: who answers in a conversation
-- is its active speaker, and a merge joins conversations.
ALTER TABLE conversation_floors RENAME TO active_speakers;
{postgres} ALTER INDEX conversation_floors_pkey RENAME TO active_speakers_pkey;
DROP INDEX conversation_floors_due;
CREATE INDEX active_speakers_due ON active_speakers (ask_due_at) WHERE ask_due_at > 0;
UPDATE contact_merges SET record = replace(record, '"threads":', '"conversations":');
-- An attempt has a class; an outcome is that of a send.
UPDATE ai_turns SET result = replace(replace(result, '"outcome":"ok"', '"class":"succeeded"'), '"outcome":', '"class":');
