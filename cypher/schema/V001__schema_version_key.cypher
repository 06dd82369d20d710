// The record of applied versions comes first, so that two processes cannot both write one.
CREATE CONSTRAINT schema_version_key IF NOT EXISTS FOR (n:SchemaVersion) REQUIRE n.key IS UNIQUE
