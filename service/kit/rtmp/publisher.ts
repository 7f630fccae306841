import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { readFlvFile } from '../../protocol/flv/file.ts'
import type { FlvFileTag } from '../../protocol/flv/file.ts'
import { encodeAmf } from '../../protocol/amf0/encode.ts'
import { MESSAGE_TYPE } from '../../protocol/rtmp/message.ts'
import { trustedWith } from '../fetch.ts'
import { RtmpClient, rtmpTarget } from './client.ts'

/** A longer timer fires at once. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

const SET_DATA_FRAME = encodeAmf(['@setDataFrame'])

export interface PublishOptions {
  /** `rtmp://host:port/<channel>` or `rtmp://host:port/<app>/<name>`; `rtmps:` for TLS. */
  readonly url: string
  /** Certificate, PEM, that is trusted besides the authorities of Node; only over `rtmps:`. */
  readonly caCertFile?: string
  /** An FLV file, its path, or its tags. */
  readonly flv: Buffer | string | readonly FlvFileTag[]
  /** Sends each tag when its time has come; otherwise as fast as the other side takes them. */
  readonly realTime?: boolean
  /** How many times as fast, with `realTime`; above 0, 1 unless given. */
  readonly speed?: number
  /** Repeats the file with rising timestamps until stopped. */
  readonly loop?: boolean
  /** Stops cleanly when media of this many milliseconds was sent. */
  readonly stopAfterMs?: number
  /** Called before a tag is sent. @param time of the tag, ms */
  readonly onTag?: (time: number) => void
}

export interface FlvPublisher {
  readonly client: RtmpClient
  /** Resolves on NetStream.Publish.Start; rejects with the description of a refusal. */
  readonly published: Promise<void>
  /** Resolves when all tags were sent, or the connection ended; never rejects. */
  readonly sent: Promise<void>
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>
  /** Bytes handed to the socket so far. */
  readonly bytesSent: number
  /** Unpublishes as an encoder does and ends the connection. */
  stop(): Promise<void>
  /** Cuts the connection off, as a crash or a lost network. */
  kill(): void
}

/**
 * Publishes an FLV file over a real socket: connect, createStream, publish, its tags, and with
 * `stopAfterMs` the end. The connection stays open after the last tag until `stop` or `kill`.
 */
export function publishFlv(options: PublishOptions): FlvPublisher {
  const target = rtmpTarget(options.url)
  const tls = target.secure ? { ca: trustedWith(options.caCertFile) } : undefined
  const client = new RtmpClient(target.host, target.port, undefined, tls)
  let stopped = false
  const stop = (): Promise<void> => {
    if (stopped) return client.closed
    stopped = true
    return client.stop(target.name)
  }
  client.handshake()
  client.setChunkSize(60_000)
  client.publish(target)
  const published = client.published()
  const sent = published.then(
    () => sendTags(client, options, () => stopped || client.socket.destroyed, stop),
    () => undefined,
  )
  return {
    client,
    published,
    sent,
    closed: client.closed,
    get bytesSent() {
      return client.bytesSent
    },
    stop,
    kill() {
      stopped = true
      client.kill()
    },
  }
}

async function sendTags(
  client: RtmpClient,
  options: PublishOptions,
  ended: () => boolean,
  stop: () => Promise<void>,
): Promise<void> {
  const tags = await tagsOf(options.flv)
  const length = repeatAfterMs(tags)
  const startedAt = performance.now()
  let base = 0
  do {
    for (const tag of tags) {
      const time = base + tag.timestampMs
      if (options.stopAfterMs !== undefined && time >= options.stopAfterMs) return stop()
      if (options.realTime === true) await until(startedAt + time / (options.speed ?? 1))
      if (ended()) return
      options.onTag?.(time)
      // Timestamps wrap at 2^32 on the wire.
      if (!client.message(tag.type, time >>> 0, 1, messageBody(tag))) await drained(client)
    }
    base += length
  } while (options.loop === true && !ended())
}

async function tagsOf(flv: PublishOptions['flv']): Promise<readonly FlvFileTag[]> {
  if (typeof flv === 'string') return [...readFlvFile(await readFile(flv))]
  return Buffer.isBuffer(flv) ? [...readFlvFile(flv)] : flv
}

/** Encoders put a command before the metadata that files begin with. */
function messageBody({ type, body }: FlvFileTag): Buffer {
  return type === MESSAGE_TYPE.data ? Buffer.concat([SET_DATA_FRAME, body]) : body
}

/** How much later a file is repeated, milliseconds: its last time plus the space between the last two video (or else audio) tags. */
export function repeatAfterMs(tags: readonly FlvFileTag[]): number {
  const main = tags.some(({ type }) => type === 9) ? 9 : 8
  const times = tags.filter(({ type }) => type === main).map(({ timestampMs }) => timestampMs)
  const [last = 0, before = 0] = [times.at(-1), times.at(-2)]
  return last + Math.max(1, last - before)
}

async function until(at: number): Promise<void> {
  for (;;) {
    const wait = at - performance.now()
    if (wait <= 0) return
    // The connection keeps the process alive, unless nobody waits for it.
    await delay(Math.min(wait, LONGEST_WAIT_MS), undefined, { ref: false })
  }
}

async function drained(client: RtmpClient): Promise<void> {
  if (client.socket.destroyed) return
  await Promise.race([once(client.socket, 'drain').catch(() => undefined), client.closed])
}
