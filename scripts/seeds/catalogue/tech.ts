import { type Draft, readJson } from './source.ts';

interface Icon {
  readonly title: string;
  readonly slug?: string;
  readonly aliases?: {
    readonly aka?: readonly string[];
    readonly old?: readonly string[];
    readonly loc?: Readonly<Record<string, string>>;
  };
}

/** Products, services and tools that have a logo; `dup` aliases share a logo and are other things. */
export function tech(): Draft[] {
  return readJson<readonly Icon[]>('simple-icons', 'data/simple-icons.json').map(({ title, slug, aliases }) => ({
    type: 'tool',
    name: title,
    ref: slug,
    aliases: { name: aliases?.aka ?? [], former: aliases?.old ?? [], translation: Object.values(aliases?.loc ?? {}) },
  }));
}
