import fc from 'fast-check'
import type { Json } from '../../../service/contract/sfu-api.ts'
import { WORDS } from './words.ts'

/** One change of a JSON value. Places are counted over all values in it, modulo how many there are. */
type Change =
  | { readonly what: 'set'; readonly at: number; readonly to: Json }
  | { readonly what: 'drop'; readonly at: number }
  | { readonly what: 'add'; readonly at: number; readonly name: string; readonly value: Json }
  | { readonly what: 'wrap'; readonly at: number; readonly depth: number }

const place = fc.nat({ max: 40 })
const value = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, -1, 1.5, 1e308, -0, 2 ** 53, '', [], {}, ...WORDS),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
  fc.constantFrom(300, 20_000).map((length) => 'x'.repeat(length)),
)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ what: fc.constant('set' as const), at: place, to: value }),
  fc.record({ what: fc.constant('drop' as const), at: place }),
  fc.record({ what: fc.constant('add' as const), at: place, name: fc.constantFrom(...WORDS), value }),
  fc.record({ what: fc.constant('wrap' as const), at: place, depth: fc.constantFrom(1, 2, 50, 200) }),
)

type Way = readonly (string | number)[]

/** Ways to all values within a value, itself the first. */
function waysIn(value: Json, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null) return [way]
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [way, ...members.flatMap(([name, member]) => waysIn(member, [...way, name]))]
}

/** @param make undefined takes the value out */
function at(value: Json, [first, ...rest]: Way, make: (old: Json) => Json | undefined): Json | undefined {
  if (first === undefined) return make(value)
  if (typeof value !== 'object' || value === null) return value
  const isArray = Array.isArray(value)
  const entries = (isArray ? [...value.entries()] : Object.entries(value)).flatMap(([name, member]) => {
    const made = name === first ? at(member, rest, make) : member
    return made === undefined ? [] : [[name, made] as const]
  })
  return isArray ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}

function changed(value: Json, change: Change): Json {
  const ways = waysIn(value)
  const way = ways[change.at % ways.length] ?? []
  return at(value, way, (old) => madeOf(old, change)) ?? null
}

function madeOf(old: Json, change: Change): Json | undefined {
  switch (change.what) {
    case 'set':
      return change.to
    case 'drop':
      return undefined
    case 'add':
      return typeof old === 'object' && old !== null && !Array.isArray(old)
        ? { ...old, [change.name]: change.value }
        : [old, change.value]
    case 'wrap': {
      let wrapped = old
      for (let i = 0; i < change.depth; i++) wrapped = i % 2 ? { a: wrapped } : [wrapped]
      return wrapped
    }
  }
}

/** Deeper than any parser that calls itself goes. */
const DEEP = '['.repeat(20_000)

/** The text of JSON with up to four changes, which may then be no JSON any more. */
export function mutatedJson(corpus: readonly Json[]): fc.Arbitrary<string> {
  const mutated = fc
    .tuple(fc.constantFrom(...corpus), fc.array(change, { maxLength: 4, size: 'max' }))
    .map(([one, changes]) => JSON.stringify(changes.reduce(changed, one)))
  const broken = fc
    .tuple(
      mutated,
      place,
      fc.constantFrom(...WORDS, '"type":"pong",', '}', ']', '\\u0000', '\\', '1e999', DEEP),
    )
    .map(([text, from, part]) => text.slice(0, from) + part + text.slice(from))
  return fc.oneof({ weight: 30, arbitrary: mutated }, { weight: 1, arbitrary: broken })
}
