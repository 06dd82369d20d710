// A slot is the place where at most one fact holds, so it must not exist twice.
CREATE CONSTRAINT slot_key IF NOT EXISTS FOR (n:Slot) REQUIRE n.key IS UNIQUE
