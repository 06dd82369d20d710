// A key stands for one effect; this is what makes retries safe.
CREATE CONSTRAINT idempotency_key IF NOT EXISTS FOR (n:Idempotency) REQUIRE n.key IS UNIQUE
