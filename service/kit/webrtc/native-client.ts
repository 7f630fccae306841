/** A WebRTC client that is no browser: libdatachannel, with RTP and RTCP as bytes. It knows no signaling. */
import { Audio, PeerConnection, Video } from 'node-datachannel'
import type { Track } from 'node-datachannel'
import { deferred } from './deferred.ts'

export interface NativeClientOptions {
  /** Any number of m-lines, all in one BUNDLE group. */
  readonly offerSdp: string
  /** SSRCs that the client announces for what it sends, by mid. */
  readonly sends?: Readonly<Record<string, { readonly ssrc: number; readonly rtxSsrc?: number }>>
  /** Most that opening may take, ms. */
  readonly timeoutMs?: number
}

export interface NativeClient {
  /** The answer to the last offer. */
  readonly answerSdp: string
  /** Resolves when the first m-line is open; rejects when that fails. */
  readonly opened: Promise<void>
  readonly isOpen: boolean
  /** Every RTP or RTCP packet that comes in, with the mid that libdatachannel finds for it. */
  onMessage(listener: (packet: Uint8Array, mid: string) => void): void
  /** Encrypts and sends RTP or RTCP. By the first m-line that is open where no mid is given. */
  send(packet: Uint8Array, mid?: string): boolean
  /** Takes a further offer of the same session and gives its answer. */
  reoffer(offerSdp: string): Promise<string>
  /** Frees everything at once; the other side is told by DTLS. */
  close(): void
}

interface MediaSection {
  readonly kind: 'audio' | 'video'
  readonly mid: string
  readonly direction: string
  readonly lines: readonly string[]
}

/** libdatachannel closes whatever JavaScript has lost. */
const live = new Set<Client>()
const TIMEOUT_MS = 10_000
/** Attributes of an offered m-line that go into an answer as they are. */
const CODEC_LINES = /^a=(?:rtpmap|fmtp|rtcp-fb|extmap):/

/** Answers the offer; packets flow when `opened` resolves. */
export async function connectNativeClient(options: NativeClientOptions): Promise<NativeClient> {
  const client = new Client(options)
  live.add(client)
  try {
    await client.reoffer(options.offerSdp)
  } catch (error) {
    client.close()
    throw error
  }
  return client
}

class Client implements NativeClient {
  answerSdp = ''
  readonly opened: Promise<void>
  readonly #connection: PeerConnection
  readonly #options: NativeClientOptions
  readonly #tracks = new Map<string, Track>()
  readonly #listeners: ((packet: Uint8Array, mid: string) => void)[] = []
  readonly #settle: { resolve: () => void; reject: (error: Error) => void }
  readonly #timeout: NodeJS.Timeout
  readonly #states: string[] = []

  constructor(options: NativeClientOptions) {
    this.#options = options
    const { promise, resolve, reject } = deferred<undefined>()
    // Whoever does not wait for it is not to be ended by it.
    promise.catch(() => undefined)
    this.opened = promise
    this.#settle = { resolve: () => resolve(undefined), reject }
    this.#timeout = setTimeout(() => this.#fail('did not open'), options.timeoutMs ?? TIMEOUT_MS)
    this.#connection = new PeerConnection('client', { iceServers: [], disableAutoNegotiation: true })
    this.#connection.onStateChange((state) => {
      this.#states.push(state)
      if (state === 'failed' || state === 'closed') this.#fail(state)
    })
    this.#connection.onTrack((track) => this.#hold(track))
  }

  get isOpen(): boolean {
    return [...this.#tracks.values()].some((track) => track.isOpen())
  }

  onMessage(listener: (packet: Uint8Array, mid: string) => void): void {
    this.#listeners.push(listener)
    for (const [mid, track] of this.#tracks) this.#listen(track, mid)
  }

  send(packet: Uint8Array, mid?: string): boolean {
    const track =
      mid === undefined ? [...this.#tracks.values()].find((one) => one.isOpen()) : this.#tracks.get(mid)
    return track?.isOpen() === true && track.sendMessageBinary(packet as Buffer)
  }

  async reoffer(offerSdp: string): Promise<string> {
    for (const section of mediaSections(offerSdp)) {
      // What it receives libdatachannel makes tracks for itself.
      if (section.direction === 'recvonly' && !this.#tracks.has(section.mid)) this.#addSender(section)
    }
    this.#connection.setRemoteDescription(offerSdp, 'offer')
    // Its errors would abort the process.
    if (this.#connection.signalingState() !== 'have-remote-offer') throw new Error('the offer was not taken')
    this.#connection.setLocalDescription('answer')
    this.answerSdp = withDirections(withFormats(await this.#gathered(), offerSdp), offerSdp)
    return this.answerSdp
  }

  close(): void {
    this.#fail('closed')
    live.delete(this)
    for (const track of this.#tracks.values()) track.close()
    this.#connection.close()
  }

  #addSender({ kind, mid, lines }: MediaSection): void {
    const media = kind === 'audio' ? new Audio(mid, 'SendOnly') : new Video(mid, 'SendOnly')
    for (const line of lines) if (CODEC_LINES.test(line)) media.parseSdpLine(line)
    const ssrcs = this.#options.sends?.[mid]
    if (ssrcs) {
      if (ssrcs.rtxSsrc !== undefined) {
        media.parseSdpLine(`a=ssrc-group:FID ${ssrcs.ssrc} ${ssrcs.rtxSsrc}`)
        media.addSSRC(ssrcs.rtxSsrc, 'client')
      }
      media.addSSRC(ssrcs.ssrc, 'client')
    }
    this.#hold(this.#connection.addTrack(media))
  }

  #hold(track: Track): void {
    const mid = track.mid()
    this.#tracks.set(mid, track)
    track.onOpen(() => {
      clearTimeout(this.#timeout)
      this.#settle.resolve()
    })
    if (this.#listeners.length > 0) this.#listen(track, mid)
    track.onClosed(() => undefined)
  }

  /** Not before anybody wants packets: each of them costs a call into JavaScript. */
  #listen(track: Track, mid: string): void {
    track.onMessage((packet) => {
      for (const listener of this.#listeners) listener(packet, mid)
    })
  }

  #gathered(): Promise<string> {
    const answer = () => {
      const description = this.#connection.localDescription()
      return description?.type === 'answer' ? description.sdp : null
    }
    return new Promise((resolve, reject) => {
      const look = () => {
        const sdp = this.#connection.gatheringState() === 'complete' ? answer() : null
        if (sdp !== null) resolve(sdp)
        return sdp !== null
      }
      if (look()) return
      this.#connection.onGatheringStateChange(() => look())
      this.opened.catch(reject)
    })
  }

  #fail(why: string): void {
    clearTimeout(this.#timeout)
    this.#settle.reject(new Error(`the client ${why} after ${this.#states.join(', ')}`))
  }
}

/** libdatachannel forgets the payload types in `m=` where it was given them as lines. */
function withFormats(answerSdp: string, offerSdp: string): string {
  const offered = offerSdp.match(/^m=.*$/gm) ?? []
  let index = 0
  return answerSdp.replaceAll(/^m=.*$/gm, (line) => {
    const formats = offered[index++]?.trim().split(' ').slice(3) ?? []
    return [...line.trim().split(' ').slice(0, 3), ...formats].join(' ')
  })
}

/** libdatachannel answers an m-line as it did before where it has become inactive (RFC 3264 6.1). */
function withDirections(answerSdp: string, offerSdp: string): string {
  const offered = new Map(mediaSections(offerSdp).map(({ mid, direction }) => [mid, direction]))
  return answerSdp
    .split(/^(?=m=)/m)
    .map((section) => {
      const mid = /^a=mid:(\S+)/m.exec(section)?.[1] ?? ''
      if (offered.get(mid) !== 'inactive') return section
      return section.replace(/^a=(?:sendrecv|sendonly|recvonly)/m, 'a=inactive')
    })
    .join('')
}

function mediaSections(sdp: string): MediaSection[] {
  return sdp
    .split(/^(?=m=)/m)
    .slice(1)
    .flatMap((text) => {
      const lines = text.split(/\r?\n/)
      const [kind] = lines[0]?.slice('m='.length).split(' ') ?? []
      const mid = lines.find((line) => line.startsWith('a=mid:'))?.slice('a=mid:'.length)
      const direction = lines.find((line) => /^a=(?:sendrecv|sendonly|recvonly|inactive)$/.test(line))
      if ((kind !== 'audio' && kind !== 'video') || mid === undefined) return []
      return [{ kind, mid, direction: direction?.slice('a='.length) ?? 'sendrecv', lines }]
    })
}
