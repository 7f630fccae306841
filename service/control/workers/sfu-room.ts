import type { ChannelId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { SfuRoom } from '../sfu/sfu-media.ts'
import type { SfuPlace } from './sfu-place.ts'

/** A channel that goes into a process with its first connection, and into another one when that has died. */
export class PlacedRoom implements SfuRoom {
  readonly #channelId: ChannelId
  readonly #choose: () => SfuPlace
  #place: SfuPlace | null = null

  /** @param choose throws where there is no process any more */
  constructor(channelId: ChannelId, choose: () => SfuPlace) {
    this.#channelId = channelId
    this.#choose = choose
  }

  async request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    const place = name === 'connection.open' ? await this.#entered() : this.#place
    if (!place) throw refusal('SERVICE_UNAVAILABLE')
    return place.worker.request(name, body)
  }

  leave(): void {
    this.#place?.leave(this)
  }

  /** Clients come back at once when a process dies, sooner than the next one is there: it is waited for. */
  async #entered(): Promise<SfuPlace> {
    for (;;) {
      const place = this.#place?.has(this) ? this.#place : this.#choose()
      this.#place = place
      place.enter(this, this.#channelId)
      try {
        await place.expect()
        return place
      } catch (error) {
        if (!place.isFurther) throw refusal('SERVICE_UNAVAILABLE', {}, { cause: error })
        // Then there is one fewer to choose from.
        place.leave(this)
      }
    }
  }
}
