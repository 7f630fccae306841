/** The manual, airdesk(1), from the commands themselves. */

/** @typedef {import('./command-tree.mjs').CommandText} CommandText */

/**
 * @param {CommandText} tree
 * @param {{ version: string, date: string, description: string }} about `date` as 2026-01-31
 * @returns {string} for man(7)
 */
export function manPage(tree, { version, date, description }) {
  const [serve] = tree.commands
  const others = tree.commands.filter((command) => command.options !== tree.options && command !== serve)
  return `${[
    `.TH AIRDESK 1 "${date}" "Airdesk ${version}" "User Commands"`,
    '.SH NAME',
    `airdesk \\- ${text(lowerFirst(description.replace(/\.$/, '')))}`,
    '.SH SYNOPSIS',
    ...tree.commands.flatMap((command) => leaves(command)).flatMap(synopsis),
    '.SH DESCRIPTION',
    text(tree.description),
    'Without a command the service runs as with \\fBserve\\fR; without any argument, and on a desktop, as with \\fBwindow\\fR.',
    '.SH COMMANDS',
    ...tree.commands
      .flatMap((command) => leaves(command))
      .flatMap((command) => [
        '.TP',
        `\\fB${text(command.path.join(' '))}\\fR`,
        text(sentence(command.description)),
      ]),
    '.SH OPTIONS OF THE SERVICE',
    ...tree.options.flatMap(option),
    ...others.flatMap((command) => leaves(command)).flatMap(optionsOf),
    '.SH ENVIRONMENT',
    ...tree.options
      .filter(({ variable }) => variable)
      .flatMap(({ variable, flags }) => [
        '.TP',
        `\\fB${text(variable)}\\fR`,
        `As \\fB${text(flags)}\\fR, which comes first.`,
      ]),
    '.SH FILES',
    ...['.TP', '\\fI~/.local/share/airdesk\\fR', 'Everything that a user\\(aqs own Airdesk keeps.'],
    ...[
      '.TP',
      '\\fI/var/lib/airdesk\\fR',
      'Everything that the control room of \\fBairdesk.service\\fR keeps.',
    ],
    ...['.TP', '\\fI/etc/default/airdesk\\fR', 'Options of \\fBairdesk.service\\fR.'],
    ...[
      '.TP',
      '\\fI/etc/credstore/airdesk.*\\fR',
      'Credentials of \\fBairdesk.service\\fR, see \\fBsystemd.exec\\fR(5).',
    ],
    '.SH EXIT STATUS',
    '0 ended by a signal or done, 1 failed, 2 wrong option or port taken, 3 already running on the data folder, 4 tests saw less than was asked for.',
  ].join('\n')}\n`
}

/** @param {CommandText} command @returns {CommandText[]} what can be called */
function leaves(command) {
  return command.commands.length > 0 ? command.commands.flatMap(leaves) : [command]
}

/** @param {CommandText} command */
function synopsis(command) {
  const parts = command.arguments.map(({ name, required, many }) => {
    const body = `\\fI${text(name)}\\fR${many ? ' ...' : ''}`
    return required ? body : `[${body}]`
  })
  return [
    `.B ${text(['airdesk', ...command.path].join(' '))}`,
    ['[\\fIoptions\\fR]', ...parts].join(' '),
    '.br',
  ]
}

/** @param {CommandText} command */
function optionsOf({ path, options, arguments: args }) {
  const own = options.filter(({ flags }) => !flags.includes('--help'))
  const choices = args.filter((argument) => argument.choices.length > 0)
  if (own.length + choices.length === 0) return []
  return [
    `.SH OPTIONS OF ${text(path.join(' ').toUpperCase())}`,
    ...choices.flatMap((argument) => [
      '.TP',
      `\\fI${text(argument.name)}\\fR`,
      text(`One of ${argument.choices.join(', ')}.`),
    ]),
    ...own.flatMap(option),
  ]
}

/** @param {import('./command-tree.mjs').OptionText} option */
function option({ flags, value, description, fallback, choices }) {
  const notes = [
    ...(choices.length > 0 ? [`One of ${choices.join(', ')}.`] : []),
    ...(fallback === null ? [] : [`Usually ${fallback}.`]),
  ]
  return [
    '.TP',
    `\\fB${text(flags)}\\fR${value === null ? '' : ` \\fI${text(value)}\\fR`}`,
    [sentence(description), ...notes].map(text).join(' '),
  ]
}

/** What roff would read as its own is escaped. @param {string} words */
function text(words) {
  return words
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll("'", '\\(aq')
    .replace(/^\./gm, '\\&.')
}

const lowerFirst = (/** @type {string} */ words) => words.charAt(0).toLowerCase() + words.slice(1)
/** What begins with a value and a colon keeps its case. @param {string} words */
const sentence = (words) =>
  `${/^[\w-]+:/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1)}.`
