import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../contract/units.ts'
import { demandKnown } from './known-options.ts'
import type { NamesOf } from './known-options.ts'
import { readMediaFile } from './rtmp/media-file.ts'
import { publishFlv } from './rtmp/publisher.ts'
import { awaited } from './wait.ts'
import type { WebrtcClient, WebrtcClients } from './webrtc/clients.ts'
import type { ConnectMembers } from './webrtc/messages.ts'

/** Without options the service's own test picture, as an encoder sends it. */
export interface PublishOptions {
  /** FLV or MP4 with H.264 and AAC, sent by RTMP. With `webrtc`: WebM with VP8 and Opus. */
  readonly file?: string
  /** The channel's ingest key, where it needs one; with `file` or `webrtc`. */
  readonly key?: string
  /** Repeats the file until it is stopped; otherwise it ends after its last picture and sound. Default: true. */
  readonly loop?: boolean
  /** How many times as fast a file is sent, above 0. Default: 1. */
  readonly speed?: number
  /** Ends after media of so many milliseconds was sent. */
  readonly stopAfterMs?: Milliseconds
}

export interface WebrtcOptions extends Pick<PublishOptions, 'file' | 'key'> {
  /** A synthetic client of the WebRTC channel, without a browser: it sends a test picture unless it is `recvonly`. */
  readonly webrtc: true | ConnectMembers
}

const LOOK_EVERY: Milliseconds = 100
/** Members that are numbers, and what they must be. */
const NUMBERS = [
  ['speed', 'a finite number above 0', (value: number) => value > 0],
  ['stopAfterMs', 'a finite number of milliseconds, 0 or more', (value: number) => value >= 0],
] as const
const OPTIONS: NamesOf<PublishOptions> = { file: true, key: true, loop: true, speed: true, stopAfterMs: true }
const OF_WEBRTC: NamesOf<WebrtcOptions> = { webrtc: true, file: true, key: true }
const OF_FILES = ['key', 'loop', 'speed', 'stopAfterMs'] as const

/** What is on air. */
export interface Publisher extends AsyncDisposable {
  /** Resolves when it has ended, by whomever; never rejects. */
  readonly ended: Promise<unknown>
  /** Ends it as an encoder does. */
  stop(): Promise<void>
  /** Cuts its connection off. */
  kill(): Promise<void>
}

/** Puts something on air; resolves when it was let in. @throws Error with the reason where it is refused */
export interface Publish {
  (channelId: string, options: WebrtcOptions): Promise<WebrtcClient>
  (channelId: string, options?: PublishOptions): Promise<Publisher>
}

export interface PublishParts {
  readonly rtmpBaseUrl: string
  readonly signalingUrl: string
  readonly caCertFile: string
  readonly clients: Pick<WebrtcClients, 'open'>
  readonly startTestPicture: (channelId: string) => Promise<unknown>
  readonly stopTestPicture: (channelId: string) => Promise<unknown>
  readonly isTestPictureOnAir: (channelId: string) => Promise<boolean>
}

export function publisher(parts: PublishParts): Publish {
  function publish(channelId: string, options: WebrtcOptions): Promise<WebrtcClient>
  function publish(channelId: string, options?: PublishOptions): Promise<Publisher>
  async function publish(
    channelId: string,
    options: PublishOptions | WebrtcOptions = {},
  ): Promise<Publisher> {
    demandKnown('publish', options, { ...OF_WEBRTC, ...OPTIONS })
    if ('webrtc' in options) return byWebrtc(parts, channelId, options)
    const { file } = options
    return file === undefined
      ? testPicture(parts, channelId, options)
      : byRtmp(parts, channelId, { ...options, file })
  }
  return publish
}

/** @throws Error where an option cannot be, or with the reason of a refusal */
async function byWebrtc(
  { clients, signalingUrl, caCertFile }: PublishParts,
  channelId: string,
  options: WebrtcOptions,
): Promise<WebrtcClient> {
  demandKnown('publish with webrtc', options, OF_WEBRTC)
  const { webrtc, file, key } = options
  if (webrtc !== true && !isObject(webrtc))
    throw new Error(`webrtc must be true or members of connect, not ${String(webrtc)}.`)
  const members = webrtc === true ? {} : webrtc
  const connect = key === undefined ? members : { ...members, metadata: withKey(members.metadata, key) }
  return clients.open({ url: signalingUrl, caCertFile, channelId, connect, file })
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws Error where it has no members */
function withKey(metadata: unknown, key: string): object {
  if (metadata === undefined || metadata === null) return { access_token: key }
  if (!isObject(metadata))
    throw new Error('metadata must be an object beside key, which is its member access_token.')
  return { ...metadata, access_token: key }
}

/** @throws Error where something is asked for that the test picture cannot do */
async function testPicture(
  parts: PublishParts,
  channelId: string,
  options: PublishOptions,
): Promise<Publisher> {
  const [ofFile] = OF_FILES.filter((name) => options[name] !== undefined)
  if (ofFile !== undefined) throw new Error(`${ofFile} goes only with file; the test picture has none.`)
  try {
    await parts.startTestPicture(channelId)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`The test picture is not on air in the channel ${channelId}. ${why}`, { cause: error })
  }
  const stop = async () => void (await parts.stopTestPicture(channelId))
  /** Where nobody answers any more, it has ended too. */
  const isOnAir = () => parts.isTestPictureOnAir(channelId).catch(() => false)
  const untilOver = async () => {
    while (await isOnAir()) await delay(LOOK_EVERY)
  }
  let ended: Promise<void> | null = null
  return {
    // Asked for only where somebody waits for it.
    get ended() {
      return (ended ??= untilOver())
    },
    ...{ stop, kill: stop, [Symbol.asyncDispose]: stop },
  }
}

/** @throws Error naming the member and its rule */
function demandNumbers(options: Pick<PublishOptions, 'speed' | 'stopAfterMs'>): void {
  for (const [name, rule, holds] of NUMBERS) {
    const value = options[name]
    if (value !== undefined && !(Number.isFinite(value) && holds(value)))
      throw new Error(`${name} must be ${rule}, not ${String(value)}.`)
  }
}

/** @throws Error where an option cannot be, or the file */
async function byRtmp(
  { rtmpBaseUrl, caCertFile }: PublishParts,
  channelId: string,
  options: PublishOptions & { readonly file: string },
): Promise<Publisher> {
  const { file, key, loop = true, speed = 1, stopAfterMs } = options
  demandNumbers(options)
  const name = key === undefined ? channelId : `${channelId}?key=${encodeURIComponent(key)}`
  const sent = publishFlv({
    url: `${rtmpBaseUrl}/${name}`,
    caCertFile,
    flv: await readMediaFile(file),
    ...{ realTime: true, loop, speed },
    ...(stopAfterMs !== undefined && { stopAfterMs }),
  })
  await sent.published
  // Nobody waits for what is on air alone.
  sent.client.socket.unref()
  // An encoder whose file is over ends; the service would wait for more.
  void sent.sent.then(() => sent.stop())
  const stop = () => awaited(sent.stop())
  const kill = () => {
    sent.kill()
    return awaited(sent.closed)
  }
  return {
    get ended() {
      return awaited(sent.closed)
    },
    ...{ stop, kill, [Symbol.asyncDispose]: stop },
  }
}
