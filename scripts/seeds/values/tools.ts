import { byHand, Names, provenance, writeNames, writeSeed } from './sources.ts';

// a name the compiler doesn't follow: the package is installed for building seeds only
const LINGUIST: string = 'linguist-languages';

interface Language {
  readonly name: string;
  readonly type: string;
  readonly aliases?: readonly string[];
}
interface Hand {
  readonly names: Record<string, readonly string[]>;
  readonly shared: Record<string, readonly string[]>;
  /** Languages that are not for programming, and wanted. */
  readonly wanted: readonly string[];
  /** Words that linguist takes for a language and that are a thing of their own, or several. */
  readonly own: readonly string[];
}

/** Programming languages as GitHub's linguist names them, and everyday names of tools by hand. */
export async function buildTools(): Promise<void> {
  const linguist = Object.values((await import(LINGUIST)) as unknown as Record<string, Language>);
  const hand = byHand<Hand>('tools.json');
  const names = new Names();
  for (const { name, aliases = [] } of linguist.filter((l) => l.type === 'programming' || hand.wanted.includes(l.name)))
    for (const word of [name, ...aliases]) if (!hand.own.includes(word.toLowerCase())) names.add(name, word, 'en');
  for (const [name, owners] of Object.entries(hand.shared)) names.share(name, owners);
  for (const [name, given] of Object.entries(hand.names)) names.claim(name, [name, ...given]);
  const table = names.table();
  writeSeed('tools.json', { source: provenance('linguist-languages'), saidIn: table.saidIn });
  writeNames('tools.tsv', table);
}
