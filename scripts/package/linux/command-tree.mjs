/** The commands of Airdesk as data, read from what the command line itself is parsed by. */
import { describeCommands } from '../../../service/entry/commands.ts'
import { describeOptions } from '../../../service/platform/settings/command-line.ts'
import { SERVICE_COMMANDS } from '../../../service/platform/settings/command-list.ts'

/**
 * @typedef {{ flags: string, description: string, value: string | null, fallback: string | null, choices: string[],
 *   variable: string | null, takesFile: boolean }} OptionText `flags` such as `--data-dir`
 * @typedef {{ name: string, required: boolean, many: boolean, choices: string[], takesFile: boolean }} ArgumentText
 * @typedef {{ path: string[], description: string, options: OptionText[], arguments: ArgumentText[],
 *   commands: CommandText[] }} CommandText `path` without the program's name
 */

/** Defaults name the home of whoever asks; here they shall name that of whoever reads. */
const HOME = '~'

/**
 * @param {string} version
 * @returns {CommandText} `airdesk` with everything below it
 */
export function commandTree(version) {
  return withHome(() => {
    const service = textOf(describeOptions(version), [])
    const ways = Object.entries(SERVICE_COMMANDS).map(([name, description]) => ({
      ...service,
      path: [name],
      description,
      commands: [],
    }))
    const nobody = {
      does: () => undefined,
      doesAlone: () => undefined,
      writeOut: () => undefined,
      writeErr: () => undefined,
    }
    const rest = describeCommands(nobody).commands.map((command) => textOf(command, []))
    return { ...service, commands: [...ways, ...rest] }
  })
}

/** @template T @param {() => T} run */
function withHome(run) {
  const { HOME: home, XDG_DATA_HOME: data } = process.env
  process.env.HOME = HOME
  delete process.env.XDG_DATA_HOME
  try {
    return run()
  } finally {
    process.env.HOME = home
    if (data !== undefined) process.env.XDG_DATA_HOME = data
  }
}

/** @param {import('commander').Command} command @param {string[]} above @returns {CommandText} */
function textOf(command, above) {
  const path = command.parent ? [...above, command.name()] : []
  return {
    path,
    description: command.description(),
    options: command.createHelp().visibleOptions(command).map(optionText),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      required: argument.required,
      many: argument.variadic,
      choices: argument.argChoices ?? [],
      takesFile: argument.name() === 'file',
    })),
    commands: command.commands.map((child) => textOf(child, path)),
  }
}

/** @param {import('commander').Option} option @returns {OptionText} */
function optionText(option) {
  const value = /[<[]([^\]>]+)/.exec(option.flags)?.[1] ?? null
  return {
    flags: [option.short, option.long].filter(Boolean).join(', '),
    description: option.description,
    value,
    fallback: typeof option.defaultValue === 'string' ? option.defaultValue : null,
    choices: option.argChoices ?? [],
    variable: option.envVar ?? null,
    takesFile: value === 'file' || value === 'folder',
  }
}
