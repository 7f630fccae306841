/** Who is whose child, for tests that nothing is left behind. Linux only: it reads /proc. */
import { readdirSync, readFileSync } from 'node:fs'

/** Which of the fields behind the name says when it started (proc(5): the 22nd of all). */
const STARTED = 22 - 3

export interface ProcessEntry {
  readonly pid: number
  readonly parent: number
  /** One letter of proc(5): R, S, D, Z … */
  readonly state: string
  /** Ticks of the system's clock since it started. */
  readonly started: number
  /** Arguments joined by spaces; the name in brackets for a kernel thread or a zombie. */
  readonly command: string
}

/**
 * Every process below `pid`, itself not included, oldest first: their order by pid tells nothing, as pids begin anew.
 * Zombies count: somebody has not waited for them.
 */
export function descendants(pid: number): ProcessEntry[] {
  const all = allProcesses()
  const below = (parent: number): ProcessEntry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)])
  return below(pid).toSorted((a, b) => a.started - b.started)
}

/** The media processes of a service that run, oldest first; `kind` is the name of its bundle, as `ingest`. */
export function workersOf(pid: number): { readonly pid: number; readonly kind: string }[] {
  return descendants(pid).flatMap((entry) => {
    const kind = /\/out\/service\/([a-z-]+)\.js/.exec(entry.command)?.[1]
    return kind === undefined || entry.state === 'Z' ? [] : [{ pid: entry.pid, kind }]
  })
}

/** Ids of those of one kind. */
export function workerPids(pid: number, kind: string): number[] {
  return workersOf(pid)
    .filter((worker) => worker.kind === kind)
    .map((worker) => worker.pid)
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

/**
 * Whether all that it had open is closed, its locks included. A process that is killed loses its environment first, and
 * is a zombie while other threads of it still end.
 */
export function hasEnded({ pid, started }: Pick<ProcessEntry, 'pid' | 'started'>): boolean {
  const entry = readProcess(pid)
  if (entry === null || entry.started !== started) return true
  return entry.state === 'Z' && threadsOf(pid) <= 1
}

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length
  } catch {
    return 0
  }
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
    const fields = stat.slice(end + 2).split(' ')
    const [state = '', parent = ''] = fields
    const name = stat.slice(stat.indexOf('('), end + 1)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
    return { pid, parent: Number(parent), state, started: Number(fields[STARTED]), command: command || name }
  } catch {
    return null
  }
}
