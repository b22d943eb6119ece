-- Which request made an attempt: a hash of its Idempotency-Key, '' where it had none. The
-- same request made again is told of the effect that was found meanwhile.
ALTER TABLE number_attempts ADD COLUMN request {text} NOT NULL DEFAULT '';
