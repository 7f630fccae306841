/** Completion for bash and fish, from the commands themselves. */

/** @typedef {import('./command-tree.mjs').CommandText} CommandText */

/**
 * For /usr/share/bash-completion/completions/airdesk. `compgen` is enough: nothing of bash-completion is needed.
 * @param {CommandText} tree
 */
export function bashCompletion(tree) {
  const commands = everyCommand(tree)
  const cases = commands.map(
    (command) => `    '${command.path.join(' ')}') words='${wordsOf(command).join(' ')}' ;;`,
  )
  const valued = [...new Map(commands.flatMap(({ options }) => options).map((o) => [longOf(o), o])).values()]
  const byValue = Map.groupBy(
    valued.filter(({ value }) => value !== null),
    bashValue,
  )
  const values = [...byValue].map(
    ([reply, options]) => `    ${options.map(longOf).join('|')}) ${reply}; return ;;`,
  )
  return `# Made from the commands of Airdesk; not to be edited.
_airdesk() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' word words=''
  COMPREPLY=()
  case $prev in
${values.join('\n')}
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case " ${paths(commands).join(' | ')} " in
      *"| \${path:+$path }$word |"*) path="\${path:+$path }$word" ;;
    esac
  done
  case $path in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  case $path in
    ${commands
      .filter((command) => command.arguments.some(({ takesFile }) => takesFile))
      .map(({ path }) => `'${path.join(' ')}'`)
      .join('|')}) [[ $cur != -* ]] && COMPREPLY+=($(compgen -f -- "$cur")) ;;
  esac
}
complete -o filenames -F _airdesk airdesk
`
}

/**
 * For /usr/share/fish/vendor_completions.d/airdesk.fish.
 * @param {CommandText} tree
 */
export function fishCompletion(tree) {
  const lines = everyCommand(tree).flatMap((command) => {
    const here = fishCondition(command)
    const line = (/** @type {string} */ rest) => `complete -c airdesk -n ${quote(here)} ${rest}`
    return [
      ...command.commands.map(({ path, description }) =>
        line(`-f -a ${path.at(-1)} -d ${quote(description || path.join(' '))}`),
      ),
      ...command.options.map((option) => line(fishOption(option))),
      ...command.arguments
        .filter(({ choices }) => choices.length > 0)
        .map(({ choices }) => line(`-f -a ${quote(choices.join(' '))}`)),
    ]
  })
  return `# Made from the commands of Airdesk; not to be edited.\n${lines.join('\n')}\n`
}

/** @param {CommandText} command @returns {CommandText[]} */
const everyCommand = (command) => [command, ...command.commands.flatMap(everyCommand)]

/** @param {CommandText[]} commands */
const paths = (commands) => ['', ...commands.map(({ path }) => path.join(' ')).filter(Boolean), '']

/** @param {CommandText} command */
const wordsOf = (command) => [
  ...command.commands.map(({ path }) => path.at(-1)),
  ...command.options.flatMap(({ flags }) => flags.split(', ').filter((flag) => flag.startsWith('--'))),
  ...command.arguments.flatMap(({ choices }) => choices),
]

/** @param {import('./command-tree.mjs').OptionText} option */
const longOf = ({ flags }) => flags.split(', ').at(-1) ?? flags

/** @param {import('./command-tree.mjs').OptionText} option */
function bashValue({ choices, value }) {
  if (choices.length > 0) return `COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur"))`
  if (value === 'folder') return 'COMPREPLY=($(compgen -d -- "$cur"))'
  return value === 'file' ? 'COMPREPLY=($(compgen -f -- "$cur"))' : ':'
}

/** @param {import('./command-tree.mjs').OptionText} option */
function fishOption({ flags, description, value, choices, takesFile }) {
  const [long, short] = [longOf({ flags }), flags.split(', ').find((flag) => /^-\w/.test(flag))]
  const names = `${short ? `-s ${short.slice(1)} ` : ''}-l ${long.slice(2)}`
  const files = takesFile ? '-r -F' : `-x${choices.length > 0 ? ` -a ${quote(choices.join(' '))}` : ''}`
  return `${names} ${value === null ? '-f' : files} -d ${quote(description)}`
}

/** When a command's own words are offered. @param {CommandText} command */
function fishCondition({ path, commands }) {
  if (path.length === 0) return '__fish_use_subcommand'
  const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join('; and ')
  const below = commands.map((child) => child.path.at(-1)).join(' ')
  return below ? `${seen}; and not __fish_seen_subcommand_from ${below}` : seen
}

/** @param {string} words for fish */
const quote = (words) => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
