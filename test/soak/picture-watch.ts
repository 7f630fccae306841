import type { Milliseconds } from '../../service/contract/units.ts'
import type { Inbound } from '../webrtc/page/clients.ts'

interface Stream {
  frames: number
  /** When `frames` last grew. */
  movedMs: Milliseconds
  freezes: number
  freezeSeconds: number
}

/** How long pictures stood still, from statistics that are looked at about twice a second. */
export class PictureWatch {
  readonly #streams = new Map<string, Stream>()
  longestMs: Milliseconds = 0
  freezes = 0

  look(
    name: string,
    now: Pick<Inbound, 'framesDecoded' | 'freezes' | 'freezeSeconds'>,
    atMs: Milliseconds,
  ): void {
    const before = this.#streams.get(name)
    const moved = before === undefined || now.framesDecoded !== before.frames
    if (before) {
      // A freeze is told when it is over; one that lasts shows in frames that do not come.
      const told = (now.freezeSeconds - before.freezeSeconds) * 1000
      this.freezes += now.freezes - before.freezes
      this.longestMs = Math.max(this.longestMs, told, moved ? 0 : atMs - before.movedMs)
    }
    this.#streams.set(name, {
      frames: now.framesDecoded,
      movedMs: moved ? atMs : before.movedMs,
      freezes: now.freezes,
      freezeSeconds: now.freezeSeconds,
    })
  }
}
