// A key under which names can be found besides their own has one node per namespace.
CREATE CONSTRAINT name_key IF NOT EXISTS FOR (n:NameKey) REQUIRE n.key IS UNIQUE
