import { type Choice, flagsThatTake, type Node } from './tree.ts';

/** Sourced, or saved as \`_palimpsest\` in a directory of $fpath. */
export function zsh(tree: readonly Node[]): string {
  const [program] = tree as [Node, ...Node[]];
  return `#compdef palimpsest
# palimpsest completion for zsh
_palimpsest() {
  local last="" cmd="" word
  local -a names options
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$last" in ${[...new Set(tree.flatMap(flagsThatTake))].join('|')}) last="$word"; continue ;; esac
    case "$cmd/$word" in
      ${tree.flatMap((node) => node.commands.map(({ name }) => `"${node.path}/${name}"`)).join('|')}) cmd="\${cmd:+$cmd }$word" ;;
    esac
    last="$word"
  done
  case "$cmd/$last" in
${tree.flatMap(valueCases).join('\n')}
  esac
  case "$cmd" in
${tree.map((node) => nodeCase(node, program)).join('\n')}
  esac
  (( $#names )) && _describe command names
  _describe -o option options
}
if [ "$funcstack[1]" = _palimpsest ]; then _palimpsest "$@"; else compdef _palimpsest palimpsest; fi
`;
}

function valueCases(node: Node): string[] {
  return node.options.flatMap(({ flags, takes }) => {
    if (takes === 'nothing') return [];
    const found = takes === 'a word' ? ':' : takes === 'a file' ? '_files' : `compadd -- ${takes.join(' ')}`;
    const when = flags.map((flag) => (node.path === '' ? `*"/${flag}"` : `"${node.path}/${flag}"`)).join('|');
    return [`    ${when}) ${found}; return ;;`];
  });
}

function nodeCase(node: Node, program: Node): string {
  const all = node === program ? node.options : [...node.options, ...program.options];
  const options = [...new Map(all.map((option) => [option.flags.at(-1), option])).values()];
  const names = [...node.commands.map(({ name, says }) => quoted(name, says)), ...node.words.map((word) => `'${word}'`)];
  const files = node.takesFile ? '; _files' : '';
  return `    "${node.path}") names=(${names.join(' ')}); options=(${options.map(described).join(' ')})${files} ;;`;
}

const described = ({ flags, says }: Choice): string => quoted(String(flags.at(-1)), says);
const quoted = (word: string, says: string): string => `'${word}:${says.replace(/'/g, `'\\''`).replace(/:/g, '\\:')}'`;
