import { expect, it } from 'vitest';
import { describeServed } from './served.ts';

const ADA = { subject: 'user:ada', predicate: 'works_at' };

describeServed('the routes', ({ ask, say, fresh, engine }) => {
  const get = (path: string) => ask('GET', path);

  /** Acme since 2024-03, Globex since 2026-05-01. */
  async function told() {
    const ns = fresh();
    const { body } = await say(ns, { ...ADA, value: 'Acme', validFrom: '2024-03' }, { ...ADA, value: 'Globex', validFrom: '2026-05-01' });
    return { ns, results: body.results, globex: body.results[1].factId as string, acme: body.results[0].factId as string };
  }

  it('POST facts answers each candidate in order; a bad one does not stop the others', async () => {
    const ns = fresh();
    const { status, body, headers } = await say(
      ns,
      { ...ADA, value: 'Acme' },
      { subject: 'user:ada' },
      { ...ADA, value: 'Globex', confidence: 1 },
    );
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.results.map((r: { outcome: string }) => r.outcome)).toEqual(['inserted', 'rejected', 'superseded']);
    expect(body.results[1].issues[0].path).toMatch(/^facts\[1\]/);
  });

  it('POST facts takes an Idempotency-Key: one effect, and no other body', async () => {
    const ns = fresh();
    const send = (value: string, key: string) =>
      ask('POST', `/v1/${ns}/facts`, { body: { facts: [{ ...ADA, value }] }, headers: { 'Idempotency-Key': key } });
    const first = await send('Acme', 'k%201');
    const again = await send('Acme', 'k%201');
    expect(first.body.results[0].replayed).toBe(false);
    const { outcome, claimId, factId, recordedAt } = first.body.results[0];
    expect(again.body.results[0]).toMatchObject({ outcome, claimId, factId, recordedAt, replayed: true });
    const other = await send('Globex', 'k%201');
    expect(other).toMatchObject({ status: 422, body: { code: 'key_reused', retryable: false } });
    expect(await send('Acme', '50%')).toMatchObject({ status: 400, body: { issues: [{ path: 'Idempotency-Key' }] } });
  });

  it('GET facts says what holds now, what held then, and lists', async () => {
    const { ns } = await told();
    const texts = async (query: string) => (await get(`/v1/${ns}/facts?${query}`)).body.facts.map((f: { text: string }) => f.text);
    expect(await texts('subject=user:ada')).toEqual(['Globex']);
    expect(await texts('subject=user:ada&predicate=works_at&predicate=name')).toEqual(['Globex']);
    expect(await texts('subject=user:ada&asOf=2025-01-01')).toEqual(['Acme']);
    expect(await texts('status=superseded&status=current')).toHaveLength(2);
    expect(await texts('value=Globex')).toEqual(['Globex']);
    expect(await texts('')).toEqual(['Globex']);
    expect(await texts('category=nothing-such')).toEqual([]);
  });

  it('reviews are asked for, and decided one by one or together', async () => {
    const ns = fresh();
    const zone = (value: string) => ({ subject: 'user:ada', predicate: 'timezone', value });
    const { body } = await say(ns, zone('IST'), zone('IST'));
    const [one, two] = body.results.map((r: { reviewId: string }) => r.reviewId);
    const { body: page } = await get(`/v1/${ns}/reviews?kind=ambiguous-value&kind=near-entity&state=open&limit=1`);
    expect(page).toMatchObject({ reviews: [{ id: one }], counts: [{ kind: 'ambiguous-value', state: 'open', count: 2 }] });
    expect(
      (await get(`/v1/${ns}/reviews?limit=1&kind=ambiguous-value&kind=near-entity&state=open&cursor=${page.cursor}`)).body.reviews,
    ).toHaveLength(1);
    const decide = (id: string, decision: object) => ask('POST', `/v1/${ns}/reviews/${id}/decision`, { body: decision });
    const accept = { decision: 'accept', value: { value: 'Asia/Kolkata' } };
    expect(await decide(one, accept)).toMatchObject({ status: 200, body: { state: 'accepted', result: { outcome: 'inserted' } } });
    expect(await decide(one, { decision: 'reject' })).toMatchObject({ status: 409, body: { code: 'conflict', operation: 'decideReview' } });
    expect(await decide(one, { decision: 'reject', colour: 1 })).toMatchObject({ status: 400 });
    const both = await ask('POST', `/v1/${ns}/reviews/decisions`, {
      body: {
        decisions: [
          { id: two, ...accept },
          { id: 'r_none', ...accept },
        ],
      },
    });
    expect(both.body.results).toMatchObject([
      { id: two, review: { state: 'accepted' }, error: null },
      { id: 'r_none', review: null, error: { code: 'not_found' } },
    ]);
    expect(await get(`/v1/${ns}/reviews/${two}`)).toMatchObject({ status: 200, body: { id: two } });
    expect(await get(`/v1/${ns}/reviews/decisions`)).toMatchObject({ status: 405 });
  });

  it('GET facts goes from page to page', async () => {
    const ns = fresh();
    await say(ns, ...[1, 2, 3].map((n) => ({ subject: `user:${n}`, predicate: 'name', value: `N${n}` })));
    const seen: string[] = [];
    for (let cursor: string | null = '', pages = 0; cursor !== null && pages < 5; pages++) {
      const { body } = await get(`/v1/${ns}/facts?limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`);
      seen.push(...body.facts.map((f: { text: string }) => f.text));
      cursor = body.cursor;
    }
    expect(seen.sort()).toEqual(['N1', 'N2', 'N3']);
  });

  it('GET facts tells a number from its text', async () => {
    const ns = fresh();
    await ask('PUT', `/v1/${ns}/predicates/port_text`, { body: { valueType: 'text', cardinality: 'multi' } });
    await say(ns, { subject: 'user:a', predicate: 'port_text', value: '8080' });
    expect((await get(`/v1/${ns}/facts?value=${encodeURIComponent('"8080"')}`)).body.facts).toHaveLength(1);
    expect(await get(`/v1/${ns}/facts?limit=many`)).toMatchObject({ status: 400, body: { issues: [{ path: 'limit' }] } });
  });

  it('GET facts takes the longest value, in any script', async () => {
    const ns = fresh();
    const value = '漢'.repeat(2_000);
    await say(ns, { subject: 'user:a', predicate: 'note_text', value });
    expect((await get(`/v1/${ns}/facts?value=${encodeURIComponent(value)}`)).body.facts).toHaveLength(1);
    expect((await get(`/v1/${ns}/facts?value=${encodeURIComponent('漢'.repeat(8_000))}`)).status).toBe(200);
  });

  it('GET facts takes qualifiers as JSON', async () => {
    const ns = fresh();
    await say(ns, { ...ADA, value: 'Acme' }, { ...ADA, value: 'Band', qualifiers: { context: 'evenings' } });
    const context = encodeURIComponent(JSON.stringify({ context: 'evenings' }));
    const { body } = await get(`/v1/${ns}/facts?subject=user:ada&predicate=works_at&qualifiers=${context}`);
    expect(body.facts.map((f: { text: string }) => f.text)).toEqual(['Band']);
    expect(await get(`/v1/${ns}/facts?subject=user:ada&qualifiers=evenings`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', issues: [{ path: 'qualifiers', next: expect.stringContaining('{') }] },
    });
  });

  it('GET history and GET why', async () => {
    const { ns, globex, acme } = await told();
    const { body } = await get(`/v1/${ns}/history?subject=user:ada&predicate=works_at`);
    expect(body.facts.filter((f: { withdrawnAt: unknown }) => f.withdrawnAt === null)).toHaveLength(2);
    expect(body.claims).toHaveLength(2);
    const why = await get(`/v1/${ns}/facts/${globex}/why`);
    expect(why.body.supersedes[0].fact.id).toBe(acme);
    expect(await get(`/v1/${ns}/facts/f_nothing/why`)).toMatchObject({ status: 404, body: { code: 'not_found', operation: 'why' } });
  });

  it('POST retractions, withdrawals and corrections', async () => {
    const { ns, globex } = await told();
    const corrected = await ask('POST', `/v1/${ns}/corrections`, { body: { factId: globex, value: 'Initech', reason: 'misheard' } });
    expect(corrected).toMatchObject({ status: 200, body: { currentChanged: true } });
    const now = (await get(`/v1/${ns}/facts?subject=user:ada&predicate=works_at`)).body.facts[0];
    expect(now.text).toBe('Initech');
    const retracted = await ask('POST', `/v1/${ns}/retractions`, { body: { factId: now.id, at: '2026-08-01' } });
    expect(retracted).toMatchObject({ status: 200, body: { outcome: 'ended', factId: now.id } });
    const withdrawn = await ask('POST', `/v1/${ns}/withdrawals`, { body: { claimId: retracted.body.claimId } });
    expect(withdrawn.status).toBe(200);
    expect((await get(`/v1/${ns}/facts?subject=user:ada&predicate=works_at`)).body.facts[0].text).toBe('Initech');
    expect(await ask('POST', `/v1/${ns}/withdrawals`, { body: { factId: 'a', claimId: 'b' } })).toMatchObject({ status: 400 });
  });

  it('POST retractions takes an Idempotency-Key', async () => {
    const { ns, globex } = await told();
    const end = () =>
      ask('POST', `/v1/${ns}/retractions`, { body: { factId: globex, at: '2026-08-01' }, headers: { 'Idempotency-Key': 'once' } });
    const first = await end();
    expect((await end()).body).toEqual(first.body);
    expect((await get(`/v1/${ns}/history?subject=user:ada&predicate=works_at`)).body.claims).toHaveLength(3);
  });

  it('expectedCurrent is compare-and-set', async () => {
    const { ns, acme } = await told();
    const { body } = await say(ns, { ...ADA, value: 'Initech', expectedCurrent: acme });
    expect(body.results[0]).toMatchObject({ outcome: 'rejected', reason: 'conflict' });
  });

  it('GET and PUT predicates, with a dry run', async () => {
    const ns = fresh();
    const { body } = await get(`/v1/${ns}/predicates`);
    expect(body.predicates.find((p: { name: string }) => p.name === 'works_at')).toMatchObject({ cardinality: 'single', source: 'core' });
    const dry = await ask('PUT', `/v1/${ns}/predicates/on%20call%2Ffor?dryRun=true`, { body: { cardinality: 'single' } });
    expect(dry).toMatchObject({ status: 200, body: { applied: false, predicate: { name: 'on call/for' } } });
    expect((await ask('PUT', `/v1/${ns}/predicates/on%20call%2Ffor`, { body: { cardinality: 'multi' } })).body.applied).toBe(true);
    await say(ns, ...['a', 'b'].map((value) => ({ subject: 'user:x', predicate: 'on call/for', value })));
    const refused = await ask('PUT', `/v1/${ns}/predicates/on%20call%2Ffor`, { body: { cardinality: 'single' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'refused' } });
    const folded = await ask('PUT', `/v1/${ns}/predicates/on%20call%2Ffor?resolve=fold`, { body: { cardinality: 'single' } });
    expect(folded).toMatchObject({ status: 200, body: { applied: true } });
  });

  it('GET, POST and DELETE aliases, and POST resolve', async () => {
    const ns = fresh();
    await ask('PUT', `/v1/${ns}/entities/org:vwk`, { body: { name: 'Volkswerken' } });
    const added = await ask('POST', `/v1/${ns}/entities/org:vwk/aliases`, { body: { alias: 'VW/K', kind: 'ticker' } });
    expect(added).toMatchObject({ status: 200, body: { entity: 'org:vwk', aliases: [{ alias: 'VW/K', kind: 'ticker', source: 'put' }] } });
    expect((await get(`/v1/${ns}/entities/Volkswerken/aliases`)).body).toEqual({ aliases: added.body.aliases });
    const asked = await ask('POST', `/v1/${ns}/resolve`, { body: { mentions: ['vw k', { mention: 'Volkswerkn', type: 'org' }] } });
    expect(asked.body.resolved).toMatchObject([
      { entity: 'org:vwk', rule: 'name' },
      { band: 'review', candidates: [{ entity: 'org:vwk' }] },
    ]);
    await ask('PUT', `/v1/${ns}/entities/org:other`, { body: { name: 'Other' } });
    expect(await ask('POST', `/v1/${ns}/entities/org:other/aliases`, { body: { alias: 'volkswerken' } })).toMatchObject({
      status: 409,
      body: { code: 'conflict', issues: [{ message: 'refers to org:vwk already' }] },
    });
    const remove = () =>
      ask('DELETE', `/v1/${ns}/entities/org:vwk/aliases/VW%2FK?reason=mistake&by=ada`, { headers: { 'Idempotency-Key': 'once' } });
    const removed = await remove();
    expect(removed).toMatchObject({ status: 200, body: { entity: 'org:vwk', aliases: [] } });
    expect((await remove()).body).toEqual(removed.body);
    expect(await ask('DELETE', `/v1/${ns}/entities/org:vwk/aliases/VW%2FK`)).toMatchObject({ status: 404 });
    expect(await ask('DELETE', `/v1/${ns}/entities/org:vwk`)).toMatchObject({ status: 405 });
  });

  it('GET and PUT entities, whose ids hold : and /', async () => {
    const ns = fresh();
    const id = encodeURIComponent('repo:acme/api');
    const put = await ask('PUT', `/v1/${ns}/entities/${id}`, { body: { name: 'The API', aliases: ['api'] } });
    expect(put).toMatchObject({ status: 200, body: { id: 'repo:acme/api', aliases: ['api'] } });
    expect((await get(`/v1/${ns}/entities/${id}`)).body).toEqual(put.body);
    expect((await get(`/v1/${ns}/entities/The%20API`)).body).toEqual(put.body);
    expect(await ask('PUT', `/v1/${ns}/entities/repo:other`, { body: { name: 'api' } })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect(await get(`/v1/${ns}/entities/nobody`)).toMatchObject({ status: 404 });
    expect(await ask('PUT', `/v1/${ns}/entities/noType`, { body: {} })).toMatchObject({ status: 400, body: { issues: [{ path: 'id' }] } });
  });

  it('GET neighbours and paths', async () => {
    const { ns } = await told();
    const { body } = await get(`/v1/${ns}/neighbours?entity=user:ada&direction=out`);
    expect(body.neighbours.map((n: { entity: { name: string } }) => n.entity.name)).toEqual(['Globex']);
    const found = await get(`/v1/${ns}/paths?from=user:ada&to=Globex&maxHops=2`);
    expect(found.body.paths[0].steps).toHaveLength(1);
    expect(await get(`/v1/${ns}/paths?from=user:ada&to=Globex&maxHops=9`)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'maxHops' }] },
    });
  });

  it('GET doctor, of a namespace and of the whole store', async () => {
    const { ns } = await told();
    expect((await get(`/v1/${ns}/doctor`)).body).toMatchObject({ ok: true, findings: [] });
    // of a server that all tests share, the whole takes as long as they have written
    if (!engine.shared) expect((await get('/v1/doctor')).body.checks.length).toBeGreaterThan(5);
  });

  it('a GET has an ETag, and answers 304 to it until something changed', async () => {
    const { ns } = await told();
    for (const path of [`/v1/${ns}/facts?subject=user:ada`, `/v1/${ns}/entities/user:ada`, `/v1/${ns}/predicates`]) {
      const { headers } = await get(path);
      const etag = headers.get('etag') as string;
      expect(headers.get('cache-control')).toBe('private, no-cache');
      expect(await ask('GET', path, { headers: { 'If-None-Match': etag } })).toMatchObject({ status: 304, body: undefined });
    }
    const path = `/v1/${ns}/facts?subject=user:ada`;
    const etag = (await get(path)).headers.get('etag') as string;
    await say(ns, { ...ADA, value: 'Initech', confidence: 1 });
    expect((await ask('GET', path, { headers: { 'If-None-Match': etag } })).status).toBe(200);
  });

  it('HEAD and OPTIONS', async () => {
    const { ns } = await told();
    expect(await ask('HEAD', `/v1/${ns}/facts?subject=user:ada`)).toMatchObject({ status: 200, body: undefined });
    const options = await ask('OPTIONS', `/v1/${ns}/facts`);
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'POST, GET, HEAD']);
  });

  it('healthz, readyz, metrics', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { ok: true } });
    expect(await get('/readyz')).toMatchObject({ status: 200, body: { ready: true } });
    const ns = fresh();
    await say(ns, { ...ADA, value: 'Acme' });
    const { body } = await get('/metrics');
    for (const line of [
      /^palimpsest_remember_total\{outcome="inserted"\} \d+$/m,
      /^palimpsest_procedure_seconds_count\{procedure="truth\/assert",result="ok"\} \d+$/m,
      /route="\/v1\/\{namespace\}\/facts"/,
      /^palimpsest_http_in_flight 1$/m,
      /^palimpsest_procedures_in_flight 0$/m,
    ])
      expect(body).toMatch(line);
    expect(body).not.toContain(ns);
  });
});
