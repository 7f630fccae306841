/** Who is whose child, for tests that nothing is left behind. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** One letter of proc(5): R, S, D, Z … */
  readonly state: string
  /** Arguments joined by spaces; the name in brackets for a kernel thread or a zombie. */
  readonly command: string
}

/** Every process below `pid`, itself not included. Zombies count: somebody has not waited for them. */
export function descendants(pid: number): ProcessEntry[] {
  const all = allProcesses()
  const below = (parent: number): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)])
  return below(pid)
}

/** Every process whose environment has the text, which it was started with or inherited; no zombies. */
export function withEnvironment(text: string): ProcessEntry[] {
  return allProcesses().filter(({ pid, state }) => state !== 'Z' && environmentOf(pid).includes(text))
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8')
  } catch {
    // It has ended, or is another user's.
    return ''
  }
}

/** True while the process runs; false for a zombie. */
export function isAlive(pid: number): boolean {
  const entry = readProcess(pid)
  return entry !== null && entry.state !== 'Z'
}

function allProcesses(): ProcessEntry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((entry) => entry !== null)
}

function readProcess(pid: number): ProcessEntry | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name is in brackets and may itself hold brackets and spaces.
    const end = stat.lastIndexOf(')')
    const [state = '', parent = ''] = stat.slice(end + 2).split(' ')
    const name = stat.slice(stat.indexOf('('), end + 1)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(parent), state, command: command || name }
  } catch {
    return null
  }
}
