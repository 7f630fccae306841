import { pino } from 'pino'
import type { DestinationStream, LogFn, Logger } from 'pino'
import { monotonicNow } from './clock.ts'
import { LineLimits, shortenLine } from './line-limits.ts'

export type { Logger }

/** Members whose values never reach a log, at the top or one level down. */
const SECRET_MEMBERS = [
  'authorization',
  'cookie',
  'password',
  'access_code',
  'access_token',
  'token',
  'privateKey',
  'keyHex',
  'encrypt_key',
  'entry',
]

/**
 * The root logger: one JSON line per entry. Bind a child once per channel or connection; paths that run
 * per packet count instead of logging.
 * The same words are written 60 times a minute; then the next line says how many were left out, `left_out`.
 * @param level pino level, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream, now = monotonicNow): Logger {
  const limits = new LineLimits(now)
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`]),
      censor: '[secret]',
    },
    hooks: {
      streamWrite: (line: string) => withoutControls(shortenLine(line)),
      logMethod(this: Logger, given: Parameters<LogFn>, write: LogFn, of: number) {
        const words = given.find((one) => typeof one === 'string')
        // Who asks for finer lines wants all of them.
        const leftOut = of < INFO || words === undefined ? 0 : limits.admit(words)
        if (leftOut === null) return
        if (leftOut > 0) write.call(this, { left_out: leftOut }, words)
        write.apply(this, given)
      },
    },
  }
  return pino(options, destination ?? standardError())
}

/** As pino numbers its levels. */
const INFO = 30

/** What a terminal or an editor obeys instead of showing it; JSON leaves these as they are (RFC 8259 7). */
const OBEYED = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** In a line of JSON they stand in strings only, where they can be escaped. */
function withoutControls(line: string): string {
  return line.replace(OBEYED, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Whoever reads stderr may go away; what is on air does not end for it. */
export function standardError(): DestinationStream {
  const stderr = pino.destination({ dest: 2, sync: true })
  stderr.on('error', () => undefined)
  return stderr
}
