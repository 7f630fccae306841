/** Which channels have low latency HLS (draft-pantos-hls-rfc8216bis): what was said of each, and of all. */
import type { ChannelLowLatency, LowLatencyMode } from '../../contract/console/low-latency.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Channel, ChannelKind } from '../channel/channel.ts'
import type { LowLatencyRepository } from './repository.ts'

export interface LowLatencyParts {
  readonly rows: LowLatencyRepository
  readonly channels: { find(channelId: string): Channel | null }
}

/** See the head of this file. What is said takes effect with a channel's next connection. */
export class LowLatency {
  readonly #parts: LowLatencyParts

  constructor(parts: LowLatencyParts) {
    this.#parts = parts
  }

  /** Whether a connection that begins now has it. */
  isOn({ channelId, kind }: { readonly channelId: ChannelId; readonly kind: ChannelKind }): boolean {
    const { rows } = this.#parts
    return kind !== 'webrtc' && (rows.ofChannel(channelId) ?? rows.ofInstallation())
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND`, also for channels of other systems */
  view(systemId: SystemId, id: string): ChannelLowLatency {
    const { rows } = this.#parts
    const channel = this.#channel(systemId, id)
    const own = rows.ofChannel(channel.channelId)
    const mode = own === null ? 'installation' : own ? 'on' : 'off'
    return { mode, on: this.isOn(channel), installation: rows.ofInstallation() }
  }

  /** @throws Refusal `CHANNEL_NOT_FOUND`, `NO_PLAYLIST` */
  change(systemId: SystemId, id: string, mode: LowLatencyMode): void {
    const { channelId, kind } = this.#channel(systemId, id)
    if (kind === 'webrtc') throw refusal('NO_PLAYLIST')
    this.#parts.rows.setChannel(channelId, mode === 'installation' ? null : mode === 'on')
  }

  ofInstallation(): boolean {
    return this.#parts.rows.ofInstallation()
  }

  changeInstallation(on: boolean): void {
    this.#parts.rows.setInstallation(on)
  }

  #channel(systemId: SystemId, id: string): Channel {
    const channel = this.#parts.channels.find(id)
    if (channel?.systemId !== systemId) throw refusal('CHANNEL_NOT_FOUND')
    return channel
  }
}
