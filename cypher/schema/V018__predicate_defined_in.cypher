// Lists the predicates of one namespace. A name of its own: the embedded engine indexes by property, whatever the label.
CREATE INDEX predicate_defined_in IF NOT EXISTS FOR (n:Predicate) ON (n.definedIn)
