import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

interface CommandLine {
  readonly arguments: readonly string[]
  /** Files of `-r`, loaded before the application. */
  readonly preloads: readonly string[]
  /** Where the application is. */
  readonly folder: string
}

function read(given: readonly string[]): CommandLine {
  const preloads: string[] = []
  let folder: string | undefined
  for (let i = 0; i < given.length; i++) {
    const argument = given[i] ?? ''
    if (argument === '-r') preloads.push(resolve(given[++i] ?? ''))
    else if (!argument.startsWith('-')) folder ??= resolve(argument)
  }
  return { arguments: given, preloads, folder: folder ?? process.cwd() }
}

// As in Electron, the application sees the whole command line after the executable.
process.argv.splice(1, 1)
export const commandLine = read(process.argv.slice(1))

export const packageFile = JSON.parse(readFileSync(join(commandLine.folder, 'package.json'), 'utf8')) as {
  main: string
  name: string
  productName?: string
  version: string
}

/** Value of `--name=value`. */
export function switchValue(name: string): string | undefined {
  return commandLine.arguments.find((a) => a.startsWith(`--${name}=`))?.slice(name.length + 3)
}
