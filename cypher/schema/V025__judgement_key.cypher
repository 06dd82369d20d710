// A judgement on two entities is one node per namespace and id.
CREATE CONSTRAINT judgement_key IF NOT EXISTS FOR (n:Judgement) REQUIRE n.key IS UNIQUE
