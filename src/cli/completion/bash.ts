import { flagsThatTake, type Node } from './tree.ts';

/** Bash splits words at colons too; only commands, options and fixed choices are completed, so that does no harm. */
export function bash(tree: readonly Node[]): string {
  const [program] = tree as [Node, ...Node[]];
  return `# palimpsest completion for bash
_palimpsest() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" last="" cmd="" word words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$last" in ${[...new Set(tree.flatMap(flagsThatTake))].join('|')}) last="$word"; continue ;; esac
    case "$cmd/$word" in
      ${tree.flatMap((node) => node.commands.map(({ name }) => `"${node.path}/${name}"`)).join('|')}) cmd="\${cmd:+$cmd }$word" ;;
    esac
    last="$word"
  done
  case "$cmd/$last" in
${[program, ...tree.slice(1)].flatMap(valueCases).join('\n')}
  esac
  case "$cmd" in
${tree.map((node) => `    "${node.path}") words="${wordsOf(node, program)}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case "$cmd" in ${tree.flatMap((node) => (node.takesFile ? [`"${node.path}"`] : [])).join('|')}) COMPREPLY+=($(compgen -f -- "$cur")) ;; esac
}
complete -o filenames -F _palimpsest palimpsest
`;
}

function valueCases(node: Node): string[] {
  return node.options.flatMap(({ flags, takes }) => {
    if (takes === 'nothing') return [];
    const found = takes === 'a word' ? '' : takes === 'a file' ? '$(compgen -f -- "$cur")' : `$(compgen -W "${takes.join(' ')}" -- "$cur")`;
    const when = flags.map((flag) => (node.path === '' ? `*"/${flag}"` : `"${node.path}/${flag}"`)).join('|');
    return [`    ${when}) COMPREPLY=(${found}); return ;;`];
  });
}

function wordsOf(node: Node, program: Node): string {
  const options = node === program ? node.options : [...node.options, ...program.options];
  const flags = options.flatMap((option) => option.flags.filter((flag) => flag.startsWith('--')));
  return [...node.commands.map(({ name }) => name), ...node.words, ...new Set(flags)].join(' ');
}
