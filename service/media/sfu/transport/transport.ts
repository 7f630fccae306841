import { randomInt } from 'node:crypto'
import { PeerConnection, Video } from 'node-datachannel'
import type { Track } from 'node-datachannel'
import type { TransportCause } from '../../../contract/sfu-worker.ts'
import { monotonicNow } from '../../../platform/clock.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isUsableCandidate } from './candidates.ts'
import type { Certificate } from './certificate.ts'
import type { TransportCounters } from './counters.ts'
import { IceCounters } from './ice-counters.ts'
import { FirstCheck } from './first-check.ts'
import type { IcePort } from './ice-port.ts'
import type { LocalParameters, RemoteParameters } from './parameters.ts'
import { Progress } from './progress.ts'
import { PIPE, faultOf, remoteOffer } from './remote.ts'

/** A transport can't be started; the message names no secret. */
export class TransportError extends Error {
  override readonly name = 'TransportError'
}

export interface TransportListener {
  opened(): void
  /** One RTP or RTCP packet, decrypted. Each has a buffer of its own, which nobody writes to afterwards. */
  packet(bytes: Uint8Array): void
  /** It opens no more, or broke off; everything is freed already. Once, and not after `close`. */
  ended(cause: TransportCause): void
}

export interface TransportParts {
  /** Names the native connection. */
  readonly id: string
  /** Where the client signals from: an IPv4 or IPv6 address. */
  readonly remoteAddress: string
  readonly port: IcePort
  readonly certificate: Certificate
  readonly clock: Clock
  readonly counters: TransportCounters
}

/** What must not be collected: libdatachannel closes whatever JavaScript has lost, without a word. */
interface Native {
  readonly connection: PeerConnection
  readonly track: Track
}

const live = new Set<Native>()

const UFRAG_LENGTH = 8
const PWD_LENGTH = 24
const ICE_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/**
 * ICE, DTLS and SRTP with one client. Our offer is written from `local`, before anything native exists;
 * `start` gets what the client answered. libdatachannel is then told that the client had offered: so it knows
 * the client's fingerprint before the first packet. The other way round, DTLS can be faster than the answer,
 * and fails.
 */
export class Transport {
  readonly local: LocalParameters
  readonly iceCounters = new IceCounters()
  readonly #parts: TransportParts
  readonly #listener: TransportListener
  #state: 'new' | 'started' | 'closed' = 'new'
  #native: Native | null = null
  #progress: Progress | null = null
  /** Null once it came. */
  #firstCheck: FirstCheck | null
  #receivedBytes = 0
  #sentBytes = 0

  constructor(parts: TransportParts, listener: TransportListener) {
    this.#parts = parts
    this.#listener = listener
    this.local = {
      iceUfrag: randomText(UFRAG_LENGTH),
      icePwd: randomText(PWD_LENGTH),
      fingerprint: parts.certificate.fingerprint,
      candidates: parts.port.candidates,
    }
    this.#firstCheck = new FirstCheck({ ...parts, iceUfrag: this.local.iceUfrag })
  }

  get isOpen(): boolean {
    return this.#progress?.isOpen ?? false
  }

  /** RTP and RTCP without their encryption. */
  get receivedBytes(): number {
    return this.#receivedBytes
  }

  /** As `receivedBytes`; what was not taken does not count. */
  get sentBytes(): number {
    return this.#sentBytes
  }

  /** IP address that the client's media comes from; null while it is not open. */
  get selectedAddress(): string | null {
    return this.isOpen ? (this.#native?.connection.getSelectedCandidatePair()?.remote.address ?? null) : null
  }

  /**
   * Starts with what the client answered, as soon as it is known where the client is. It can be tried once.
   * @throws TransportError
   */
  start(remote: RemoteParameters): void {
    if (this.#state !== 'new') throw new TransportError('The transport was started or closed before.')
    const { counters } = this.#parts
    counters.answered()
    try {
      this.#check(remote)
    } catch (error) {
      this.close()
      counters.ended('start-failed')
      throw error
    }
    this.#state = 'started'
    const progress = this.#newProgress()
    this.#progress = progress
    this.#firstCheck?.wait(
      guarded((candidates: readonly string[]) => this.#begin(remote, candidates, progress)),
    )
    for (const candidate of remote.candidates) this.addCandidate(candidate)
  }

  /** One more address of the client. Not needed: it is learnt from its checks. Does nothing with a bad one. */
  addCandidate(candidate: string): void {
    if (!isUsableCandidate(candidate)) return
    if (this.#firstCheck) return this.#firstCheck.told(candidate)
    try {
      this.#native?.connection.addRemoteCandidate(candidate, PIPE.mid)
    } catch {
      // It may have failed or closed meanwhile.
    }
  }

  /**
   * Encrypts and sends one RTP or RTCP packet at once. The bytes are copied.
   * @returns false where it is not open, or the socket does not take it
   */
  send(packet: Uint8Array): boolean {
    if (!this.#native || !this.isOpen) return false
    try {
      // Any Uint8Array will do; the declaration asks for more.
      if (!this.#native.track.sendMessageBinary(packet as Buffer)) return false
    } catch {
      return false
    }
    this.#sentBytes += packet.length
    return true
  }

  /** Frees everything at once. May be called at any time and more than once. */
  close(): void {
    this.#state = 'closed'
    this.#progress?.stop()
    this.#firstCheck?.stop()
    this.#firstCheck = null
    const native = this.#native
    if (!native) return
    this.#native = null
    live.delete(native)
    this.#parts.counters.released()
    native.track.close()
    native.connection.close()
  }

  /**
   * What native code would abort the process for is refused here.
   * @throws TransportError
   */
  #check(remote: RemoteParameters): void {
    if (this.#parts.port.isClosed) throw new TransportError('The ICE port is closed.')
    const fault = faultOf(remote)
    if (fault !== null) throw new TransportError(fault)
  }

  #newProgress(): Progress {
    const { clock, counters } = this.#parts
    return new Progress(clock, {
      opened: (took) => {
        counters.opened(took)
        this.#listener.opened()
      },
      slow: () => counters.slow(),
      ended: (cause) => this.#end(cause),
    })
  }

  #end(cause: TransportCause): void {
    this.#parts.counters.ended(cause)
    this.close()
    this.#listener.ended(cause)
  }

  #begin(remote: RemoteParameters, candidates: readonly string[], progress: Progress): void {
    this.#firstCheck = null
    try {
      this.#open(remote, progress)
    } catch {
      return this.#end('start-failed')
    }
    for (const candidate of candidates) this.addCandidate(candidate)
  }

  #open(remote: RemoteParameters, progress: Progress): void {
    const { id, port, certificate, counters } = this.#parts
    const connection = new PeerConnection(id, {
      iceServers: [],
      disableAutoNegotiation: true,
      forceMediaTransport: true,
      enableIceUdpMux: true,
      bindAddress: port.bindAddress,
      portRangeBegin: port.port,
      portRangeEnd: port.port,
      // PEM text is taken as well as a file's name.
      certificatePemFile: certificate.certificate,
      keyPemFile: certificate.privateKey,
    })
    const media = new Video(PIPE.mid, 'SendRecv')
    media.addVP8Codec(PIPE.payloadType)
    const track = connection.addTrack(media)
    this.#native = { connection, track }
    live.add(this.#native)
    counters.acquired()

    this.#listen(this.#native, progress)

    connection.setRemoteDescription(remoteOffer(remote), 'offer')
    // Whatever setLocalDescription throws ends the process.
    if (connection.signalingState() !== 'have-remote-offer') {
      throw new TransportError('The transport does not take the answer.')
    }
    connection.setLocalDescription('answer', { iceUfrag: this.local.iceUfrag, icePwd: this.local.icePwd })
  }

  #listen({ connection, track }: Native, progress: Progress): void {
    // ICE states before those of the connection, so that they come in that order.
    connection.onIceStateChange(
      guarded((state) => {
        this.iceCounters.changed(state, monotonicNow())
        progress.iceState(state)
      }),
    )
    connection.onStateChange(guarded((state) => progress.state(state)))
    track.onOpen(guarded(() => progress.open()))
    track.onMessage(guarded((packet) => this.#receive(packet, progress)))
    // Native code frees its part of a track only where somebody listens for this.
    track.onClosed(() => undefined)
  }

  #receive(packet: Uint8Array, progress: Progress): void {
    if (this.#state !== 'started') return
    // Packets may overtake the word that it is open.
    progress.open()
    this.#receivedBytes += packet.length
    this.#listener.packet(packet)
  }
}

/** What a native callback throws aborts the process; thrown a moment later, it is an uncaught exception. */
function guarded<Args extends unknown[]>(run: (...args: Args) => void): (...args: Args) => void {
  return (...args) => {
    try {
      run(...args)
    } catch (error) {
      setImmediate(() => {
        throw error instanceof Error ? error : new Error(String(error))
      })
    }
  }
}

function randomText(length: number): string {
  return Array.from({ length }, () => ICE_CHARACTERS.charAt(randomInt(ICE_CHARACTERS.length))).join('')
}
