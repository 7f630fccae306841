/** What is in a segment. */
import { createDecipheriv } from 'node:crypto'
import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny'
import type { InputTrack } from 'mediabunny'

/** Times are those in the file, in seconds. */
interface TrackFacts {
  /** As players are told it, `avc1.4d401e`. */
  readonly codec: string
  readonly startSeconds: number
  /** From the beginning of the first frame to the end of the last. */
  readonly durationSeconds: number
  /** Pictures, or blocks of sound. */
  readonly frames: number
}

export interface VideoFacts extends TrackFacts {
  readonly width: number
  readonly height: number
  /** When each key frame is shown. */
  readonly keyFrames: readonly number[]
}

export interface AudioFacts extends TrackFacts {
  readonly sampleRate: number
  readonly channels: number
}

export interface MediaFacts {
  readonly video: VideoFacts | null
  readonly audio: AudioFacts | null
}

/**
 * Reads fragmented MP4.
 * @param file a segment with what comes before it
 */
export async function readMedia(file: Uint8Array): Promise<MediaFacts> {
  const input = new Input({ source: new BufferSource(file), formats: [MP4] })
  try {
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    return {
      video: video && {
        ...(await framesOf(video)),
        width: await video.getCodedWidth(),
        height: await video.getCodedHeight(),
      },
      audio: audio && {
        ...withoutKeys(await framesOf(audio)),
        sampleRate: await audio.getSampleRate(),
        channels: await audio.getNumberOfChannels(),
      },
    }
  } finally {
    input.dispose()
  }
}

async function framesOf(track: InputTrack): Promise<TrackFacts & { readonly keyFrames: number[] }> {
  let [start, end, frames] = [Infinity, -Infinity, 0]
  const keyFrames: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    start = Math.min(start, packet.timestamp)
    end = Math.max(end, packet.timestamp + packet.duration)
    frames += 1
    if (packet.type === 'key') keyFrames.push(packet.timestamp)
  }
  return {
    codec: (await track.getCodecParameterString()) ?? '',
    ...{ startSeconds: frames > 0 ? start : 0, durationSeconds: frames > 0 ? end - start : 0 },
    ...{ frames, keyFrames },
  }
}

function withoutKeys({ codec, startSeconds, durationSeconds, frames }: TrackFacts): TrackFacts {
  return { codec, startSeconds, durationSeconds, frames }
}

/**
 * AES-128 of a whole segment (RFC 8216 4.3.2.4).
 * @param key 16 bytes
 * @param iv of the playlist; the segment's number where it has none
 */
export function decrypt(bytes: Buffer, key: Uint8Array, iv: Uint8Array | null, sequence: number): Buffer {
  const initial = Buffer.alloc(16)
  if (iv) initial.set(iv)
  else initial.writeUInt32BE(sequence, 12)
  const decipher = createDecipheriv('aes-128-cbc', key, initial)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}
