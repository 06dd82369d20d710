// I6: every alias leads to entities that are there, or to what became of them; one that was taken away has no text. Told by the entity:
// its own key holds a name.
// @mode read
// @returns many
// @scan an audit reads everything
// @param prefix string
// @param limit integer
// @column namespace string
// @column subject string
// @column problem string
MATCH (a:Alias) WHERE a.key STARTS WITH $prefix
CALL (a) { MATCH (a)-[:REFERS_TO]->(e:Entity) RETURN collect(e.id) AS owners }
WITH a, owners WHERE (size(owners) = 0 AND a.text IS NOT NULL) OR any(i IN range(0, size(owners) - 1) WHERE owners[i] IN owners[..i])
RETURN split(a.key, '|')[0] AS namespace, coalesce(owners[0], 'an alias') AS subject,
  CASE size(owners) WHEN 0 THEN 'leads to nobody' ELSE 'leads to the same entity twice' END AS problem
LIMIT $limit
