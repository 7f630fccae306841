import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Diagnostics } from '../../contract/console/diagnostics.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'
import type { Settings } from '../../platform/settings/command-line.ts'

/** What an operator may send to somebody who helps: settings and the end of the log, without secrets. */
export async function diagnose(
  settings: Settings,
  run: { readonly version: string; readonly startedAt: EpochMilliseconds; readonly now: EpochMilliseconds },
): Promise<Diagnostics> {
  // Named one by one: what is added to the settings later does not leave by itself.
  const { dataDir, host, portMode, portOverrides, logLevel, overloadAt, azblobEndpoint, gsEndpoint } =
    settings
  return {
    madeAt: run.now,
    application: {
      version: run.version,
      node: process.version,
      platform: process.platform,
      arch: process.arch,
      uptime: Math.round(run.now - run.startedAt),
    },
    settings: {
      ...{ dataDir, host, portMode, portOverrides, logLevel, overloadAt },
      ...{ azblobEndpoint, gsEndpoint },
    },
    log: await logTail(join(dataDir, 'logs', 'airdesk.log')),
  }
}

/** Enough for the last hours, and little enough to read before it is sent to somebody. */
const TAIL_BYTES: Bytes = 64 * 1024

/** An id of 26 characters; that of a channel is all that a publisher needs. */
const ID = /\b([0-9A-HJKMNP-TV-Z]{4})[0-9A-HJKMNP-TV-Z]{22}\b/g
const EMAIL = /[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>,}]+/g
const NAMED_SECRET =
  /("(?:password|access_?code|access_?token|secret|authorization|cookie|token)"\s*:\s*)"[^"]*"/gi

/** A line of the log without what must not leave this computer. */
export function maskLine(line: string): string {
  return line.replace(ID, '$1…').replace(EMAIL, '…@…').replace(NAMED_SECRET, '$1"…"')
}

/** The last lines of a log, masked; none where there is no file. */
export async function logTail(file: string): Promise<string[]> {
  const handle = await open(file, 'r').catch(() => null)
  if (!handle) return []
  try {
    const { size } = await handle.stat()
    const length = Math.min(size, TAIL_BYTES)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length)
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
    // The first one may have lost its beginning.
    return (size > length ? lines.slice(1) : lines).filter((line) => line !== '').map(maskLine)
  } finally {
    await handle.close()
  }
}
