import type { Draft } from './source.ts';

interface Language {
  readonly name: string;
  readonly type: string;
  readonly languageId: number;
  readonly aliases?: readonly string[];
}

/** Programming languages, as GitHub tells them apart. */
export async function languages(): Promise<Draft[]> {
  const all = Object.values({ ...(await import('linguist-languages')) }) as Language[];
  return all
    .filter((l) => l.type === 'programming')
    .map((l) => ({ type: 'tool', name: l.name, ref: String(l.languageId), aliases: { nickname: l.aliases ?? [] } }));
}
