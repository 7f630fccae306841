/** Fragmented MP4 of made-up samples, for tests: one video track and one of sound. */

export const VIDEO = 1
export const SOUND = 2

export interface MadeUpSample {
  readonly track: number
  readonly bytes: string
  /** False where it is left out. */
  readonly isKey?: boolean
}

const SYNC = 0x02000000
const NON_SYNC = 0x01010000

const u32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value, 4 * i)
  return bytes
}
const box = (type: string, ...content: readonly Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  return Buffer.concat([u32(8 + body.length), Buffer.from(type, 'latin1'), body])
}

/** `moov` with both tracks, or with sound alone. Samples of sound are key frames by default. */
export function madeUpInitialization(hasVideo = true): Buffer {
  const track = (id: number, handler: string) =>
    box(
      'trak',
      box('tkhd', u32(0, 0, 0, id)),
      box('mdia', box('hdlr', u32(0, 0), Buffer.from(handler, 'latin1'))),
    )
  const defaults = (id: number, flags: number) => box('trex', u32(0, id, 1, 0, 0, flags))
  const tracks = [...(hasVideo ? [track(VIDEO, 'vide')] : []), track(SOUND, 'soun')]
  return box('moov', ...tracks, box('mvex', defaults(VIDEO, NON_SYNC), defaults(SOUND, SYNC)))
}

/** `moof` and `mdat`; the tracks of the samples come one after the other. */
export function madeUpFragment(samples: readonly MadeUpSample[]): Buffer {
  const tracks = [VIDEO, SOUND].map((id) => samples.filter(({ track }) => track === id))
  const head = (offset: number): Buffer => {
    let at = offset
    const trafs = tracks
      .filter((own) => own.length > 0)
      .map((own) => {
        const [first] = own
        const place = at
        at += own.reduce((sum, { bytes }) => sum + bytes.length, 0)
        // Data offset, flags of the first sample, and the size of each.
        const run = u32(0x205, own.length, place, first?.track === SOUND || first?.isKey ? SYNC : NON_SYNC)
        const tfhd = box('tfhd', u32(0x20000, first?.track ?? 0))
        return box('traf', tfhd, box('trun', run, u32(...own.map(({ bytes }) => bytes.length))))
      })
    return box('moof', ...trafs)
  }
  const moof = head(head(0).length + 8)
  return Buffer.concat([moof, box('mdat', ...tracks.flat().map(({ bytes }) => Buffer.from(bytes, 'latin1')))])
}
