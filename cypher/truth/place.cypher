// Says into which slot each row falls, by its predicate's settings, and whether its claim is already there. Run under the lock.
// @mode read
// @returns many
// @param rows list
// @column seq integer
// @column slotKey string
// @column grp string
// @column owner string
// @column separators string
// @column predicate map
// @column active boolean
// @column merged boolean
// @column reply string?
// @column factId string?
// @column supersededId string?
// @column recordedAt integer?
// @column withdrawn boolean
UNWIND $rows AS row
CALL (row) {
  MATCH (e:Entity {key: row.namespace + '|' + row.subject})
  MATCH (p:Predicate {key: row.namespace + '|' + row.predicate})
  WITH row, e, p, CASE p.slotBy WHEN 'value' THEN row.valueId ELSE row.subject END AS owner,
       CASE p.slotBy WHEN 'value' THEN row.subject ELSE row.valueKey END AS content,
       reduce(s = '', q IN row.qualifiers | s + CASE WHEN q.key IN p.separators THEN '&' + q.part ELSE '' END) AS separators
  WITH row, e, p, owner, separators, row.namespace + '|' + owner + '|' + row.predicate AS grp, content
  WITH row, e, p, owner, separators, grp, grp + '|' + separators + CASE WHEN p.cardinality = 'multi' THEN '|' + content ELSE '' END AS slotKey
  WHERE size(split(slotKey, '|')) = CASE WHEN p.cardinality = 'multi' THEN 5 ELSE 4 END
  CALL (row) { MATCH (x:Claim {key: row.claimKey}) RETURN head(collect(x)) AS old }
  CALL (row) { MATCH (x:Entity {key: row.valueEntity}) RETURN head(collect(x)) AS ve }
  // whom it was said to be may stand for itself again
  CALL (row) { UNWIND row.via AS v MATCH (x:Entity {key: v[0]}) WHERE coalesce(x.root, x.key) <> v[1] RETURN count(x) AS parted }
  RETURN slotKey, grp, owner, separators, old, p, e.state = 'active' AND coalesce(ve.state, 'active') = 'active' AS active,
    parted > 0 OR e.state = 'merged' OR coalesce(ve.state, CASE WHEN row.valueEntity IS NULL THEN 'active' ELSE 'merged' END) = 'merged' AS merged
}
RETURN row.seq AS seq, slotKey, grp, owner, separators, active, merged,
       {version: p.version, cardinality: p.cardinality, slotBy: p.slotBy, margin: p.margin, halfLife: p.halfLife} AS predicate,
       old.reply AS reply, old.factId AS factId, old.supersededId AS supersededId, old.recordedAt AS recordedAt, old.withdrawnAt IS NOT NULL AS withdrawn
