import { parse } from '../contract/check.ts';
import { type SettingsInput, settingsSchema } from '../contract/settings.ts';
import type { NamespaceSettings, RoleDefinition } from '../domain/settings.ts';
import { type Issue, invalidInput, refusal } from '../errors.ts';
import type { SettingsChange } from '../palimpsest.ts';
import { isId } from './decide.ts';
import type { Entities } from './entities.ts';
import { foldName } from './names/key.ts';
import { isReserved } from './phrases.ts';
import type { Predicates } from './predicates.ts';
import type { Settings } from './settings.ts';

const OPERATION = 'changeSettings';

interface Registry {
  readonly entities: Entities;
  readonly predicates: Predicates;
  readonly settings: Settings;
}

/** A field that is left out stays as it is. */
export async function changeSettings(registry: Registry, namespace: string, change: SettingsChange): Promise<NamespaceSettings> {
  const given = parse(settingsSchema, change, OPERATION, 'settings');
  const roles = given.roles === undefined ? undefined : await rolesOf(registry, namespace, given.roles);
  const next = async (before: NamespaceSettings): Promise<NamespaceSettings> => {
    const subject = await subjectOf(registry.entities, namespace, before.subject, given.subject);
    const { locale = before.locale, uncertainNames = before.uncertainNames } = given;
    const tag = locale === null ? null : (Intl.getCanonicalLocales(locale.replaceAll('_', '-'))[0] as string);
    return { version: before.version, locale: tag, subject, uncertainNames, roles: roles ?? before.roles };
  };
  return registry.settings.change(namespace, next);
}

/** Set once: what was said of one person can't become another's. */
async function subjectOf(
  entities: Entities,
  namespace: string,
  before: string | null,
  given: string | null | undefined,
): Promise<string | null> {
  if (given === undefined || given === before) return before;
  const path = 'settings.subject';
  if (before !== null) {
    // by an id that was merged into it, or that it was merged into
    const [known, now] = await Promise.all([given, before].map(async (id) => (id === null ? null : entities.byId(namespace, id))));
    if (known != null && known.id === now?.id) return before;
    const issue = { path, message: `is ${before} already`, next: `merge the two if they are one, or keep ${before}` };
    throw refusal('conflict', OPERATION, issue);
  }
  const id = given as string;
  const [resolution] = (await entities.use(namespace, [{ text: id, type: null }])).values();
  if (resolution?.entity == null)
    throw invalidInput(OPERATION, [{ path, message: 'is not the id of a known entity', next: 'make the entity first, or use its id' }]);
  return resolution.entity.id;
}

async function rolesOf(
  { predicates, entities }: Registry,
  namespace: string,
  given: NonNullable<SettingsInput['roles']>,
): Promise<NamespaceSettings['roles']> {
  const issues: Issue[] = [];
  const roles: [string, RoleDefinition | null][] = [];
  const said = new Map<string, string>();
  for (const [name, role] of Object.entries(given)) {
    const path = `settings.roles.${name}`;
    if (role === null) {
      roles.push([name, null]);
      continue;
    }
    const { predicate, nouns = [], phrases = [] } = role;
    roles.push([name, { predicate, nouns, phrases }]);
    const found = await predicates.find(namespace, predicate);
    if (found === null)
      issues.push({
        path: `${path}.predicate`,
        message: 'names no predicate of this namespace',
        next: 'define it first, or see predicates',
      });
    else if (found.predicate.valueType !== 'entity')
      issues.push({
        path: `${path}.predicate`,
        message: 'has values that are no entities',
        next: 'choose another, or set its valueType to entity',
      });
    for (const [field, words] of Object.entries({ nouns, phrases }))
      for (const [i, text] of words.entries()) {
        const at = `${path}.${field}[${i}]`;
        const key = `${field} ${foldName(text)}`;
        const owner = said.get(key);
        if (owner !== undefined && owner !== name)
          issues.push({ path: at, message: `is a phrase of ${owner} already`, next: 'choose another' });
        else if (isId(text)) issues.push({ path: at, message: 'is an id', next: 'choose a phrase' });
        else if (isReserved(text)) issues.push({ path: at, message: 'means whoever speaks, or somebody else', next: 'choose another' });
        said.set(key, name);
      }
  }
  if (issues.length > 0) throw invalidInput(OPERATION, issues);
  await refuseNames(entities, namespace, given);
  return Object.fromEntries(roles);
}

/** What was told of somebody by a name would be hidden behind a phrase. */
async function refuseNames(entities: Entities, namespace: string, given: NonNullable<SettingsInput['roles']>): Promise<void> {
  for (const [name, role] of Object.entries(given))
    for (const [i, phrase] of (role?.phrases ?? []).entries()) {
      const owner = await entities.owner(namespace, phrase);
      if (owner === null) continue;
      const issue = { path: `settings.roles.${name}.phrases[${i}]`, message: `refers to ${owner.id} already`, next: 'choose another' };
      throw refusal('conflict', OPERATION, issue);
    }
}
