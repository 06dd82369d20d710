import { Argument, type Command } from 'commander';
import { bash } from '../completion/bash.ts';
import { fish } from '../completion/fish.ts';
import { treeOf } from '../completion/tree.ts';
import { zsh } from '../completion/zsh.ts';
import { examples } from '../options.ts';
import type { Cli } from '../session.ts';

const SHELLS = { bash, zsh, fish } as const;

export function completionCommand(program: Command, cli: Cli): void {
  program
    .command('completion')
    .summary('what a shell needs to complete commands')
    .description(
      'Prints a script with which the shell completes commands, options and their choices. The folder it is written to must be there (mkdir -p).',
    )
    .addArgument(new Argument('<shell>', 'yours').choices(Object.keys(SHELLS)))
    .addHelpText(
      'after',
      examples(
        ['completion bash > ~/.local/share/bash-completion/completions/palimpsest', 'For bash, from the next shell on'],
        ['completion zsh > ~/.zsh/completions/_palimpsest', 'For zsh, where that directory is in $fpath before compinit'],
        ['completion fish > ~/.config/fish/completions/palimpsest.fish', 'For fish'],
      ),
    )
    .action((shell: keyof typeof SHELLS) => cli.io.out(SHELLS[shell](treeOf(program))));
}
