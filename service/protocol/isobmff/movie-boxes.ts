/** What is written alike in an initialization segment and in a whole movie. */
import type { Track } from '../../contract/media.ts'
import type { BoxWriter } from './box-writer.ts'

const IDENTITY_MATRIX = [0x00010000, 0, 0, 0, 0x00010000, 0, 0, 0, 0x40000000]
/** `und` (ISO 639-2) in three times 5 bits. */
export const LANGUAGE_UNDETERMINED = 0x55c4

export function writeMatrix(writer: BoxWriter): void {
  for (const value of IDENTITY_MATRIX) writer.u32(value)
}

/** `hdlr` (ISO/IEC 14496-12 8.4.3). */
export function writeHandler(writer: BoxWriter, kind: Track['kind']): void {
  writer.fullBox('hdlr', 0, 0, () => {
    writer.u32(0)
    writer.ascii(kind === 'video' ? 'vide' : 'soun')
    writer.zeros(12)
    writer.ascii(kind)
    writer.u8(0)
  })
}

/** What `minf` has in front of its sample table (ISO/IEC 14496-12 8.4.5 and 8.7). */
export function writeMediaInformation(writer: BoxWriter, kind: Track['kind']): void {
  if (kind === 'video') writer.fullBox('vmhd', 0, 1, () => writer.zeros(8))
  else writer.fullBox('smhd', 0, 0, () => writer.zeros(4))
  writer.box('dinf', () =>
    writer.fullBox('dref', 0, 0, () => {
      writer.u32(1)
      writer.fullBox('url ', 0, 1, () => undefined) // the media is in this file
    }),
  )
}
