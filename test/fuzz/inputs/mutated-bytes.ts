import fc from 'fast-check'

/** One change of bytes. Places are taken modulo what there is. */
type Change =
  | { readonly what: 'flip'; readonly at: number; readonly bit: number }
  | { readonly what: 'set'; readonly at: number; readonly to: number }
  | { readonly what: 'number'; readonly at: number; readonly size: 2 | 4; readonly to: number }
  | { readonly what: 'cut'; readonly at: number }
  | { readonly what: 'remove'; readonly at: number; readonly count: number }
  | { readonly what: 'insert'; readonly at: number; readonly bytes: Uint8Array }
  | { readonly what: 'repeat'; readonly at: number; readonly count: number; readonly times: number }

/** Most changes hit headers. */
const place = fc.oneof({ weight: 2, arbitrary: fc.nat({ max: 31 }) }, fc.nat({ max: 2000 }))
const octet = fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.nat({ max: 255 }))
const number = fc.oneof(
  fc.constantFrom(0, 1, 0xffff, 0x7fff, 0x8000, 0x7fffffff, 0x80000000, 0xffffffff),
  fc.nat({ max: 0xffffffff }),
)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant('flip' as const), at: place, bit: fc.nat({ max: 7 }) }),
  fc.record({ what: fc.constant('set' as const), at: place, to: octet }),
  fc.record({ what: fc.constant('number' as const), at: place, size: fc.constantFrom(2, 4), to: number }),
  fc.record({ what: fc.constant('cut' as const), at: place }),
  fc.record({ what: fc.constant('remove' as const), at: place, count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ what: fc.constant('insert' as const), at: place, bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({
    ...{ what: fc.constant('repeat' as const), at: place },
    ...{ count: fc.integer({ min: 1, max: 40 }), times: fc.integer({ min: 2, max: 20 }) },
  }),
)

function changed(bytes: Buffer, change: Change): Buffer {
  const at = bytes.length === 0 ? 0 : change.at % bytes.length
  switch (change.what) {
    case 'flip':
      if (bytes.length > 0) bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << change.bit), at)
      return bytes
    case 'set':
      if (bytes.length > 0) bytes.writeUInt8(change.to, at)
      return bytes
    case 'number':
      if (at + change.size <= bytes.length)
        bytes.writeUIntBE(change.to % 2 ** (8 * change.size), at, change.size)
      return bytes
    case 'cut':
      return bytes.subarray(0, at)
    case 'remove':
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + change.count)])
    case 'insert':
      return Buffer.concat([bytes.subarray(0, at), change.bytes, bytes.subarray(at)])
    case 'repeat': {
      const part = bytes.subarray(at, at + change.count)
      const repeated = Array<Buffer>(change.times).fill(part)
      return Buffer.concat([bytes.subarray(0, at), ...repeated, bytes.subarray(at)])
    }
  }
}

/** What was captured, with up to eight changes; and now and then bytes that mean nothing. */
export function mutatedBytes(corpus: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const mutated = fc
    .tuple(fc.constantFrom(...corpus), fc.array(change, { maxLength: 8, size: 'max' }))
    .map(([bytes, changes]) => new Uint8Array(changes.reduce(changed, Buffer.from(bytes))))
  return fc.oneof(
    { weight: 9, arbitrary: mutated },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 1500 }) },
  )
}
