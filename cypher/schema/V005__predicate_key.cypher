// A registered attribute has one set of rules.
CREATE CONSTRAINT predicate_key IF NOT EXISTS FOR (n:Predicate) REQUIRE n.key IS UNIQUE
