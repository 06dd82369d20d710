import type { Command, Option } from 'commander';

/** What can follow on a command line, read from the commands themselves. */
export interface Node {
  /** Empty for the program, else the names on the way, such as `predicates define`. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly says: string }[];
  readonly options: readonly Choice[];
  /** An argument is the name of a file. */
  readonly takesFile: boolean;
  /** Of an argument that is one of a few words. */
  readonly words: readonly string[];
}
export interface Choice {
  /** Such as `-n` and `--namespace`. */
  readonly flags: readonly string[];
  readonly says: string;
  readonly takes: 'nothing' | 'a word' | 'a file' | readonly string[];
}

/** The program first; what it takes, every command takes too. */
export function treeOf(program: Command): readonly Node[] {
  const nodes: Node[] = [];
  const visit = (command: Command, path: string): void => {
    const below = command.commands.filter((c) => c.name() !== 'help');
    nodes.push({
      path,
      commands: below.map((c) => ({ name: c.name(), says: c.summary() })),
      options: [...command.options.map(choiceOf), HELP],
      takesFile: command.registeredArguments.some((argument) => argument.name() === 'file'),
      words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
    });
    for (const next of below) visit(next, path === '' ? next.name() : `${path} ${next.name()}`);
  };
  visit(program, '');
  return nodes;
}

const HELP: Choice = { flags: ['-h', '--help'], says: 'what it does, by example', takes: 'nothing' };

function choiceOf(option: Option): Choice {
  const flags = [option.short, option.long].filter((flag) => typeof flag === 'string');
  return { flags, says: option.description, takes: takenBy(option) };
}

function takenBy({ required, optional, argChoices, flags }: Option): Choice['takes'] {
  if (!required && !optional) return 'nothing';
  return argChoices ?? (flags.includes('<file>') ? 'a file' : 'a word');
}

export const flagsThatTake = (node: Node): string[] => node.options.flatMap(({ flags, takes }) => (takes === 'nothing' ? [] : flags));
