import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newSecret } from '../../platform/ids.ts'
import { errorCode } from '../../platform/error-code.ts'

/** The address of a Unix domain socket holds 104 bytes on macOS, 108 on Linux. */
const MAX_PATH_BYTES = 99
/** Followed by the process id, so that what a killed process left is known as such. */
const PREFIX = 'airdesk-link-'

/**
 * A new address for a local socket: in a folder of its own that only this user can enter, so that there is
 * no moment before the socket is protected; a named pipe on Windows. Folders of processes that are gone
 * are removed.
 */
export async function newSocketPath(): Promise<string> {
  if (process.platform === 'win32') return `\\\\.\\pipe\\airdesk-${newSecret(12)}`
  const name = `${PREFIX}${process.pid}-`
  const fits = Buffer.byteLength(join(tmpdir(), `${name}XXXXXX`, 'media')) <= MAX_PATH_BYTES
  const parent = fits ? tmpdir() : '/tmp'
  await removeLeftOvers(parent)
  return join(await mkdtemp(join(parent, name)), 'media')
}

async function removeLeftOvers(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => [])
  const orphans = names.filter((name) => name.startsWith(PREFIX) && !isAlive(pidOf(name)))
  for (const name of orphans) {
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

function pidOf(name: string): number {
  return Number.parseInt(name.slice(PREFIX.length), 10)
}

/** True also for what is no process id, and for processes of others. */
function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) !== 'ESRCH'
  }
}
