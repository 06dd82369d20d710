/** The paths beside the verbs, as the document describes them. */
const text = (description: string, type = 'text/plain') => ({ description, content: { [type]: { schema: { type: 'string' } } } });
const check = {
  type: 'object',
  required: ['check', 'ok', 'means'],
  properties: {
    check: { type: 'string', description: 'What was looked at.' },
    ok: { type: 'boolean', description: 'It is as it should be.' },
    means: { type: 'string', description: 'What that means.' },
  },
  additionalProperties: false,
};
const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } });
const ready = {
  type: 'object',
  required: ['ready', 'checks'],
  properties: {
    ready: { type: 'boolean', description: 'Requests may be sent here.' },
    checks: { type: 'array', items: check, description: 'All that were made.' },
  },
  additionalProperties: false,
};
const get = (operationId: string, summary: string, description: string, responses: object) => ({
  get: { operationId, tags: ['system'], summary, description, responses },
});
const foreign = {
  description: '`restricted`: the Host is no name of this machine',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};

export const SYSTEM_PATHS: Readonly<Record<string, Record<string, unknown>>> = {
  '/healthz': get('healthz', 'Is the process alive?', 'It asks nothing of the store.', {
    200: json('It is', {
      type: 'object',
      required: ['ok'],
      properties: { ok: { const: true, description: 'Always true.' } },
      additionalProperties: false,
    }),
    403: foreign,
  }),
  '/readyz': get(
    'readyz',
    'May requests be sent here?',
    'The store answers, its schema is the one of this release, and the clocks agree.',
    {
      200: json('They may', ready),
      403: foreign,
      503: json('Not now', ready),
    },
  ),
  '/metrics': get('metrics', 'Figures for Prometheus', 'No label holds a namespace or an id.', { 200: text('The figures'), 403: foreign }),
  '/openapi.json': get('openapi', 'This document', 'OpenAPI 3.1.', { 200: json('The document', { type: 'object' }), 403: foreign }),
};
