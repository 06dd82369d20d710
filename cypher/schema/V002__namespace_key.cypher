// One node per isolation scope.
CREATE CONSTRAINT namespace_key IF NOT EXISTS FOR (n:Namespace) REQUIRE n.key IS UNIQUE
