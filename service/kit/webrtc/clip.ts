import { readFile } from 'node:fs/promises'
import { BufferSource, Input, MATROSKA, WEBM } from 'mediabunny'
import type { InputTrack } from 'mediabunny'
import { packetsOf } from '../packets.ts'
import type { Milliseconds } from '../../contract/units.ts'

/** A picture, or a block of sound. */
export interface Frame {
  readonly kind: 'audio' | 'video'
  readonly atMs: Milliseconds
  readonly key: boolean
  readonly data: Uint8Array
}

/** What a synthetic client sends again and again. */
export interface Clip {
  /** In the order of their times. */
  readonly frames: readonly Frame[]
  readonly lengthMs: Milliseconds
}

/**
 * Reads a WebM file with VP8 and Opus, or one of the two.
 * @throws Error naming the file and what it is lacking
 */
export async function readClip(file: string): Promise<Clip> {
  const input = new Input({ source: new BufferSource(await readFile(file)), formats: [WEBM, MATROSKA] })
  try {
    if (!(await input.canRead())) throw new Error(`${file} must be a WebM file.`)
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    if (video && (await video.getCodec()) !== 'vp8') throw new Error(`The pictures of ${file} must be VP8.`)
    if (audio && (await audio.getCodec()) !== 'opus') throw new Error(`The sound of ${file} must be Opus.`)
    const frames = [...(await framesOf(video, 'video')), ...(await framesOf(audio, 'audio'))]
    if (frames.length === 0) throw new Error(`${file} has neither pictures nor sound.`)
    frames.sort((a, b) => a.atMs - b.atMs)
    const ends = frames.map(({ atMs, lastsMs }) => atMs + lastsMs)
    return { frames, lengthMs: Math.max(...ends) }
  } finally {
    input.dispose()
  }
}

async function framesOf(
  track: InputTrack | null,
  kind: Frame['kind'],
): Promise<(Frame & { readonly lastsMs: Milliseconds })[]> {
  return (await packetsOf(track)).map(({ timestamp, duration, type, data }) => ({
    ...{ kind, data, key: type === 'key' },
    ...{ atMs: Math.max(0, timestamp * 1000), lastsMs: duration * 1000 },
  }))
}
