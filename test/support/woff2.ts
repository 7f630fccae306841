/** Reads which characters a WOFF2 font has (W3C WOFF File Format 2.0; OpenType 1.9, cmap). */
import { brotliDecompressSync } from 'node:zlib'

/** Bytes of the header (WOFF2 4.1). */
const HEADER = 48
/** Tags that the table directory names by number, as far as they are told apart here (WOFF2 4.1, Known Table Tags). */
const KNOWN = { cmap: 0, glyf: 10, loca: 11 } as const
const ANY_TAG = 63

/** @returns code points that have a glyph @throws Error for what is no WOFF2 font with a cmap */
export function charactersOf(font: Buffer): ReadonlySet<number> {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('no WOFF2 font')
  const tables = font.readUInt16BE(12)
  let at = HEADER
  /** UIntBase128 (WOFF2 4.1). */
  const number = (): number => {
    for (let value = 0; ;) {
      const byte = font.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  let before = 0
  let cmap: readonly [start: number, length: number] | undefined
  for (let table = 0; table < tables; table++) {
    const flags = font.readUInt8(at++)
    const tag = flags & 0x3f
    const version = flags >> 6
    let isCmap = tag === KNOWN.cmap
    if (tag === ANY_TAG) {
      isCmap = font.toString('latin1', at, at + 4) === 'cmap'
      at += 4
    }
    const original = number()
    const isOutline = tag === KNOWN.glyf || tag === KNOWN.loca
    const isTransformed = isOutline ? version !== 3 : version !== 0
    const length = isTransformed ? number() : original
    if (isCmap) cmap = [before, length]
    before += length
  }
  if (cmap === undefined) throw new Error('no cmap')
  const data = brotliDecompressSync(font.subarray(at, at + font.readUInt32BE(20)))
  return mapped(data.subarray(cmap[0], cmap[0] + cmap[1]))
}

/** The subtables for Unicode of both formats that fonts have: 4 and 12. */
function mapped(cmap: Buffer): Set<number> {
  const found = new Set<number>()
  for (let record = 0; record < cmap.readUInt16BE(2); record++) {
    const subtable = cmap.subarray(cmap.readUInt32BE(4 + record * 8 + 4))
    const format = subtable.readUInt16BE(0)
    if (format === 4) addSegments(subtable, found)
    else if (format === 12) addGroups(subtable, found)
  }
  return found
}

/** Format 4: segments of the Basic Multilingual Plane. */
function addSegments(table: Buffer, found: Set<number>): void {
  const bytes = table.readUInt16BE(6)
  const [ends, starts, deltas, offsets] = [14, 16 + bytes, 16 + bytes * 2, 16 + bytes * 3]
  for (let segment = 0; segment < bytes; segment += 2) {
    const [start, end] = [table.readUInt16BE(starts + segment), table.readUInt16BE(ends + segment)]
    const delta = table.readUInt16BE(deltas + segment)
    const offset = table.readUInt16BE(offsets + segment)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const index = offset === 0 ? code : table.readUInt16BE(offsets + segment + offset + (code - start) * 2)
      if (index !== 0 && ((index + delta) & 0xffff) !== 0) found.add(code)
    }
  }
}

/** Format 12: groups of any plane. */
function addGroups(table: Buffer, found: Set<number>): void {
  for (let group = 0; group < table.readUInt32BE(12); group++) {
    const at = 16 + group * 12
    const [start, end, glyph] = [0, 4, 8].map((part) => table.readUInt32BE(at + part)) as [
      number,
      number,
      number,
    ]
    for (let code = start; code <= end; code++) if (glyph + code - start !== 0) found.add(code)
  }
}
