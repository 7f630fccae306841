import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { DoorOutcome } from '../../contract/console/access.ts'
import { TEST_PICTURE_ENCODER } from '../../contract/console/words.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { ControlRequests } from '../../contract/worker-protocol.ts'
import { newId } from '../../platform/ids.ts'
import { isLetIn } from '../access/door.ts'
import type { IngestRun } from './authorize.ts'
import type { LiveParts, RtmpChannel } from './dependencies.ts'
import type { LiveChannel, Refused } from './live-channel.ts'
import type { LiveChannels } from './live-channels.ts'
import { RtmpLedger } from './rtmp-ledger.ts'
import { RtmpMember } from './rtmp-member.ts'
import type { UnknownKey } from '../../contract/console/engine-view.ts'
import { UnknownKeys } from './unknown-keys.ts'

type PublishRequest = ControlRequests['publish.authorize'][0]
export type PublishReply = ControlRequests['publish.authorize'][1]

/** Decides about encoders: finds the channel, asks its authentication webhook, and has its owner take them. */
export class Publishers {
  readonly #parts: LiveParts
  readonly #live: LiveChannels
  readonly #ledger: RtmpLedger
  readonly #unknown: UnknownKeys

  constructor(parts: LiveParts, live: LiveChannels) {
    this.#parts = parts
    this.#live = live
    this.#ledger = new RtmpLedger(parts)
    this.#unknown = new UnknownKeys(parts.clock, parts.logger)
  }

  /** Ends what a service that was killed left open. Called once, before anything can connect. */
  recover(): void {
    const count = this.#ledger.recover()
    if (count > 0) this.#parts.logger.warn({ count }, 'connections of an earlier run ended: service-lost')
  }

  async authorize(request: PublishRequest, run: IngestRun): Promise<PublishReply> {
    const { channels, clock, rules = clock, logger } = this.#parts
    const channel = channels.find(request.channelId)
    if (channel?.kind !== 'rtmp') {
      this.#unknown.refused(request.remoteAddress, request.encoder)
      return toEncoder(refused('unknown-channel'))
    }
    const { channelId } = channel
    const outcome = this.#parts.door.encoder(channelId, request.query)
    const { remoteAddress } = request
    // The service's own publishes by the same library as many others.
    const client = outcome === 'by-console' ? TEST_PICTURE_ENCODER : request.encoder
    const connectionId = newId<ConnectionId>('encoder connection')
    const known = { connectionId, remoteAddress, client, openedAt: rules.now() }
    const owner = this.#live.of(channel)
    const member = new RtmpMember(known, channel, {
      ledger: this.#ledger,
      media: this.#parts.media,
      late: owner.late,
      logger: logger.child({ channelId }),
    })
    await owner.ask(() => owner.add(member))
    const denied =
      this.#refusedByFault(member) ??
      refusedAtDoor(outcome) ??
      (await this.#askWebhook(channel, member.connectionId))
    return owner.ask(() => {
      const unwanted = this.#unwanted(channel, run)
      const reply = this.#conclude(owner, member, unwanted ? refused(unwanted) : denied)
      this.#noteAtDoor(outcome, member, reply.allow)
      return reply
    })
  }

  /** An encoder that tries a stream key of no channel; null where none does. */
  unknownKey(): UnknownKey | null {
    return this.#unknown.trying()
  }

  #refusedByFault({ channel, connectionId }: RtmpMember): Refused | null {
    const { systemId, channelId } = channel
    const reason = this.#parts.refusedByFault?.({ systemId, channelId, connectionId }) ?? null
    return reason === null ? null : { closeReason: 'denied', reason, said: null, failure: null }
  }

  /** Why an encoder cannot be taken any more when the webhook has answered; null if it can. */
  #unwanted({ channelId }: RtmpChannel, run: IngestRun): CloseReason | null {
    if (this.#live.isClosed) return 'service-closed'
    if (!run.alive) return 'worker-lost'
    return this.#parts.channels.find(channelId) ? null : 'channel-deleted'
  }

  /** Of those who were let in at the door, only those who were then taken have come; the service's own come unseen. */
  #noteAtDoor(
    outcome: DoorOutcome,
    { channel, connectionId, client, remoteAddress }: RtmpMember,
    taken: boolean,
  ) {
    if (outcome === 'by-console' || isLetIn(outcome) !== taken) return
    const visitor = { channelId: channel.channelId, client, remoteAddress }
    this.#parts.door.came('encoder', outcome, visitor, taken ? connectionId : null)
  }

  async #askWebhook(
    { systemId, channelId, settings }: RtmpChannel,
    connectionId: ConnectionId,
  ): Promise<Refused | null> {
    const url = settings.auth_webhook_url
    if (url === '') return null
    try {
      const client = { channelId, connectionId }
      const decision = await this.#parts.auth.decide({ systemId, client, url })
      return decision.allow ? null : { closeReason: 'denied', ...decision }
    } catch (error) {
      this.#parts.logger.error(
        { err: error, channelId, connectionId },
        'authentication webhook could not be asked',
      )
      return refused('service-failed')
    }
  }

  #conclude(owner: LiveChannel, member: RtmpMember, denied: Refused | null): PublishReply {
    // The process that asked died meanwhile: nobody hears this answer.
    if (member.state !== 'authorising') return toEncoder(denied ?? refused('worker-lost'))
    const refuse = (because: Refused): PublishReply => {
      owner.refuse(member, because)
      return toEncoder(because)
    }
    if (denied) return refuse(denied)
    const { connectionId, channel } = member
    try {
      owner.step(member, 'accepted')
      const { renditions = [], encryption = null, recordings = [] } = member.hls ?? {}
      const { systemId } = channel
      return { allow: true, connectionId, systemId, renditions: [...renditions], encryption, recordings }
    } catch (error) {
      this.#parts.logger.error(
        { err: error, channelId: channel.channelId, connectionId },
        'connection could not be taken',
      )
      return refuse(refused('service-failed'))
    }
  }
}

/** Null for who is let in. */
function refusedAtDoor(outcome: DoorOutcome): Refused | null {
  if (isLetIn(outcome)) return null
  return refused(outcome === 'no-key' ? 'key-missing' : 'key-wrong')
}

/** A refusal of the service's own: the encoder is told the close reason's words. */
function refused(closeReason: CloseReason): Refused {
  return { closeReason, reason: CLOSE_REASONS[closeReason], said: null, failure: null }
}

const toEncoder = ({ reason, closeReason }: Refused): PublishReply => ({ allow: false, reason, closeReason })
