import type { AccessTokenId, ChannelId, SystemId } from '../../contract/ids.ts'
import type { RtmpChannelSettings } from '../../contract/live-api.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** A channel that exists, that is, was made and not deleted. */
export interface Channel {
  readonly channelId: ChannelId
  readonly systemId: SystemId
  /** The token it was made with. */
  readonly tokenId: AccessTokenId
  readonly tokenName: string
  readonly madeVia: 'console' | 'api'
  readonly kind: 'rtmp'
  /** A note of the operator; empty at first. */
  readonly name: string
  /** As the caller wrote them, with defaults filled in. */
  readonly settings: RtmpChannelSettings
  readonly createdAt: EpochMilliseconds
}
