import type { Socket } from 'node:net'
import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { monotonicNow, systemClock } from '../../platform/clock.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Guest } from '../../platform/net/admission.ts'
import { LimitError, ProtocolError } from '../../protocol/protocol-error.ts'
import { onStatus, publishStart } from '../../protocol/rtmp/commands.ts'
import { GatheredReads } from './gathered-reads.ts'
import { Inbound } from './inbound.ts'
import type { RtmpLimits } from './limits.ts'
import type { BytesTaker } from './pooled-socket.ts'
import { publishRefused, PublishSession } from './publish-session.ts'
import type { PublishCommand } from './publish-session.ts'
import type { PublishDecision, PublisherSink, PublishRequest, RtmpPublisher } from './publisher.ts'

/** What a connection needs of its listener. */
export interface ConnectionContext {
  readonly clock: Clock
  readonly logger: Logger
  readonly limits: RtmpLimits
  authorize(request: PublishRequest): Promise<PublishDecision>
}

/**
 * One encoder's connection, from its first byte to its last. Nothing that the other side sends leaves this
 * object as an exception.
 *
 * How a publisher's end is called: `client-closed` after FCUnpublish, closeStream or deleteStream;
 * `client-lost` where the socket ended or broke without one of these, even between two messages, because
 * an encoder that stops on purpose says so. Most send two of them, and GStreamer takes a connection that closes
 * before its last one as broken: so who said one closes the connection itself.
 */
export class RtmpConnection implements RtmpPublisher, Guest {
  readonly remoteAddress: string
  readonly #context: ConnectionContext
  readonly #socket: Socket
  readonly #inbound: Inbound
  readonly #reads: GatheredReads
  readonly #session: PublishSession
  readonly #openedAt: EpochMilliseconds
  /** Monotonic: by this the oldest gives way. */
  readonly #waitsSince = monotonicNow()
  /** Runs out before the publish, then before its decision, then before the socket has closed. */
  #deadline: Timer
  #publish: PublishCommand | null = null
  #sink: PublisherSink | null = null
  /** Why nothing is published any more. */
  #reason: CloseReason | null = null
  #closing = false
  #quietMs: Milliseconds = 0
  #bytesThen = 0

  /** @param open gives the socket, which hands what it reads to the taker */
  constructor(context: ConnectionContext, remoteAddress: string, open: (take: BytesTaker) => Socket) {
    const { clock, limits } = context
    this.remoteAddress = remoteAddress
    this.#context = context
    this.#openedAt = clock.now()
    this.#session = new PublishSession(limits.streams, {
      send: (bytes) => this.#send(bytes),
      publish: (command) => this.#authorize(command),
      media: (type, timestampMs, payload) => this.#sink?.message(type, timestampMs, payload),
      unpublished: (answer) => this.#unpublished(answer),
      refuse: (answer) => this.#end('denied', answer),
      window: (bytes) => this.#inbound.setWindow(bytes),
    })
    this.#inbound = new Inbound(
      limits,
      (bytes) => this.#send(bytes),
      (type, timestampMs, streamId, payload) => {
        if (!this.#closing) this.#session.message(type, timestampMs, streamId, payload)
      },
    )
    this.#deadline = clock.after(limits.publishDeadlineMs, () => this.#end('handshake-timeout', null))
    this.#socket = open((buffer, count) => this.#take(buffer, count))
    this.#reads = new GatheredReads(this.#socket, systemClock)
    this.#socket.on('end', () => this.#end(this.#sink ? 'client-lost' : 'client-closed', null))
    this.#socket.on('error', () => this.#end('client-lost', null))
    this.#socket.on('close', () => {
      this.#end('client-lost', null)
      this.#deadline.cancel()
    })
  }

  get address(): string {
    return this.remoteAddress
  }

  unservedSince(): Milliseconds | null {
    return this.#session.publishing ? null : this.#waitsSince
  }

  giveWay(): void {
    this.#end('limit-exceeded', null)
  }

  receivedBytes(): number {
    return this.#inbound.receivedBytes
  }

  close(reason: CloseReason, text: string = CLOSE_REASONS[reason]): void {
    if (this.#reason !== null) return
    const stream = this.#publish?.streamId
    this.#end(reason, stream === undefined ? null : onStatus(stream, 'error', 'NetStream.Failed', text))
  }

  cut(): void {
    this.#end('client-lost', null)
  }

  /** Another connection goes on with the socket, of which nothing was taken yet. */
  handOver(): void {
    this.#closing = true
    this.#deadline.cancel()
  }

  /**
   * Called at intervals: paces the reads, and ends a publisher that has fallen silent. The silence is counted in calls:
   * the computer's clock may be set.
   * @param interval from one call to the next
   */
  checkIdle(interval: Milliseconds): void {
    if (!this.#session.publishing || this.#reason !== null) return
    const bytes = this.#inbound.receivedBytes
    this.#reads.pace(bytes - this.#bytesThen, interval, this.#sink?.mayWait ?? 0)
    if (bytes !== this.#bytesThen) {
      this.#bytesThen = bytes
      this.#quietMs = 0
      return
    }
    this.#quietMs += interval
    if (this.#quietMs >= this.#context.limits.idleMs) this.close('idle-timeout')
  }

  #take(buffer: Buffer, count: number): void {
    if (this.#closing) return // Read on, so that the end of the conversation is not a reset.
    this.#guard(() => {
      if (this.#session.publishing) {
        this.#inbound.take(buffer, count)
        this.#reads.taken(count === buffer.length)
        return
      }
      const answered = this.#socket.bytesWritten
      this.#inbound.take(buffer, count)
      if (this.#publish === null && this.#socket.bytesWritten === answered) this.#inbound.acknowledge()
      if (this.#inbound.full) this.#socket.pause()
    })
  }

  #send(bytes: Buffer): void {
    if (this.#closing) return
    this.#socket.write(bytes)
    const { unsentBytes } = this.#context.limits
    if (this.#socket.writableLength > unsentBytes) {
      throw new LimitError('rtmp', `more than ${unsentBytes} bytes of answers are not taken`)
    }
  }

  /** Turns whatever `run` throws into the end of this connection. */
  #guard(run: () => void): void {
    try {
      run()
    } catch (error) {
      if (error instanceof LimitError) this.#end('limit-exceeded', null, error)
      else if (error instanceof ProtocolError) this.#end('protocol-error', null, error)
      else this.#end('media-failed', null, error)
    }
  }

  #authorize(command: PublishCommand): void {
    const { clock, limits } = this.#context
    this.#publish = command
    this.#deadline.cancel()
    if (command.channelId === '') {
      const text = 'The publishing address names no channel.'
      this.#end('unknown-channel', publishRefused(command.streamId, text))
      return
    }
    this.#inbound.hold()
    this.#deadline = clock.after(limits.authorizeDeadlineMs, () =>
      this.#decided({ allow: false, reason: 'The service took too long to decide.', closeReason: 'denied' }),
    )
    this.#ask(command).then(
      (decision) => this.#decided(decision),
      (error: unknown) => {
        this.#context.logger.error({ err: error }, 'publish could not be decided')
        const reason = 'The service failed to decide.'
        this.#decided({ allow: false, reason, closeReason: 'denied' })
      },
    )
  }

  async #ask({ channelId, query, encoder }: PublishCommand): Promise<PublishDecision> {
    return this.#context.authorize({ channelId, query, encoder, remoteAddress: this.remoteAddress })
  }

  #decided(decision: PublishDecision): void {
    // Another decision or the deadline came first, or the encoder has left: nothing is attached.
    if (this.#reason !== null || this.#session.publishing || this.#publish === null) return
    this.#deadline.cancel()
    const { streamId } = this.#publish
    if (decision.allow) this.#guard(() => this.#attach(decision, streamId))
    else {
      const { closeReason, reason } = decision
      this.#end(closeReason, reason === null ? null : publishRefused(streamId, reason))
    }
  }

  #attach(decision: PublishDecision & { allow: true }, streamId: number): void {
    this.#session.accepted()
    this.#sink = decision.attach(this)
    if (this.#reason !== null) {
      this.#closeSink(this.#reason) // The sink closed its publisher while it was being made.
      return
    }
    this.#send(publishStart(streamId))
    this.#inbound.release()
    this.#socket.resume()
  }

  /** The encoder ended its stream. What it still says of it is ignored; the connection is the encoder's to close. */
  #unpublished(answer: Buffer): void {
    const { clock, limits } = this.#context
    this.#conclude('client-closed')
    this.#deadline = clock.after(limits.lingerMs, () => this.#end('client-closed', null))
    this.#send(answer)
  }

  /**
   * Ends the connection, once.
   * @param reason counts where the encoder has not ended its stream before
   * @param farewell sent before the end; null cuts the connection off
   */
  #end(reason: CloseReason, farewell: Buffer | null, error?: unknown): void {
    if (this.#closing) return
    this.#closing = true
    this.#deadline.cancel()
    this.#conclude(reason, error)
    if (farewell === null) {
      this.#socket.destroy()
      return
    }
    this.#socket.end(farewell)
    this.#socket.resume()
    this.#deadline = this.#context.clock.after(this.#context.limits.lingerMs, () => this.#socket.destroy())
  }

  /** Nothing is published any more: the sink and the log are told, once. */
  #conclude(reason: CloseReason, error?: unknown): void {
    if (this.#reason !== null) return
    this.#reason = reason
    this.#reads.stop()
    this.#closeSink(reason)
    this.#log(reason, error)
  }

  #closeSink(reason: CloseReason): void {
    try {
      this.#sink?.closed(reason, this.#inbound.receivedBytes)
    } catch (error) {
      this.#context.logger.error({ err: error }, 'a publisher could not be closed')
    }
  }

  #log(reason: CloseReason, error: unknown): void {
    const entry = {
      reason,
      channel: this.#publish?.channelId.slice(0, 64),
      remoteAddress: this.remoteAddress,
      encoder: this.#publish?.encoder.slice(0, 64),
      receivedBytes: this.#inbound.receivedBytes,
      durationMs: this.#context.clock.now() - this.#openedAt,
      rule: error instanceof ProtocolError ? error.message : undefined,
    }
    if (error === undefined || error instanceof ProtocolError) this.#context.logger.info(entry, 'rtmp ended')
    else this.#context.logger.error({ ...entry, err: error }, 'rtmp ended')
  }
}
