import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import type { ChannelId } from '../../contract/ids.ts'
import type { Attendance } from '../../contract/origin-worker.ts'
import { TurnedAwayPlayers } from '../../platform/audience/turned-away.ts'
import type { OriginAddress } from '../../protocol/hls/paths.ts'
import type { Verdict } from './address-gate.ts'

/** Per channel and subject, between two reports. */
const MAXIMUM_VIEWERS = 20_000

interface Viewer {
  readonly player: string
  readonly name: string
}

/** Whom this process has served, and turned away, since it was asked before. */
export class AttendanceBook {
  #seen = new Map<ChannelId, Map<string | null, Set<string>>>()
  readonly #turnedAway = new TurnedAwayPlayers()
  /** Who came by a connection last: it is usually the same one again. */
  readonly #known = new WeakMap<Socket, Viewer>()

  /** @param player what it says of itself */
  came({ path, isPreview }: OriginAddress, verdict: Verdict, socket: Socket, player: string): void {
    const { channelId } = path
    const { subject } = verdict
    if (!verdict.admitted) {
      const remoteAddress = socket.remoteAddress ?? ''
      this.#turnedAway.add({ channelId, subject, why: verdict.why, remoteAddress, player })
      return
    }
    if (isPreview) return
    const viewers = this.#viewers(channelId, subject)
    if (viewers.size < MAXIMUM_VIEWERS) viewers.add(this.#nameOf(socket, player))
  }

  take(): Attendance {
    const seen = [...this.#seen].flatMap(([channelId, subjects]) =>
      [...subjects].map(([subject, viewers]) => ({ channelId, subject, viewers: [...viewers] })),
    )
    this.#seen = new Map()
    return { seen, turnedAway: this.#turnedAway.take() }
  }

  #viewers(channelId: ChannelId, subject: string | null): Set<string> {
    const subjects = this.#seen.get(channelId) ?? new Map<string | null, Set<string>>()
    this.#seen.set(channelId, subjects)
    const viewers = subjects.get(subject) ?? new Set<string>()
    subjects.set(subject, viewers)
    return viewers
  }

  #nameOf(socket: Socket, player: string): string {
    const known = this.#known.get(socket)
    if (known?.player === player) return known.name
    const name = viewerName(socket.remoteAddress ?? '', player)
    this.#known.set(socket, { player, name })
    return name
  }
}

/** Short, and the same in every process: address and user agent make one viewer. */
function viewerName(address: string, player: string): string {
  return hash('sha256', `${address} ${player.slice(0, 256)}`, 'base64url').slice(0, 16)
}
