// Whether something of these entities was written in the last seconds, so that a reading may have met a write half-way.
// @mode read
// @returns one
// @param keys list
// @column lately boolean
UNWIND $keys AS k
MATCH (e:Entity {key: k})
WITH coalesce(max(e.lastRecorded), 0) AS last
RETURN last + 10000 > $now AS lately
