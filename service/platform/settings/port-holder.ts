import { execFile } from 'node:child_process'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

export type Transport = 'tcp' | 'udp'

/** The process that listens on a port. */
export interface PortHolder {
  readonly pid: number
  /** Name of its program; null where it can't be known. */
  readonly program: string | null
}

const run = promisify(execFile)
const LIMITS = { timeout: 3000, maxBuffer: 8 * 1024 * 1024, windowsHide: true }

/** Who listens on `port` of this machine; null where that can't be found out. */
export async function findPortHolder(
  port: number,
  transport: Transport = 'tcp',
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder | null> {
  try {
    if (platform === 'linux') return await holderOnLinux(port, transport)
    if (platform === 'win32') return await holderOnWindows(port, transport)
    const listening = transport === 'tcp' ? [`-iTCP:${port}`, '-sTCP:LISTEN'] : [`-iUDP:${port}`]
    const { stdout } = await run('lsof', ['-nP', ...listening, '-Fpc'], LIMITS)
    return parseLsof(stdout)
  } catch {
    return null
  }
}

async function holderOnLinux(port: number, transport: Transport): Promise<PortHolder | null> {
  const files = [`/proc/net/${transport}`, `/proc/net/${transport}6`]
  const tables = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))
  const inodes = new Set(tables.flatMap((table) => parseProcNet(table, port, transport)))
  if (inodes.size === 0) return null
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(processes.map((pid) => holdsSocket(pid, inodes)))
  // A forked child inherits its parent's sockets: the oldest process is the one to name.
  const pid = processes
    .filter((_, index) => found[index])
    .map(Number)
    .sort((a, b) => a - b)[0]
  if (pid === undefined) return null
  return { pid, program: await programOnLinux(pid) }
}

/** The executable's name; a process may call itself anything in `comm` (Node says MainThread). */
async function programOnLinux(pid: number): Promise<string | null> {
  const executable = await readlink(`/proc/${pid}/exe`).catch(() => '')
  const name = basename(executable.replace(/ \(deleted\)$/, ''))
  if (name !== '') return name
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() || null
}

/** Files of other users' processes can't be read; those are passed over. */
async function holdsSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  const directory = `/proc/${pid}/fd`
  const names = await readdir(directory).catch(() => [])
  const targets = await Promise.all(names.map((name) => readlink(`${directory}/${name}`).catch(() => '')))
  return targets.some((target) => inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? ''))
}

/** States of a table of /proc/net: LISTEN, and that of a UDP socket without a peer. */
const LISTENING = { tcp: '0A', udp: '07' } as const

/** Inodes of the listening sockets on `port` in a table of /proc/net. */
export function parseProcNet(table: string, port: number, transport: Transport): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/)
    const listens = columns[3] === LISTENING[transport] && columns[1]?.split(':')[1] === wanted
    return listens && columns[9] ? [columns[9]] : []
  })
}

/** First process of `lsof -Fpc`: lines `p<pid>` and `c<command>`. */
export function parseLsof(output: string): PortHolder | null {
  const lines = output.split('\n')
  const pid = Number(lines.find((line) => line.startsWith('p'))?.slice(1))
  const program = lines.find((line) => line.startsWith('c'))?.slice(1)
  return Number.isInteger(pid) && pid > 0 ? { pid, program: program || null } : null
}

async function holderOnWindows(port: number, transport: Transport): Promise<PortHolder | null> {
  const { stdout } = await run('netstat', ['-ano', '-p', transport.toUpperCase()], LIMITS)
  const pid = parseNetstat(stdout, port, transport)
  if (pid === null) return null
  const query = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
  const listed = await run('tasklist', query, LIMITS).catch(() => ({ stdout: '' }))
  return { pid, program: parseTasklist(listed.stdout) }
}

/**
 * The process in the listening row of `netstat -ano` for `port`. The state's word is translated by
 * Windows, so a row of TCP counts as listening when its foreign address has port 0; rows of UDP have `*:*`
 * and no state.
 */
export function parseNetstat(output: string, port: number, transport: Transport): number | null {
  for (const line of output.split('\n')) {
    const [protocol, local, foreign, ...rest] = line.trim().split(/\s+/)
    if (protocol !== transport.toUpperCase() || !local?.endsWith(`:${port}`)) continue
    const listens = transport === 'udp' || foreign?.endsWith(':0')
    const pid = rest.at(transport === 'udp' ? 0 : 1)
    if (listens && pid) return Number(pid)
  }
  return null
}

/** Image name in the first row of `tasklist /FO CSV /NH`. */
export function parseTasklist(output: string): string | null {
  return /^"([^"]+)",/.exec(output.trim())?.[1] ?? null
}
