-- How often the application of a large body of the provider was begun: a body
-- that ended the process is not begun for ever.
CREATE TABLE ingest_begun (job_id {int} PRIMARY KEY, times {int} NOT NULL);
