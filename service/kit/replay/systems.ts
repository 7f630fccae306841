import type { RecordedSystem, RecordLine } from '../../contract/record/record.ts'
import type { Names } from './names.ts'

/** Makes systems where a recording is sent to. */
export interface SystemMaker {
  make(asked: { readonly name?: string; readonly timeZone?: string }): Promise<MadeSystem>
  remove(id: string): Promise<void>
}

export interface MadeSystem {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly accessCode: string
  readonly accessToken: string
}

/** Secrets and ids as they stand in a recording. */
const OF_ONE_SYSTEM = /\*\*\*\d+(?:\/\d+)?|(?<![\w-])[0-9A-HJKMNP-TV-Z]{26}(?![\w-])/g

/** The systems of a recording besides the first: made again, or known by what is theirs where that cannot be. */
export class Systems {
  readonly #names: Names
  readonly #maker: SystemMaker | null
  /** Number of the recording → id of now. */
  readonly #made = new Map<number, string>()
  /** Credentials, tokens and ids of those that could not be made. */
  readonly #missing = new Set<string>()
  readonly #sockets = new Set<number>()
  #why = 'calls of further systems, which only a service on this computer with --emulator makes'

  constructor(names: Names, maker: SystemMaker | null) {
    this.#names = names
    this.#maker = maker
  }

  async step({ system, known, name, time_zone: timeZone }: RecordedSystem): Promise<void> {
    if (!known) return this.#remove(system)
    const asked = { ...(name !== undefined && { name }), ...(timeZone !== undefined && { timeZone }) }
    const made = await this.#maker?.make(asked).catch((error: unknown) => {
      this.#why = `calls of further systems, which could not be made: ${(error as Error).message}`
    })
    if (!made) return Object.values(known).forEach((one) => this.#missing.add(one))
    this.#made.set(system, made.id)
    this.#names.bind(known.email, made.email)
    this.#names.bind(known.password, made.password)
    this.#names.bind(known.access_code, made.accessCode)
    this.#names.bind(known.access_token, made.accessToken)
  }

  /** Why a line is not sent: it is of a system that could not be made. Null where it is not. */
  whyNot(line: RecordLine): string | null {
    const isOpen = line.kind === 'signaling' && this.#sockets.has(line.socket)
    const text = JSON.stringify(line.kind === 'call' ? line.ask : line)
    const isTheirs = (text.match(OF_ONE_SYSTEM) ?? []).some((one) => this.#missing.has(one))
    if (!isOpen && !isTheirs && ![...this.#missing].some((one) => text.includes(`"${one}"`))) return null
    if (line.kind === 'signaling') this.#sockets.add(line.socket)
    // What it was answered is that system's, too.
    const told = line.kind === 'call' ? JSON.stringify(line.answer).match(OF_ONE_SYSTEM) : null
    for (const one of told ?? []) this.#missing.add(one)
    return this.#why
  }

  /** Removes those that the recording left. A service that is gone has none of them any more. */
  async close(): Promise<void> {
    await Promise.allSettled([...this.#made.keys()].map((number) => this.#remove(number)))
  }

  async #remove(number: number): Promise<void> {
    const id = this.#made.get(number)
    this.#made.delete(number)
    if (id !== undefined) await this.#maker?.remove(id)
  }
}
