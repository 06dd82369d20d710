import { z } from 'zod';
import { textOf } from './check.ts';
import { LIMITS } from './limits.ts';

/** What an alias is to its entity. */
export const ALIAS_KINDS = ['name', 'acronym', 'ticker', 'former', 'nickname', 'translation', 'typo'] as const;
export type AliasKind = (typeof ALIAS_KINDS)[number];

const nameText = textOf(LIMITS.id);

const entity = z
  .strictObject({
    type: z.string().regex(/^[a-z][a-z0-9_-]{0,59}$/, 'must be small letters, digits, _ and -, beginning with a letter'),
    name: nameText,
    /** Item of Wikidata. */
    qid: z
      .string()
      .regex(/^Q[1-9]\d*$/, 'must look like Q246')
      .optional(),
    domain: z
      .string()
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must look like example.com')
      .optional(),
    /** Where in the source it stands. */
    ref: nameText.optional(),
    aliases: z.partialRecord(z.enum(ALIAS_KINDS), z.array(nameText).max(100)).optional(),
    /** Those of its names that mean other things too: they lead to it only where its type is asked for. */
    words: z.array(nameText).max(100).optional(),
  })
  .superRefine((e, context) => {
    const names = new Set([e.name, ...Object.values(e.aliases ?? {}).flat()]);
    (e.words ?? []).forEach((word, i) => {
      if (!names.has(word))
        context.addIssue({ code: 'custom', path: ['words', i], message: 'is neither the name nor an alias; add it there' });
    });
  });

/** A file of entities that a namespace may meet. */
export const catalogueSchema = z.strictObject({
  source: z.strictObject({ name: nameText, version: nameText, licence: nameText, url: nameText }).optional(),
  /** Whether a name links to its entity, or only proposes it. */
  link: z.enum(['accept', 'propose']).default('accept'),
  entities: z.array(entity).max(100_000, 'holds more than 100000 entities'),
});

export type CatalogueFile = z.output<typeof catalogueSchema>;
