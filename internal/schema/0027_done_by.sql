-- Who did something is stored as type:id, such as api_key:key_01jd5k3v6rf0w8m2a4t9x7bq1e.
-- It was the id of an API key; "echo" where a person answered on the business's
-- phone; empty where the operator did it, or nobody.
UPDATE assistant_revisions SET made_by = CASE made_by WHEN '' THEN 'operator:' ELSE 'api_key:' || made_by END;
UPDATE assistant_publications SET made_by = CASE made_by WHEN '' THEN 'operator:' ELSE 'api_key:' || made_by END;
UPDATE evaluations SET made_by = CASE made_by WHEN '' THEN 'operator:' ELSE 'api_key:' || made_by END;
UPDATE contact_merges SET made_by = CASE made_by WHEN '' THEN 'operator:' ELSE 'api_key:' || made_by END WHERE cause = 'api';
UPDATE active_speakers SET taken_by = CASE taken_by WHEN 'echo' THEN 'user:' ELSE 'api_key:' || taken_by END WHERE taken_by <> '';

-- Who reported a decision. The proof of a row stays as it was written; what the
-- API reported has the id of the key there: {"apiKeyId":"key_01jd…","detail":…}.
ALTER TABLE consent_records ADD COLUMN made_by {text} NOT NULL DEFAULT '';
UPDATE consent_records SET made_by = CASE source
  WHEN 'message' THEN 'contact:' || contact_id
  WHEN 'provider_preference' THEN 'provider:'
  ELSE CASE substr(proof, 1, 17) WHEN '{"apiKeyId":"key_' THEN 'api_key:' || substr(proof, 14, 30) ELSE 'operator:' END
END;
