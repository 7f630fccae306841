/** What an SFU process hands on of a WebRTC client, made by ffmpeg and taken apart by mediabunny. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import type { InputAudioTrack, InputVideoTrack } from 'mediabunny'
import type { SourceVideoCodec } from '../../service/contract/media.ts'
import type { LinkFrame, RelaySource } from '../../service/media/link/frames.ts'

const run = promisify(execFile)
const NO_BYTES = new Uint8Array()
const CODECS: Readonly<Record<string, SourceVideoCodec>> = { avc: 'h264', vp8: 'vp8', vp9: 'vp9', av1: 'av1' }
const ENCODERS: Readonly<Record<SourceVideoCodec, readonly string[]>> = {
  h264: ['libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-profile:v', 'baseline'],
  vp8: ['libvpx', '-deadline', 'realtime', '-cpu-used', '16', '-lag-in-frames', '0', '-auto-alt-ref', '0'],
  vp9: ['libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-lag-in-frames', '0'],
  av1: ['libsvtav1', '-preset', '12', '-svtav1-params', 'pred-struct=1'],
}

/** A kind's announcement or one of its units, and when it is sent: its time in ms from the beginning. */
export interface RelayedFrame {
  readonly at: number
  readonly frame: Extract<LinkFrame, { type: 'source' | 'video' | 'audio' }>
}

export interface RelaySourceOptions {
  readonly codec?: SourceVideoCodec
  readonly seconds: number
  readonly size?: string
  readonly fps?: number
}

/**
 * A picture and a tone that both change each whole second: a white flash and a beep of 100 ms. Only the
 * first picture is a key frame, as browsers send them.
 */
export async function relaySource(
  options: RelaySourceOptions,
): Promise<Record<'video' | 'audio', RelayedFrame[]>> {
  const { codec = 'vp8', seconds, size = '320x180', fps = 30 } = options
  const flash = `color=black:s=${size}:r=${fps},drawbox=w=iw:h=ih:color=white:t=fill:enable='lt(mod(t,1),0.1)'`
  const beep = "aevalsrc='if(lt(mod(t,1),0.1),sin(2*PI*1000*t),0)':s=48000"
  const { stdout } = await run(
    'ffmpeg',
    [
      ...[
        '-v',
        'error',
        '-nostdin',
        '-f',
        'lavfi',
        '-i',
        flash,
        '-f',
        'lavfi',
        '-i',
        `${beep},aformat=channel_layouts=stereo`,
      ],
      ...[
        '-t',
        String(seconds),
        '-pix_fmt',
        'yuv420p',
        '-g',
        '9999',
        '-c:v',
        ...ENCODERS[codec],
        '-b:v',
        '300k',
      ],
      ...['-c:a', 'libopus', '-b:a', '64k', '-f', 'matroska', '-'],
    ],
    { encoding: 'buffer', maxBuffer: 64 * 1024 * 1024 },
  )
  const input = new Input({ source: new BufferSource(stdout), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error('ffmpeg made no video or no audio')
  return {
    video: await framesOf(video, await videoSource(video), seconds),
    audio: await framesOf(audio, opusSource(), seconds),
  }
}

async function videoSource(track: InputVideoTrack): Promise<RelaySource> {
  const config = await track.getDecoderConfig()
  const name = (await track.getCodec()) ?? ''
  const codec = CODECS[name]
  if (!config || !codec) throw new Error(`no decoder for ${name}`)
  const isAvc = codec === 'h264' && config.description
  const decoderConfig = isAvc ? new Uint8Array(bytesOf(config.description)) : NO_BYTES
  const [width, height] = [await track.getCodedWidth(), await track.getCodedHeight()]
  return { kind: 'video', codec, width, height, decoderConfig }
}

function bytesOf(source: AllowSharedBufferSource | undefined): Uint8Array {
  if (!source) return NO_BYTES
  return ArrayBuffer.isView(source)
    ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength)
    : new Uint8Array(source)
}

const opusSource = (): RelaySource => ({
  ...{ kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 2, decoderConfig: NO_BYTES },
})

async function framesOf(
  track: InputVideoTrack | InputAudioTrack,
  source: RelaySource,
  seconds: number,
): Promise<RelayedFrame[]> {
  const frames: RelayedFrame[] = [{ at: 0, frame: { type: 'source', source } }]
  // Opus in Matroska is a little longer than asked; what follows would overlap it.
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const at = Math.max(0, packet.timestamp * 1000)
    if (at >= seconds * 1000) break
    const unit = { pts: at, dts: at, duration: 0, key: packet.type === 'key', data: packet.data }
    frames.push({ at, frame: { type: source.kind, unit } })
  }
  return frames
}

/** The same, later by some ms. */
export function later(frames: readonly RelayedFrame[], ms: number): RelayedFrame[] {
  return frames.map(({ at, frame }) => ({
    at: at + ms,
    frame:
      frame.type === 'source'
        ? frame
        : { ...frame, unit: { ...frame.unit, pts: frame.unit.pts + ms, dts: frame.unit.dts + ms } },
  }))
}

/** Without what lies between two times, ms. */
export function without(frames: readonly RelayedFrame[], from: number, to: number): RelayedFrame[] {
  return frames.filter(({ at, frame }) => frame.type === 'source' || at < from || at >= to)
}
