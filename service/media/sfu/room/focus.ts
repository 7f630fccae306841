import type { ConnectionId } from '../../../contract/ids.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { FocusChange } from '../../link/room-message.ts'
import type { Spotlight } from './spotlight.ts'

/** Somebody who speaks is told of so often: as often as matters to who has been silent longest. */
const TELL_INTERVAL: Milliseconds = 100

/** Who is in focus, and what makes that change. */
export type Focus = Pick<
  Spotlight,
  'isFocused' | 'speaks' | 'focus' | 'unfocus' | 'resize' | 'forget' | 'focused'
>

/** Who is in focus where another process decides that: it is told who speaks here, and tells what it decided. */
export class FollowedFocus implements Focus {
  readonly #focused = new Set<string>()
  readonly #toldMs = new Map<string, Milliseconds>()
  readonly #tell: (connectionId: ConnectionId) => void

  /** @param tell tells who speaks */
  constructor(tell: (connectionId: ConnectionId) => void) {
    this.#tell = tell
  }

  get focused(): readonly string[] {
    return [...this.#focused]
  }

  isFocused(id: string): boolean {
    return this.#focused.has(id)
  }

  follow({ id, focused }: FocusChange): void {
    if (focused) this.#focused.add(id)
    else this.#focused.delete(id)
  }

  speaks(id: string, now: Milliseconds): [] {
    if (now - (this.#toldMs.get(id) ?? -Infinity) < TELL_INTERVAL) return []
    this.#toldMs.set(id, now)
    this.#tell(id as ConnectionId)
    return []
  }

  focus(): [] {
    return []
  }

  unfocus(): [] {
    return []
  }

  resize(): [] {
    return []
  }

  forget(id: string): void {
    this.#focused.delete(id)
    this.#toldMs.delete(id)
  }
}
