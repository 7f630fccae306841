import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PORT_NAMES } from './ports.ts'
import type { Ports } from './ports.ts'

const fileIn = (directory: string) => join(directory, 'ports.json')
const isPort = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) <= 65_535

/** Where the last run on the data folder listened, as far as is known. */
export function readLastPorts(directory: string): Partial<Ports> {
  try {
    const value: unknown = JSON.parse(readFileSync(fileIn(directory), 'utf8'))
    const known = Object.entries(value ?? {}).filter(
      ([name, port]) => (PORT_NAMES as string[]).includes(name) && isPort(port),
    )
    return Object.fromEntries(known)
  } catch {
    // There was none, or the file is broken: then there is nothing to go by.
    return {}
  }
}

/**
 * Remembers where this run listens, for the next one; at once, so that nothing is written after the folder is
 * let go. What is 0 has no port yet and stays as it was.
 * @throws Error of the file system
 */
export function writeLastPorts(directory: string, ports: Readonly<Partial<Ports>>): void {
  const bound = Object.fromEntries(Object.entries(ports).filter(([, port]) => isPort(port)))
  const text = `${JSON.stringify({ ...readLastPorts(directory), ...bound }, null, 2)}\n`
  const file = fileIn(directory)
  writeFileSync(`${file}.tmp`, text, { mode: 0o600 })
  renameSync(`${file}.tmp`, file)
}
