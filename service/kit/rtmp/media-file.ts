/** Reads what is to be published: FLV as it is, MP4 as the tags that it would have as FLV. */
import { readFile } from 'node:fs/promises'
import { BufferSource, Input, MP4, QTFF } from 'mediabunny'
import type { EncodedPacket, InputAudioTrack, InputVideoTrack } from 'mediabunny'
import { readFlvFile } from '../../protocol/flv/file.ts'
import type { FlvFileTag } from '../../protocol/flv/file.ts'
import { packetsOf } from '../packets.ts'

/** Bodies of tags (Adobe Flash Video File Format 10.1, E.4.2 and E.4.3). */
const AUDIO_TAG = 8
const VIDEO_TAG = 9
const AAC = 0xaf
const H264 = 7
const KEY = 0x10
const INTER = 0x20

/**
 * @param file path of an FLV or MP4 file with H.264 and AAC, or of one of the two
 * @throws Error naming the file and what it is lacking
 */
export async function readMediaFile(file: string): Promise<readonly FlvFileTag[]> {
  const bytes = await readFile(file)
  if (bytes.toString('latin1', 0, 3) === 'FLV') return [...readFlvFile(bytes)]
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4, QTFF] })
  try {
    if (!(await input.canRead())) throw new Error(`${file} must be an FLV or MP4 file.`)
    const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
    const tags = [
      ...(video ? await videoTags(video, file) : []),
      ...(audio ? await audioTags(audio, file) : []),
    ]
    if (tags.length === 0) throw new Error(`${file} has neither pictures nor sound.`)
    return tags.sort((a, b) => a.timestampMs - b.timestampMs)
  } finally {
    input.dispose()
  }
}

async function videoTags(track: InputVideoTrack, file: string): Promise<FlvFileTag[]> {
  const codec = await track.getCodec()
  const config = await track.getDecoderConfig()
  if (codec !== 'avc' || !config?.description) throw wrongCodec(file, 'pictures', codec, 'H.264')
  const packets = await packetsOf(track)
  const times = decodingTimes(packets)
  const delay = delayOf(packets)
  const head = (key: boolean, type: number, compositionMs: number) => {
    const bytes = Buffer.from([(key ? KEY : INTER) | H264, type, 0, 0, 0])
    bytes.writeIntBE(compositionMs, 2, 3)
    return bytes
  }
  const first = {
    type: VIDEO_TAG,
    timestampMs: 0,
    body: joined(head(true, 0, 0), bytesOf(config.description)),
  }
  const rest = packets.map((packet, i) => {
    const timestampMs = times[i] ?? 0
    const compositionMs = Math.round(packet.timestamp * 1000) + delay - timestampMs
    return {
      ...{ type: VIDEO_TAG, timestampMs },
      body: joined(head(packet.type === 'key', 1, compositionMs), packet.data),
    }
  })
  return [first, ...rest]
}

async function audioTags(track: InputAudioTrack, file: string): Promise<FlvFileTag[]> {
  const codec = await track.getCodec()
  const config = await track.getDecoderConfig()
  if (codec !== 'aac' || !config?.description) throw wrongCodec(file, 'sound', codec, 'AAC')
  const packets = await packetsOf(track)
  const first = {
    type: AUDIO_TAG,
    timestampMs: 0,
    body: joined(Buffer.from([AAC, 0]), bytesOf(config.description)),
  }
  const rest = packets.map(({ timestamp, data }) => {
    const body = joined(Buffer.from([AAC, 1]), data)
    return { type: AUDIO_TAG, timestampMs: Math.max(0, Math.round(timestamp * 1000)), body }
  })
  return [first, ...rest]
}

/** How much later pictures are shown than they are decoded where order differs, milliseconds. */
function delayOf(packets: readonly EncodedPacket[]): number {
  const shown = packets.map(({ timestamp }) => timestamp).sort((a, b) => a - b)
  const latest = packets.reduce((most, { timestamp }, i) => Math.max(most, (shown[i] ?? 0) - timestamp), 0)
  return Math.round(latest * 1000)
}

/** Packets come in the order of decoding, with the times of showing: the times in their order are those of decoding. */
function decodingTimes(packets: readonly EncodedPacket[]): number[] {
  return packets.map(({ timestamp }) => Math.max(0, Math.round(timestamp * 1000))).sort((a, b) => a - b)
}

function bytesOf(description: AllowSharedBufferSource): Uint8Array {
  if (ArrayBuffer.isView(description)) {
    return new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
  }
  return new Uint8Array(description)
}

const joined = (...parts: readonly Uint8Array[]) => Buffer.concat(parts)

function wrongCodec(file: string, what: string, codec: string | null, wanted: string): Error {
  return new Error(`The ${what} of ${file} must be ${wanted}, not ${codec ?? 'of an unknown codec'}.`)
}
