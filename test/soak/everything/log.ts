/** What the service said of itself: a fault that nobody sees otherwise is a line in its log. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Invariants } from './invariants.ts'

/** Of pino. */
const ERROR = 50
/** Errors that no process that dies is the reason of. */
const OWN = new Set(['SqliteError', 'TypeError', 'ReferenceError', 'RangeError', 'ZodError'])

interface Line {
  readonly level: number
  readonly time: number
  readonly msg: string
  readonly err?: { readonly type?: string; readonly message?: string }
}

/** @param wereKills false: every error of the log is a fault */
export function judgeLog(dataDir: string, wereKills: boolean, invariants: Invariants): void {
  const folder = join(dataDir, 'logs')
  const lines = readdirSync(folder).flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8')))
  const isFault = ({ level, err }: Line) => level >= ERROR && (!wereKills || OWN.has(err?.type ?? ''))
  const words = ({ time, msg, err }: Line) => `${new Date(time).toISOString()} ${msg}: ${err?.message ?? ''}`
  invariants.judge('log-clean', lines.length, lines.filter(isFault).map(words))
}

/** Whoever is killed may leave half a line. */
function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Line]
    } catch {
      return []
    }
  })
}
