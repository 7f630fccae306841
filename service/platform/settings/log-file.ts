import { closeSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { DestinationStream, Level } from 'pino'
import type { Bytes } from '../../contract/units.ts'
import type { LogLevel } from './command-line.ts'
import type { Logger } from '../logger.ts'
import { createLogger, standardError } from '../logger.ts'

const MAX_BYTES: Bytes = 5 * 1024 * 1024
/** Old files that are kept: airdesk.log.1 is the newest. */
const OLD_FILES = 3

/** The log on disk takes at most `(1 + OLD_FILES) * maxBytes`. A disk that is full costs lines, nothing else. */
export class LogFile implements DestinationStream {
  readonly #path: string
  readonly #maxBytes: Bytes
  #descriptor: number | null = null
  #size: Bytes = 0

  /** @param dataDirectory the log is in its folder `logs` */
  constructor(dataDirectory: string, maxBytes = MAX_BYTES) {
    const directory = join(dataDirectory, 'logs')
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    this.#path = join(directory, 'airdesk.log')
    this.#maxBytes = maxBytes
  }

  write(line: string): void {
    try {
      if (this.#descriptor === null) this.#open()
      if (this.#size >= this.#maxBytes) this.#rotate()
      if (this.#descriptor !== null) this.#size += writeSync(this.#descriptor, line)
    } catch {
      // A log that can't be written must not stop a broadcast; stderr still has the line.
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor)
    this.#descriptor = null
  }

  #open(): void {
    this.#descriptor = openSync(this.#path, 'a', 0o600)
    this.#size = fstatSync(this.#descriptor).size
  }

  #rotate(): void {
    this.close()
    for (let age = OLD_FILES; age >= 1; age--) {
      const younger = age === 1 ? this.#path : `${this.#path}.${age - 1}`
      try {
        renameSync(younger, `${this.#path}.${age}`)
      } catch {
        // Not there yet.
      }
    }
    this.#open()
  }
}

/** The level of the log on disk; finer when stderr's is finer. */
const FILE_LEVEL: Level = 'info'

/** The service's logger: JSON lines to stderr at `level`, and to `file` at info or finer. */
export function createServiceLogger(level: LogLevel, file: DestinationStream): Logger {
  const rank = (name: Level) => pino.levels.values[name] ?? 0
  const fileLevel = level !== 'silent' && rank(level) < rank(FILE_LEVEL) ? level : FILE_LEVEL
  const streams = [{ level: fileLevel, stream: file }]
  if (level !== 'silent') streams.push({ level, stream: standardError() })
  return createLogger(fileLevel, pino.multistream(streams))
}
