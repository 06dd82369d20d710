// The common write. Row by row, in the order given and each seeing the rows before, it decides whether a claim inserts, supports,
// supersedes or ends; whatever comes out of time order, or is too weak and has to be asked about, answers `late`, is not written, and
// closes this lane of its slot until the fold has dealt with it. Subjects are locked first, sorted; the recorded time is read after the lock.
// @mode write
// @returns many
// @param rows list
// @param forms list
// @column seq integer
// @column claimId string
// @column outcome string
// @column factId string?
// @column supersededId string?
// @column replayed boolean
// @column withdrawn boolean
// @column recordedAt integer
// @column slotKey string
UNWIND $rows AS r0
WITH DISTINCT r0.subjectKey AS k ORDER BY k
CALL (k) {
  MATCH (l:Entity {key: k}) SET l.lock = true
  WITH l, l.lastRecorded AS last, $now AS now
  SET l.lastRecorded = CASE WHEN now > last THEN now ELSE last + 1 END
}
WITH count(k) AS locked
UNWIND $rows AS row
CALL (row) {
  WITH row, $forms[row.form] AS form
  MATCH (e:Entity {key: row.subjectKey})
  MATCH (p:Predicate {key: form.namespace + '|' + form.predicate})
  WITH row, form, e, p, e.lastRecorded AS rec, row.subjectKey + '|' + form.predicate AS grp,
       reduce(s = '', q IN form.qualifiers | s + CASE WHEN q.key IN p.separators THEN '&' + q.part ELSE '' END) AS separators
  WITH row, form, e, p, rec, coalesce(row.start, rec) AS start, coalesce(row.said, rec) AS said, grp, separators,
       form.namespace + '|' + row.claimId AS claimKey, grp + '|' + separators + CASE WHEN p.cardinality = 'multi' THEN '|' + row.valueKey ELSE '' END AS slotKey
  WHERE size(split(slotKey, '|')) = CASE WHEN p.cardinality = 'multi' THEN 5 ELSE 4 END AND (row.valueKey <> '' OR p.cardinality = 'single')
  CALL (claimKey) { MATCH (x:Claim {key: claimKey}) RETURN head(collect(x)) AS old }
  CALL (slotKey) { MATCH (x:Slot {key: slotKey}) RETURN head(collect(x)) AS slot }
  CALL (slotKey) {
    MATCH (:Slot {key: slotKey})-[:CURRENT]->(x:Fact)
    RETURN head(collect(CASE WHEN x.validTo IS NULL THEN x END)) AS cur, count(x) AS shown
  }
  CALL (row) { MATCH (x:Entity {key: row.valueEntity}) RETURN head(collect(x.state)) AS valueState }
  // whom it was said to be may stand for itself again
  CALL (row) { UNWIND row.via AS v MATCH (x:Entity {key: v[0]}) WHERE coalesce(x.root, x.key) <> v[1] RETURN count(x) AS parted }
  WITH row, form, e, p, rec, start, said, grp, separators, claimKey, slotKey, old, slot, cur, shown, valueState, parted,
       CASE WHEN said > start THEN said ELSE start END AS given,
       form.confidence + 0.000000001 AS strength,
       coalesce(cur.exC, -1.0) * 2.0 ^ coalesce((cur.exT - start) * 1.0 / p.halfLife, 0.0) - p.margin AS needEx,
       coalesce(cur.otC, -1.0) * 2.0 ^ coalesce((cur.otT - start) * 1.0 / p.halfLife, 0.0) - CASE form.origin WHEN 'extracted' THEN 0.0 ELSE p.margin END AS needOt
  WITH row, form, e, p, rec, start, said, grp, separators, claimKey, slotKey, old, slot, cur, shown, given, CASE
    WHEN old IS NOT NULL THEN old.reply
    WHEN form.settings <> p.version THEN 'stale'
    WHEN parted > 0 OR e.state = 'merged' OR valueState = 'merged' OR (row.valueEntity IS NOT NULL AND valueState IS NULL) THEN 'stale'
    WHEN e.state <> 'active' OR valueState <> 'active' THEN 'restricted'
    WHEN row.to IS NOT NULL OR row.depends IS NOT NULL OR form.origin = 'default' OR row.valueKey = '' OR p.slotBy = 'value' OR start > rec
      OR start <= slot.tail OR slot.defaults OR slot.settings <> p.version OR slot.challenge >= 0.0 OR slot.watched OR cur.resumes IS NOT NULL OR cur.archivedAt IS NOT NULL
      OR (slot.bears AND (form.kind = 'end' OR row.valueKey <> cur.valueKey)) THEN 'late'
    WHEN row.expected <> coalesce(cur.id, '') THEN 'conflict'
    WHEN cur IS NULL THEN CASE form.kind WHEN 'end' THEN 'no_effect' ELSE 'inserted' END
    WHEN form.kind = 'assert' AND row.valueKey = cur.valueKey THEN 'duplicate'
    WHEN form.kind = 'end' AND row.valueKey <> cur.valueKey THEN 'no_effect'
    WHEN strength < needEx OR strength < needOt THEN 'late'
    WHEN form.kind = 'end' THEN 'ended'
    ELSE 'superseded' END AS outcome
  WITH row, form, e, p, rec, start, said, grp, separators, claimKey, slotKey, old, slot, cur, shown, given, outcome,
       CASE WHEN old IS NOT NULL THEN old.supersededId WHEN outcome = 'superseded' THEN cur.id END AS supersededId,
       CASE WHEN old IS NOT NULL THEN old.factId WHEN outcome IN ['inserted', 'superseded'] THEN row.factId WHEN outcome <> 'no_effect' THEN cur.id END AS factId
  CALL (row, form, e, p, rec, start, said, grp, separators, claimKey, slotKey, old, slot, cur, shown, given, outcome, supersededId, factId) {
    WITH row, form, e, p, rec, start, said, grp, separators, claimKey, slotKey, slot, cur, shown, given, outcome, supersededId, factId
    WHERE old IS NULL AND NOT outcome IN ['stale', 'restricted', 'conflict'] AND p.slotBy <> 'value'
    MERGE (s:Slot {key: slotKey})
      ON CREATE SET s += {group: grp, predicateKey: p.key, namespace: form.namespace, subject: e.id, predicate: form.predicate, separators: separators,
        defaults: false, challenge: -1.0, past: 0, contested: 0, settings: p.version}
    FOREACH (x IN CASE WHEN slot IS NULL THEN [e] ELSE [] END | CREATE (x)-[:HAS]->(s))
    SET s += {tail: CASE outcome WHEN 'late' THEN 9007199254740991 ELSE given END,
      past: s.past + CASE WHEN outcome IN ['inserted', 'superseded', 'ended'] THEN shown ELSE 0 END}
    WITH row, form, e, p, rec, start, said, claimKey, slotKey, cur, shown, given, outcome, supersededId, factId, s WHERE outcome <> 'late'
    CREATE (s)-[:CLAIM]->(c:Claim {key: claimKey, id: row.claimId, namespace: form.namespace, subject: e.id, predicate: form.predicate,
      value: row.value, valueKey: row.valueKey, valueEntity: row.valueEntity, text: coalesce(row.text, row.value), valueType: form.valueType, qualifiers: form.context,
      tier: form.tier, pinned: form.pinned, precision: form.precision, toPrecision: form.toPrecision, start: start, said: said, confidence: form.confidence,
      kind: form.kind, origin: form.origin, explicit: form.explicit, source: row.source, turn: row.turn, sourceKind: row.sourceKind, quote: row.quote,
      reason: row.reason, sketch: row.sketch, saidSubject: row.saidSubject, saidValue: row.saidValue, named: row.named, recordedAt: rec, seq: row.seq, reply: outcome, factId: factId, supersededId: supersededId})
    WITH row, form, e, p, rec, start, slotKey, cur, shown, given, outcome, supersededId, s, c
    CALL (row, form, c) {
      WITH row, form, c WHERE row.episode IS NOT NULL
      MERGE (ep:Episode {key: row.episode}) ON CREATE SET ep.namespace = form.namespace, ep.session = row.source, ep.turn = row.turn, ep.kind = row.sourceKind
      CREATE (ep)-[:MADE]->(c)
    }
    CALL (form, c, rec, given, p, cur, outcome) {
      WITH form, c, rec, given, p, cur WHERE outcome = 'duplicate'
      WITH form, c, rec, given, cur,
           form.origin = 'extracted' AND form.confidence >= coalesce(cur.exC * 2.0 ^ coalesce((cur.exT - given) * 1.0 / p.halfLife, 0.0), 0.0) AS newEx,
           form.origin <> 'extracted' AND form.confidence >= coalesce(cur.otC * 2.0 ^ coalesce((cur.otT - given) * 1.0 / p.halfLife, 0.0), 0.0) AS newOt
      CREATE (cur)-[:BASED_ON {at: rec, confidence: form.confidence}]->(c)
      SET cur.confidence = CASE WHEN form.confidence > cur.confidence THEN form.confidence ELSE cur.confidence END, cur.pinned = cur.pinned OR form.pinned,
          cur.exC = CASE WHEN newEx THEN form.confidence ELSE cur.exC END, cur.exT = CASE WHEN newEx THEN given ELSE cur.exT END,
          cur.otC = CASE WHEN newOt THEN form.confidence ELSE cur.otC END, cur.otT = CASE WHEN newOt THEN given ELSE cur.otT END
    }
    CALL (e, slotKey, shown, outcome) {
      WITH e, slotKey AS k WHERE shown > 0 AND outcome IN ['inserted', 'superseded', 'ended']
      MATCH (:Slot {key: k})-[:CURRENT]->(x:Fact) WHERE x.valueEntity IS NOT NULL
      WITH e, x.id AS i, x.valueEntity AS v
      MATCH (o:Entity {key: v}) MATCH (e)-[t:RELATES]->(o) WHERE t.factId = i
      DELETE t
    }
    CALL (s, shown, outcome) {
      WITH s WHERE shown > 0 AND outcome IN ['inserted', 'superseded', 'ended']
      MATCH (s)-[r:CURRENT]->(:Fact)
      DELETE r
    }
    CALL (row, start, rec, cur, outcome) {
      WITH row, start, rec, cur, outcome WHERE outcome IN ['superseded', 'ended']
      SET cur += {validTo: start, endedAt: rec, endedBy: row.claimId, supersededBy: CASE outcome WHEN 'superseded' THEN row.factId END}
    }
    CALL (row, form, e, rec, start, given, s, c, cur, outcome, supersededId) {
      WITH row, form, e, rec, start, given, s, c, cur, supersededId WHERE outcome IN ['inserted', 'superseded']
      CREATE (s)-[:VERSION]->(f:Fact {key: form.namespace + '|' + row.factId + '#1', id: row.factId, idKey: form.namespace + '|' + row.factId, version: 1,
        namespace: form.namespace, subject: e.id, predicate: form.predicate, value: row.value, valueKey: row.valueKey, valueEntity: row.valueEntity,
        text: coalesce(row.text, row.value), valueType: form.valueType, qualifiers: form.context, tier: form.tier, pinned: form.pinned, precision: form.precision, toPrecision: form.toPrecision,
        confidence: form.confidence, validFrom: start, recordedAt: rec, seq: row.seq, supersedes: supersededId, uses: 0,
        exC: CASE form.origin WHEN 'extracted' THEN form.confidence END, exT: CASE form.origin WHEN 'extracted' THEN given END,
        otC: CASE form.origin WHEN 'extracted' THEN null ELSE form.confidence END, otT: CASE form.origin WHEN 'extracted' THEN null ELSE given END})
      CREATE (s)-[:CURRENT]->(f)
      CREATE (f)-[:BASED_ON {at: rec, confidence: form.confidence}]->(c)
      WITH row, form, e, rec, start, cur, f
      CALL (row, form, e, start, f) {
        MATCH (x:Entity {key: row.valueEntity})
        CREATE (f)-[:VALUE]->(x)
        CREATE (e)-[:RELATES {predicate: form.predicate, factId: row.factId, validFrom: start}]->(x)
      }
      CALL (row, rec, f, cur) {
        WITH row, rec, f, cur WHERE cur IS NOT NULL
        CREATE (f)-[:SUPERSEDES {at: rec, by: row.claimId}]->(cur)
      }
    }
  }
  RETURN outcome, factId, supersededId, old IS NOT NULL AS replayed, old.withdrawnAt IS NOT NULL AS withdrawn, coalesce(old.recordedAt, rec) AS recordedAt, slotKey,
         coalesce(old.id, row.claimId) AS claimId
}
RETURN row.seq AS seq, claimId, outcome, factId, supersededId, replayed, withdrawn, recordedAt, slotKey
