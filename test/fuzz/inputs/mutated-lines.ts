import fc from 'fast-check'
import { WORDS } from './words.ts'

/** One change of the lines of a text. Places are taken modulo what there is. */
type Change =
  | { readonly what: 'drop'; readonly at: number; readonly count: number }
  | { readonly what: 'repeat'; readonly at: number; readonly count: number; readonly times: number }
  | { readonly what: 'swap'; readonly at: number; readonly with: number }
  | { readonly what: 'insert'; readonly at: number; readonly line: string }
  | { readonly what: 'value'; readonly at: number; readonly word: number; readonly to: string }
  | { readonly what: 'splice'; readonly at: number; readonly from: number; readonly to: string }
  | { readonly what: 'cut'; readonly at: number; readonly from: number }

const text = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('a', '0', ' ', ';', ':').map((one) => one.repeat(5000)),
)
const place = fc.nat({ max: 400 })

/** @param words that mean something in these texts */
function changeOf(words: readonly string[], lines: readonly string[]): fc.Arbitrary<Change> {
  const word = fc.oneof(fc.constantFrom(...words), text)
  const line = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...lines) }, text)
  const count = fc.integer({ min: 1, max: 12 })
  return fc.oneof(
    fc.record({ what: fc.constant('drop' as const), at: place, count }),
    fc.record({
      what: fc.constant('repeat' as const),
      at: place,
      count,
      times: fc.integer({ min: 2, max: 30 }),
    }),
    fc.record({ what: fc.constant('swap' as const), at: place, with: place }),
    fc.record({ what: fc.constant('insert' as const), at: place, line }),
    fc.record({ what: fc.constant('value' as const), at: place, word: fc.nat({ max: 9 }), to: word }),
    fc.record({ what: fc.constant('splice' as const), at: place, from: fc.nat({ max: 100 }), to: text }),
    fc.record({ what: fc.constant('cut' as const), at: place, from: fc.nat({ max: 100 }) }),
  )
}

function changed(lines: readonly string[], change: Change): readonly string[] {
  if (lines.length === 0) return lines
  const at = change.at % lines.length
  const line = lines[at] ?? ''
  switch (change.what) {
    case 'drop':
      return lines.toSpliced(at, change.count)
    case 'repeat': {
      const part = lines.slice(at, at + change.count)
      return lines.toSpliced(at, 0, ...Array.from({ length: change.times }, () => part).flat())
    }
    case 'swap': {
      const other = change.with % lines.length
      return lines.with(at, lines[other] ?? '').with(other, line)
    }
    case 'insert':
      return lines.toSpliced(at, 0, change.line)
    case 'value':
      return lines.with(at, withWord(line, change.word, change.to))
    case 'splice': {
      const from = change.from % (line.length + 1)
      return lines.with(at, line.slice(0, from) + change.to + line.slice(from))
    }
    case 'cut':
      return lines.with(at, line.slice(0, change.from % (line.length + 1)))
  }
}

/** The line with another word between its separators. */
function withWord(line: string, index: number, to: string): string {
  const parts = line.split(/([ :=;/,])/)
  const words = Math.ceil(parts.length / 2)
  return parts.with((index % words) * 2, to).join('')
}

export interface LinesInput {
  readonly corpus: readonly string[]
  /** Between lines. */
  readonly end: string
  readonly words: readonly string[]
  /** Texts whose lines are put into others. */
  readonly lines: readonly string[]
}

/** A captured text with up to eight changes of its lines; and now and then a text that means nothing. */
export function mutatedLines({ corpus, end, words, lines }: LinesInput): fc.Arbitrary<string> {
  const all = [...new Set([...corpus, ...lines].flatMap((one) => one.split(end)))]
  const changes = fc.array(changeOf(words, all), { maxLength: 8, size: 'max' })
  const mutated = fc
    .tuple(fc.constantFrom(...corpus), changes, fc.constantFrom(end, end, end, '\n', '\r', '\r\n'))
    .map(([one, made, ends]) => made.reduce(changed, one.split(end)).join(ends))
  return fc.oneof(
    { weight: 19, arbitrary: mutated },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 500 }) },
  )
}
