import { basicHeader } from '../../../service/protocol/rtmp/chunk-writer.ts'
import { command, message, setChunkSize } from './session.ts'
import type { Pieces } from './session.ts'
import type { Random } from '../random.ts'

/** Turns what a client sends into something worse. */
export type Mutation = (pieces: Pieces, random: Random) => Pieces

/** Index of a message, that is of any piece but the handshake; of the handshake where there is no other. */
const messageIndex = (pieces: Pieces, random: Random): number =>
  pieces.length < 2 ? 0 : random.between(1, pieces.length - 1)

const replaced = (pieces: Pieces, index: number, piece: Buffer): Pieces => pieces.with(index, piece)

const inserted = (pieces: Pieces, random: Random, ...added: Buffer[]): Pieces =>
  pieces.toSpliced(messageIndex(pieces, random), 0, ...added)

/** A header as the specification has it, whatever it promises (RTMP specification 5.3.1). */
function header(chunkStream: number, time: number, length: number, type: number): Buffer {
  const fields = Buffer.alloc(11)
  fields.writeUIntBE(time, 0, 3)
  fields.writeUIntBE(length, 3, 3)
  fields.writeUInt8(type, 6)
  fields.writeUInt32LE(1, 7)
  return Buffer.concat([basicHeader(0, chunkStream), fields])
}

function bitFlips(pieces: Pieces, random: Random): Pieces {
  const index = messageIndex(pieces, random)
  const piece = Buffer.from(pieces[index] ?? [])
  for (let i = random.between(1, 8); i > 0 && piece.length > 0; i--) {
    const at = random.below(random.once(2) ? Math.min(16, piece.length) : piece.length)
    piece[at] = (piece[at] ?? 0) ^ (1 << random.below(8))
  }
  return replaced(pieces, index, piece)
}

function otherBytes(pieces: Pieces, random: Random): Pieces {
  const index = messageIndex(pieces, random)
  const piece = Buffer.from(pieces[index] ?? [])
  for (let i = random.between(1, 8); i > 0 && piece.length > 0; i--) {
    piece[random.below(piece.length)] = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)])
  }
  return replaced(pieces, index, piece)
}

function truncation(pieces: Pieces, random: Random): Pieces {
  const index = messageIndex(pieces, random)
  const piece = pieces[index] ?? Buffer.alloc(0)
  const cut = replaced(pieces, index, piece.subarray(0, random.below(piece.length + 1)))
  return random.once(2) ? cut.slice(0, index + 1) : cut
}

/** A part of one message in the middle of another. */
function splice(pieces: Pieces, random: Random): Pieces {
  const from = pieces[messageIndex(pieces, random)] ?? Buffer.alloc(0)
  const index = messageIndex(pieces, random)
  const into = pieces[index] ?? Buffer.alloc(0)
  const start = random.below(from.length + 1)
  const part = from.subarray(start, start + random.below(from.length - start + 1))
  const at = random.below(into.length + 1)
  return replaced(pieces, index, Buffer.concat([into.subarray(0, at), part, into.subarray(at)]))
}

function repetition(pieces: Pieces, random: Random): Pieces {
  const index = messageIndex(pieces, random)
  const piece = pieces[index] ?? Buffer.alloc(0)
  const times = Math.min(random.between(2, 50), Math.ceil(100_000 / (piece.length + 1)))
  return pieces.toSpliced(index, 0, ...Array<Buffer>(times).fill(piece))
}

function omission(pieces: Pieces, random: Random): Pieces {
  return pieces.length < 2 ? pieces : pieces.toSpliced(messageIndex(pieces, random), 1)
}

/** connect, createStream, publish, media and all else in another order. */
function wrongOrder(pieces: Pieces, random: Random): Pieces {
  const first = messageIndex(pieces, random)
  const second = messageIndex(pieces, random)
  const [a, b] = [pieces[first], pieces[second]]
  return a && b ? pieces.with(first, b).with(second, a) : pieces
}

/** A header that promises another length, type, time or stream. */
function lyingHeader(pieces: Pieces, random: Random): Pieces {
  const index = messageIndex(pieces, random)
  const piece = Buffer.from(pieces[index] ?? [])
  if (piece.length < 12) return pieces
  const length = random.pick([
    0,
    1,
    127,
    65_535,
    65_536,
    8 << 20,
    (8 << 20) + 1,
    0xffffff,
    random.below(5_000),
  ])
  random.pick([
    () => piece.writeUIntBE(length, 4, 3),
    () => piece.writeUInt8(random.below(256), 7),
    () => piece.writeUIntBE(0xffffff, 1, 3),
    () => piece.writeUInt32BE(random.uint32(), 8),
    () => piece.writeUInt8((piece.readUInt8(0) & 63) | (random.below(4) << 6), 0),
  ])()
  return replaced(pieces, index, piece)
}

function garbage(pieces: Pieces, random: Random): Pieces {
  const bytes = random.bytes(random.between(1, 4_000))
  if (random.once(8)) return [bytes]
  return random.once(2) ? [pieces[0] ?? bytes, bytes] : inserted(pieces, random, bytes)
}

function halfHandshake(pieces: Pieces, random: Random): Pieces {
  const handshake = pieces[0] ?? Buffer.alloc(0)
  const half = handshake.subarray(0, random.below(handshake.length + 1))
  return random.once(2) ? [half] : [half, ...pieces.slice(1)]
}

function chunkSizes(pieces: Pieces, random: Random): Pieces {
  const absurd = [0, 1, 2, 0xffffff, 0x1000000, 0x7fffffff, 0x80000000, 0xffffffff, random.uint32()]
  return inserted(pieces, random, setChunkSize(random.pick(absurd)))
}

function deepAmf(pieces: Pieces, random: Random): Pieces {
  const level = Buffer.from(
    random.pick(['03000161', '0a00000001', '0800000000000161', '1000016100016100']),
    'hex',
  )
  const depth = random.pick([5, 16, 17, 100, 5_000])
  const name = Buffer.from('020007636f6e6e656374003ff0000000000000', 'hex')
  const payload = Buffer.concat([name, ...Array<Buffer>(depth).fill(level)])
  return inserted(pieces, random, message(random.pick([17, 18, 20]), 0, payload, 60_000))
}

/** Lists, objects and strings that promise more than there is. */
function lyingAmf(pieces: Pieces, random: Random): Pieces {
  const payload = Buffer.concat([
    Buffer.from('0200077075626c697368', 'hex'),
    Buffer.from(
      random.pick(['0affffffff', '0cffffffff', '08ffffffff', '02ffff', '0fffffffff', '0b', '07', '11']),
      'hex',
    ),
    random.bytes(random.below(40)),
  ])
  return inserted(pieces, random, message(random.pick([17, 18, 20]), 0, payload, 4_096))
}

function tinyChunks(pieces: Pieces, random: Random): Pieces {
  const size = random.between(1, 4)
  const type = random.pick([8, 9, 18, 20])
  const tiny = Array.from({ length: random.between(1, 20) }, (_, i) =>
    message(type, i, random.bytes(random.below(400)), size),
  )
  return inserted(pieces, random, setChunkSize(size), ...tiny)
}

function emptyMessages(pieces: Pieces, random: Random): Pieces {
  const empty = message(random.below(256), random.uint32(), Buffer.alloc(0), 128)
  return inserted(pieces, random, ...Array<Buffer>(random.between(1, 500)).fill(empty))
}

/** The beginnings of many messages, each on its own chunk stream. */
function manyChunkStreams(pieces: Pieces, random: Random): Pieces {
  const first = random.pick([3, 64, 320, 65_400])
  const length = random.pick([1_000, 65_536, 8 << 20])
  const body = random.bytes(128)
  const begun = Array.from({ length: random.between(2, 100) }, (_, i) =>
    Buffer.concat([header(first + i, 0, length, 9), body]),
  )
  return inserted(pieces, random, ...begun)
}

function aborts(pieces: Pieces, random: Random): Pieces {
  const payload = Buffer.alloc(random.pick([0, 3, 4, 4, 4, 8]))
  if (payload.length >= 4) payload.writeUInt32BE(random.pick([2, 3, 4, 6, 99, random.uint32()]))
  return inserted(pieces, random, message(2, 0, payload, 128))
}

/** Windows, acknowledgements, bandwidth and user control with any content. */
function controlMessages(pieces: Pieces, random: Random): Pieces {
  const added = Array.from({ length: random.between(1, 20) }, () =>
    message(random.between(3, 6), 0, random.bytes(random.below(12)), 128),
  )
  return inserted(pieces, random, ...added)
}

function otherCommands(pieces: Pieces, random: Random): Pieces {
  const name = random.pick([
    'connect',
    'createStream',
    'publish',
    'play',
    'deleteStream',
    'x',
    '',
    'closeStream',
  ])
  const argument = random.pick([null, undefined, 5, true, 'text', {}, [1, 2], new Date(0)])
  const times = random.pick([1, 1, 2, 20])
  const bytes = command(4_096, random.below(3), name, random.pick([0, 1, -1, NaN, null, 'x']), null, argument)
  return inserted(pieces, random, ...Array<Buffer>(times).fill(bytes))
}

/** Every mutation by its name. */
export const MUTATIONS = {
  bitFlips,
  otherBytes,
  truncation,
  splice,
  repetition,
  omission,
  wrongOrder,
  lyingHeader,
  garbage,
  halfHandshake,
  chunkSizes,
  deepAmf,
  lyingAmf,
  tinyChunks,
  emptyMessages,
  manyChunkStreams,
  aborts,
  controlMessages,
  otherCommands,
} as const satisfies Record<string, Mutation>

export type MutationName = keyof typeof MUTATIONS

export const MUTATION_NAMES = Object.keys(MUTATIONS) as MutationName[]
