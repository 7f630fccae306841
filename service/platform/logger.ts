import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'

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
 * @param level pino level, or `silent`
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: SECRET_MEMBERS.flatMap((name) => [name, `*.${name}`]),
      censor: '[secret]',
    },
  }
  return pino(options, destination ?? standardError())
}

/** Whoever reads stderr may go away; what is on air does not end for it. */
export function standardError(): DestinationStream {
  const stderr = pino.destination({ dest: 2, sync: true })
  stderr.on('error', () => undefined)
  return stderr
}
