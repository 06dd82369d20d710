// A surface form has one node per namespace.
CREATE CONSTRAINT alias_key IF NOT EXISTS FOR (n:Alias) REQUIRE n.key IS UNIQUE
