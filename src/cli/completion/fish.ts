import type { Choice, Node } from './tree.ts';

export function fish(tree: readonly Node[]): string {
  const lines = tree.flatMap((node) => {
    const at = node.path === '' ? [] : ['-n', quoted(`__fish_seen_subcommand_from ${node.path.split(' ').at(-1)}`)];
    const names = node.commands.map(({ name }) => name).join(' ');
    const here =
      node.path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${node.path}; and not __fish_seen_subcommand_from ${names}`;
    return [
      ...node.commands.map(({ name, says }) => ['-n', quoted(here), '-a', name, '-d', quoted(says)]),
      ...node.options.map((option) => [...at, ...flagsOf(option)]),
      ...(node.words.length === 0 ? [] : [[...at, '-a', quoted(node.words.join(' '))]]),
      ...(node.takesFile ? [[...at, '-F']] : []),
    ];
  });
  return `# palimpsest completion for fish\ncomplete -c palimpsest -f\n${lines.map((line) => `complete -c palimpsest ${line.join(' ')}\n`).join('')}`;
}

function flagsOf({ flags, says, takes }: Choice): string[] {
  const names = flags.flatMap((flag) => (flag.startsWith('--') ? ['-l', flag.slice(2)] : ['-s', flag.slice(1)]));
  const value =
    takes === 'nothing' ? [] : takes === 'a file' ? ['-r', '-F'] : takes === 'a word' ? ['-x'] : ['-x', '-a', quoted(takes.join(' '))];
  return [...names, ...value, '-d', quoted(says)];
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
