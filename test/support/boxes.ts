/** Reads fragmented MP4 box by box, where media readers would hide decoding times. */

export interface Box {
  readonly type: string
  /** Without size and type. */
  readonly body: Buffer
  readonly children: readonly Box[]
}

const CONTAINERS = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl', 'mvex', 'moof', 'traf'])

/** @throws Error where sizes don't add up */
export function readBoxes(data: Uint8Array): Box[] {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const boxes: Box[] = []
  for (let at = 0; at < bytes.length;) {
    const size = at + 8 <= bytes.length ? bytes.readUInt32BE(at) : 0
    if (size < 8 || at + size > bytes.length)
      throw new Error(`box at ${at}: size ${size} of ${bytes.length - at}`)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + 8, at + size)
    boxes.push({ type, body, children: CONTAINERS.has(type) ? readBoxes(body) : [] })
    at += size
  }
  return boxes
}

/** All boxes at a path such as `moof/traf/trun`. */
export function findBoxes(boxes: readonly Box[], path: string): Box[] {
  const [type, ...rest] = path.split('/')
  const found = boxes.filter((box) => box.type === type)
  return rest.length === 0 ? found : found.flatMap((box) => findBoxes(box.children, rest.join('/')))
}

export interface FragmentSample {
  readonly dts: number
  readonly pts: number
  readonly duration: number
  readonly flags: number
  readonly data: Buffer
}

export interface TrackFragment {
  readonly trackId: number
  /** `tfdt`, ticks. */
  readonly startDts: number
  /** `tfdt` plus all durations. */
  readonly endDts: number
  readonly samples: readonly FragmentSample[]
}

/** The samples of one media segment, by track (ISO/IEC 14496-12 8.8). */
export function readFragment(file: Uint8Array): TrackFragment[] {
  const boxes = readBoxes(file)
  const moofStart = boxes
    .slice(
      0,
      boxes.findIndex((box) => box.type === 'moof'),
    )
    .reduce(sumSizes, 0)
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  return findBoxes(boxes, 'moof/traf').map((traf) => readTrackFragment(traf, bytes.subarray(moofStart)))
}

function sumSizes(sum: number, box: Box): number {
  return sum + box.body.length + 8
}

function readTrackFragment(traf: Box, fromMoof: Buffer): TrackFragment {
  const [tfhd, tfdt, trun] = ['tfhd', 'tfdt', 'trun'].map((type) => {
    const body = traf.children.find((box) => box.type === type)?.body
    if (!body) throw new Error(`no ${type}`)
    return body
  }) as [Buffer, Buffer, Buffer]
  const tfhdFlags = tfhd.readUInt32BE(0) & 0xffffff
  let at = 8
  const optional = (flag: number) => (tfhdFlags & flag ? tfhd.readUInt32BE((at += 4) - 4) : 0)
  const defaults = { duration: optional(0x8), size: optional(0x10), flags: optional(0x20) }
  const startDts = Number(tfdt.readBigUInt64BE(4))
  const samples = readRun(trun, defaults, startDts, fromMoof)
  const endDts = samples.reduce((end, sample) => end + sample.duration, startDts)
  return { trackId: tfhd.readUInt32BE(4), startDts, endDts, samples }
}

function readRun(
  trun: Buffer,
  defaults: { duration: number; size: number; flags: number },
  startDts: number,
  fromMoof: Buffer,
): FragmentSample[] {
  const flags = trun.readUInt32BE(0) & 0xffffff
  const count = trun.readUInt32BE(4)
  let at = 8
  const next = (flag: number) => (flags & flag ? trun.readUInt32BE((at += 4) - 4) : null)
  let offset = next(0x1) ?? 0
  const firstFlags = next(0x4)
  let dts = startDts
  const samples: FragmentSample[] = []
  for (let i = 0; i < count; i++) {
    const duration = next(0x100) ?? defaults.duration
    const size = next(0x200) ?? defaults.size
    const own = next(0x400) ?? (i === 0 ? firstFlags : null) ?? defaults.flags
    const composition = (next(0x800) ?? 0) | 0
    const data = fromMoof.subarray(offset, offset + size)
    samples.push({ dts, pts: dts + composition, duration, flags: own, data })
    offset += size
    dts += duration
  }
  if (at !== trun.length) throw new Error(`trun: ${trun.length - at} bytes left over`)
  return samples
}
