import type { ChannelId } from '../../contract/ids.ts'
import type { HlsPath } from '../../protocol/hls/paths.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type {
  ClockReading,
  PlaylistAccess,
  PlaylistGate,
  TurnedAway,
} from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import { covers, readGrant } from '../../platform/secrets/playlist-token.ts'

/** What becomes of a request. */
export type Verdict =
  | { readonly admitted: true; readonly subject: string | null }
  | { readonly admitted: false; readonly subject: string | null; readonly why: TurnedAway['why'] }

type AskedPath = Pick<HlsPath, 'channelId' | 'connectionId'>

/** Decides which requests of players are answered, each anew: who is revoked gets nothing more, not even a segment. */
export class AddressGate {
  readonly #key: string
  readonly #clock: Clock
  #reading: ClockReading | null
  readonly #access = new Map<ChannelId, PlaylistAccess>()

  constructor({ key, access, clock: reading }: PlaylistGate, clock: Clock) {
    this.#key = key
    this.#reading = reading ?? null
    this.#clock = clock
    for (const one of access) this.set(one)
  }

  set(access: PlaylistAccess): void {
    this.#access.set(access.channelId, access)
  }

  /** Addresses end by this clock from now on. */
  setClock(reading: ClockReading): void {
    this.#reading = reading
  }

  /** @param token of the address; null for one that was not signed */
  check({ channelId, connectionId }: AskedPath, token: string | null): Verdict {
    const access = this.#access.get(channelId)
    if (token === null) {
      if (!access?.signedOnly) return { admitted: true, subject: null }
      return { admitted: false, subject: null, why: 'no-address' }
    }
    const grant = readGrant(this.#key, channelId, token)
    if (grant === null) return { admitted: false, subject: null, why: 'wrong-address' }
    const { subject, expiresAt } = grant
    if (!covers(subject, connectionId)) return { admitted: false, subject: null, why: 'wrong-address' }
    const isOver = expiresAt <= this.#now() || access?.revoked.includes(subject)
    if (isOver) return { admitted: false, subject, why: 'address-ended' }
    return { admitted: true, subject }
  }

  #now(): EpochMilliseconds {
    const real = this.#clock.now()
    if (this.#reading === null) return real
    const { rate, ruleAt, realAt } = this.#reading
    return ruleAt + (real - realAt) * rate
  }
}
