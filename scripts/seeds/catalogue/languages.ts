import type { Draft } from './source.ts';

// a name the compiler doesn't follow: the package is installed for building seeds only
const LINGUIST: string = 'linguist-languages';

interface Language {
  readonly name: string;
  readonly type: string;
  readonly languageId: number;
  readonly aliases?: readonly string[];
}

/** Programming languages, as GitHub tells them apart. */
export async function languages(): Promise<Draft[]> {
  const all = Object.values({ ...(await import(LINGUIST)) }) as Language[];
  return all
    .filter((l) => l.type === 'programming')
    .map((l) => ({ type: 'tool', name: l.name, ref: String(l.languageId), aliases: { nickname: l.aliases ?? [] } }));
}
