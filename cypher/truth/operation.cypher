// What an operation replied, if it was done before.
// @mode read
// @returns many
// @param key string
// @column reply string
// @column request string?
WITH $key AS k
MATCH (o:Operation {key: k})
RETURN o.reply AS reply, o.request AS request
