import { sortedJson } from '../domain/json.ts';
import { type NamespaceSettings, UNSET } from '../domain/settings.ts';
import { PalimpsestError } from '../errors.ts';
import type { Graph } from '../graph.ts';

interface SettingsRow {
  readonly settings: string;
  readonly version: number;
}
const NAMESPACES_KEPT = 2_000;
/** Decided anew this often when others change the same settings meanwhile. */
const TRIES = 5;

/** What was set for each namespace. */
export class Settings {
  readonly #graph: Graph;
  readonly #known = new Map<string, NamespaceSettings>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  /** As they are now: of a store that other processes use too they are read each time. */
  async get(namespace: string): Promise<NamespaceSettings> {
    const known = this.#known.get(namespace);
    return known !== undefined && !this.#graph.engine.capabilities.multiProcess ? known : this.#read(namespace);
  }

  /** As they were when last looked at, for what is checked against `get` before anything follows from it. */
  async lately(namespace: string): Promise<NamespaceSettings> {
    return this.#known.get(namespace) ?? this.#read(namespace);
  }

  /** After they were seen to be others. */
  forget(namespace: string): void {
    this.#known.delete(namespace);
  }

  /** Compare and set: `next` may be asked again, with what somebody else set meanwhile. */
  async change(namespace: string, next: (before: NamespaceSettings) => Promise<NamespaceSettings>): Promise<NamespaceSettings> {
    for (let round = 0; round < TRIES; round++) {
      const before = await this.#read(namespace);
      const { version: expectedVersion, ...settings } = await next(before);
      if (sortedJson({ ...settings, version: expectedVersion }) === sortedJson(before)) return before;
      const params = { namespace, expectedVersion: before.version, settings: JSON.stringify(settings) };
      const [set] = await this.#graph.call<{ version: number }>('registry/change-settings', params);
      if (set !== undefined) return this.#keep(namespace, { ...settings, version: set.version });
    }
    throw new PalimpsestError('busy', 'changeSettings: the settings kept changing meanwhile; try again');
  }

  async #read(namespace: string): Promise<NamespaceSettings> {
    const [row] = await this.#graph.call<SettingsRow>('registry/settings', { namespace });
    const stored = row === undefined ? UNSET : { ...UNSET, ...(JSON.parse(row.settings) as NamespaceSettings), version: row.version };
    const known = this.#known.get(namespace);
    // the same object for the same settings, so that what is made from them is made once
    return known?.version === stored.version ? known : this.#keep(namespace, stored);
  }

  #keep(namespace: string, settings: NamespaceSettings): NamespaceSettings {
    const known = this.#known.get(namespace);
    // what was read before somebody changed it may arrive after that
    if (known !== undefined && known.version > settings.version) return known;
    if (this.#known.size >= NAMESPACES_KEPT) this.#known.delete(this.#known.keys().next().value as string);
    this.#known.set(namespace, settings);
    return settings;
  }
}
