// An administrative act is recorded once.
CREATE CONSTRAINT operation_key IF NOT EXISTS FOR (n:Operation) REQUIRE n.key IS UNIQUE
