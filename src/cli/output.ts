import Table from 'cli-table3';
import pc from 'picocolors';
import { plain, toJson, when } from './text.ts';

type Colors = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'dim' | 'green' | 'yellow' | 'red' | 'cyan'>;

/** How things look: colours, and how much is shown of instants and ids. */
export interface Paint extends Colors {
  when(instant: string | null): string;
  id(id: string): string;
}

/** Prints what a command found: one JSON document, or text for a person. */
export interface Output {
  readonly json: boolean;
  readonly paint: Paint;
  show(document: unknown, human: (paint: Paint) => string): void;
}

export function makeOutput(json: boolean, color: boolean, write: (text: string) => void): Output {
  const colors = pc.createColors(color && !json);
  const paint: Paint = { ...colors, when, id: (id) => colors.dim(plain(id)) };
  return { json, paint, show: (document, human) => write(`${json ? toJson(document) : human(paint)}\n`) };
}

const BARE = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

/** Cells must be plain already. A column that is empty in every row is left out. */
export function table(paint: Paint, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = head.flatMap((_, i) => (rows.some((row) => (row[i] ?? '') !== '') ? [i] : []));
  const pick = (row: readonly string[]) => kept.map((i) => row[i] ?? '');
  const drawn = new Table({
    chars: BARE,
    head: pick(head).map((h) => paint.bold(h.toUpperCase())),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  drawn.push(...rows.map(pick));
  return drawn.toString().replace(/ +$/gm, '');
}
