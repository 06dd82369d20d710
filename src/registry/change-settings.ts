import { parse } from '../contract/check.ts';
import { type SettingsInput, settingsSchema } from '../contract/settings.ts';
import type { NamespaceSettings, RoleDefinition } from '../domain/settings.ts';
import { type Issue, invalidInput, PalimpsestError } from '../errors.ts';
import type { SettingsChange } from '../palimpsest.ts';
import type { Entities } from './entities.ts';
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
  const roles = given.roles === undefined ? undefined : await rolesOf(registry.predicates, namespace, given.roles);
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
    throw new PalimpsestError('conflict', `${OPERATION}: ${path} ${issue.message}; ${issue.next}`, {
      operation: OPERATION,
      issues: [issue],
    });
  }
  const id = given as string;
  const [resolution] = (await entities.use(namespace, [{ text: id, type: null }])).values();
  if (resolution?.entity == null)
    throw invalidInput(OPERATION, [{ path, message: 'is not the id of a known entity', next: 'make the entity first, or use its id' }]);
  return resolution.entity.id;
}

async function rolesOf(
  predicates: Predicates,
  namespace: string,
  given: NonNullable<SettingsInput['roles']>,
): Promise<NamespaceSettings['roles']> {
  const issues: Issue[] = [];
  const roles: [string, RoleDefinition | null][] = [];
  for (const [name, role] of Object.entries(given)) {
    if (role !== null) {
      const found = await predicates.find(namespace, role.predicate);
      const path = `settings.roles.${name}.predicate`;
      if (found === null)
        issues.push({ path, message: 'names no predicate of this namespace', next: 'define it first, or see predicates' });
      else if (found.predicate.valueType !== 'entity')
        issues.push({ path, message: 'has values that are no entities', next: 'choose another, or set its valueType to entity' });
    }
    roles.push([name, role === null ? null : { predicate: role.predicate, nouns: role.nouns ?? [], phrases: role.phrases ?? [] }]);
  }
  if (issues.length > 0) throw invalidInput(OPERATION, issues);
  return Object.fromEntries(roles);
}
