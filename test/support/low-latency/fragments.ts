/** The samples of fragmented MP4 (ISO/IEC 14496-12 8.8), as far as the checker compares parts with their segment. */
import { createDecipheriv, createHash } from 'node:crypto'

/** AES-128 of one segment and each of its parts (4.4.4.4). */
export interface Cipher {
  readonly key: Buffer
  readonly iv: Buffer
}

/** What an initialization segment says that samples need. */
export interface Initialization {
  /** Of the video track; null where there is none. */
  readonly videoTrack: number | null
  /** `default_sample_flags` by track. */
  readonly flags: ReadonlyMap<number, number>
}

export interface Samples {
  /** By track: the digest of all samples, one behind the other, and how many they are. */
  readonly media: string
  /** True where there is a key frame, or no video at all. */
  readonly hasKeyFrame: boolean
}

const NON_SYNC = 0x10000
const FULL_BOX = 4

interface Box {
  readonly type: string
  readonly start: number
  readonly body: Buffer
}

/** @throws RangeError for what is cut off */
function boxes(bytes: Buffer): readonly Box[] {
  const found: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const size = bytes.readUInt32BE(at)
    if (size < 8 || at + size > bytes.length)
      throw new RangeError(`a box of ${size} bytes at ${at} of ${bytes.length}`)
    found.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      start: at,
      body: bytes.subarray(at + 8, at + size),
    })
    at += size
  }
  return found
}

/** Boxes of a path, each name below the one before. */
function below(bytes: Buffer, ...path: readonly string[]): readonly Box[] {
  const [name, ...rest] = path
  const here = boxes(bytes).filter(({ type }) => type === name)
  return rest.length === 0 ? here : here.flatMap(({ body }) => below(body, ...rest))
}

/** @throws RangeError for what is no initialization segment */
export function readInitialization(bytes: Buffer): Initialization {
  const videos = below(bytes, 'moov', 'trak').filter(({ body }) =>
    below(body, 'mdia', 'hdlr').some((hdlr) => hdlr.body.toString('latin1', 8, 12) === 'vide'),
  )
  const header = videos.flatMap(({ body }) => below(body, 'tkhd'))[0]?.body
  const flags = below(bytes, 'moov', 'mvex', 'trex').map(({ body }): [number, number] => [
    body.readUInt32BE(FULL_BOX),
    body.readUInt32BE(FULL_BOX + 16),
  ])
  return { videoTrack: header ? header.readUInt32BE(header[0] === 1 ? 20 : 12) : null, flags: new Map(flags) }
}

/** @throws Error where it does not decrypt, or is cut off */
export function samplesOf(
  files: readonly Buffer[],
  initialization: Initialization,
  cipher: Cipher | null,
): Samples {
  const tracks = new Map<number, { hash: ReturnType<typeof createHash>; count: number }>()
  let hasKeyFrame = initialization.videoTrack === null
  for (const file of files) {
    const clear = cipher ? decrypted(file, cipher) : file
    for (const { start, body } of below(clear, 'moof'))
      for (const { body: traf } of below(body, 'traf'))
        for (const { track, bytes, isSync } of samples(clear, start, traf, initialization)) {
          const known = tracks.get(track) ?? { hash: createHash('sha256'), count: 0 }
          known.hash.update(bytes)
          known.count += 1
          tracks.set(track, known)
          if (track === initialization.videoTrack && isSync) hasKeyFrame = true
        }
  }
  const media = [...tracks]
    .toSorted(([a], [b]) => a - b)
    .map(([track, { hash, count }]) => `${track}:${count}:${hash.digest('hex')}`)
  return { media: media.join(), hasKeyFrame }
}

function decrypted(bytes: Buffer, { key, iv }: Cipher): Buffer {
  const decipher = createDecipheriv('aes-128-cbc', key, iv)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

/** Samples of one track fragment, whose data offsets count from the begin of its `moof`. */
function* samples(file: Buffer, moof: number, traf: Buffer, { flags: ofTracks }: Initialization) {
  const tfhd = below(traf, 'tfhd')[0]?.body ?? Buffer.alloc(8)
  const has = (flag: number) => (tfhd.readUInt32BE(0) & flag) !== 0
  const track = tfhd.readUInt32BE(FULL_BOX)
  let at = FULL_BOX + 4 + (has(0x1) ? 8 : 0) + (has(0x2) ? 4 : 0) + (has(0x8) ? 4 : 0)
  const defaultSize = has(0x10) ? tfhd.readUInt32BE(at) : 0
  at += has(0x10) ? 4 : 0
  const defaultFlags = has(0x20) ? tfhd.readUInt32BE(at) : (ofTracks.get(track) ?? 0)
  for (const { body } of below(traf, 'trun')) {
    const told = (flag: number) => (body.readUInt32BE(0) & flag) !== 0
    let position = FULL_BOX + 4
    const next = () => body.readInt32BE((position += 4) - 4)
    let offset = moof + (told(0x1) ? next() : 0)
    const firstFlags = told(0x4) ? next() : null
    for (let i = 0; i < body.readUInt32BE(FULL_BOX); i++) {
      if (told(0x100)) next()
      const size = told(0x200) ? next() : defaultSize
      const own = told(0x400) ? next() : null
      if (told(0x800)) next()
      const flags = own ?? (i === 0 ? firstFlags : null) ?? defaultFlags
      yield { track, bytes: file.subarray(offset, offset + size), isSync: (flags & NON_SYNC) === 0 }
      offset += size
    }
  }
}
