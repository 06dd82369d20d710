// A question is asked once.
CREATE CONSTRAINT review_key IF NOT EXISTS FOR (n:Review) REQUIRE n.key IS UNIQUE
