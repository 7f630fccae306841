import { execFile } from 'node:child_process'
import { readFile, readdir, readlink } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'

/** The process that listens on a port. */
export interface PortHolder {
  readonly pid: number
  /** Name of its program; null where it can't be known. */
  readonly program: string | null
}

const run = promisify(execFile)
const LIMITS = { timeout: 3000, maxBuffer: 8 * 1024 * 1024, windowsHide: true }

/** Who listens on TCP port `port` of this machine; null where that can't be found out. */
export async function findPortHolder(
  port: number,
  platform: NodeJS.Platform = process.platform,
): Promise<PortHolder | null> {
  try {
    if (platform === 'linux') return await holderOnLinux(port)
    if (platform === 'win32') return await holderOnWindows(port)
    const { stdout } = await run('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], LIMITS)
    return parseLsof(stdout)
  } catch {
    return null
  }
}

async function holderOnLinux(port: number): Promise<PortHolder | null> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'utf8').catch(() => ''))
  const inodes = new Set((await Promise.all(tables)).flatMap((table) => parseProcNetTcp(table, port)))
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

/** Inodes of the listening sockets on `port` in a table of /proc/net (state 0A is LISTEN). */
export function parseProcNetTcp(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return table.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/)
    const listens = columns[3] === '0A' && columns[1]?.split(':')[1] === wanted
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

async function holderOnWindows(port: number): Promise<PortHolder | null> {
  const pid = parseNetstat((await run('netstat', ['-ano', '-p', 'TCP'], LIMITS)).stdout, port)
  if (pid === null) return null
  const query = ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']
  const listed = await run('tasklist', query, LIMITS).catch(() => ({ stdout: '' }))
  return { pid, program: parseTasklist(listed.stdout) }
}

/**
 * The process in the listening row of `netstat -ano` for `port`. The state's word is translated by
 * Windows, so a row counts as listening when its foreign address has port 0.
 */
export function parseNetstat(output: string, port: number): number | null {
  for (const line of output.split('\n')) {
    const [protocol, local, foreign, , pid] = line.trim().split(/\s+/)
    if (protocol === 'TCP' && local?.endsWith(`:${port}`) && foreign?.endsWith(':0') && pid)
      return Number(pid)
  }
  return null
}

/** Image name in the first row of `tasklist /FO CSV /NH`. */
export function parseTasklist(output: string): string | null {
  return /^"([^"]+)",/.exec(output.trim())?.[1] ?? null
}
