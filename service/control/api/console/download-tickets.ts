import { rmSync } from 'node:fs'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock, Timer } from '../../../platform/clock.ts'
import { newSecret } from '../../../platform/ids.ts'

const GOOD_FOR: Milliseconds = 60_000
/** Each holds a file: the oldest gives way. */
const MAX_OUTSTANDING = 8

interface Outstanding {
  readonly file: string
  readonly token: string
  readonly expiry: Timer
}

/**
 * Files that somebody asked for and has not fetched yet. A page of another program can have a browser open an address,
 * and with it the cookie; it can neither ask for a file nor know its ticket.
 */
export class DownloadTickets {
  readonly #clock: Clock
  readonly #outstanding = new Map<string, Outstanding>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /**
   * A ticket that gives the file once, within a minute; then the file is removed.
   * @param token of the session that asked, which alone may fetch it
   */
  issue(file: string, token: string): string {
    const [oldest] = this.#outstanding.keys()
    if (oldest !== undefined && this.#outstanding.size >= MAX_OUTSTANDING) this.#drop(oldest)
    const ticket = newSecret()
    const expiry = this.#clock.after(GOOD_FOR, () => this.#drop(ticket))
    this.#outstanding.set(ticket, { file, token, expiry })
    return ticket
  }

  /** The file, which is the caller's to remove from now on; null where the ticket is not good for the session. */
  redeem(ticket: string, token: string): string | null {
    const found = this.#outstanding.get(ticket)
    if (found?.token !== token) return null
    found.expiry.cancel()
    this.#outstanding.delete(ticket)
    return found.file
  }

  /** Removes what nobody has fetched. */
  close(): void {
    for (const ticket of [...this.#outstanding.keys()]) this.#drop(ticket)
  }

  #drop(ticket: string): void {
    const found = this.#outstanding.get(ticket)
    if (!found) return
    found.expiry.cancel()
    this.#outstanding.delete(ticket)
    rmSync(found.file, { force: true })
  }
}
