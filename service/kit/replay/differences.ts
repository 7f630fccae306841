import type { Names } from './names.ts'

/** What was recorded and what is said now, where that matters. */
export interface Difference {
  /** Of the recorded file, the head being the first. */
  readonly line: number
  /** `POST /api/login`, an operation, `webhook auth`, `signaling 1`. */
  readonly of: string
  /** `answer.json.error.code`, for example. */
  readonly where: string
  /** Left out where there was nothing. */
  readonly recorded?: unknown
  /** Left out where there is nothing. */
  readonly now?: unknown
}

type Found = Omit<Difference, 'line' | 'of'>

/** Compares what JSON can say, member by member. */
export function differencesOf(names: Names, where: string, recorded: unknown, now: unknown): Found[] {
  if (recorded === undefined && now === undefined) return []
  if (recorded === undefined) return [{ where, now }]
  if (now === undefined) return [{ where, recorded }]
  if (typeof recorded === 'string' && typeof now === 'string') {
    return names.matches(recorded, now) ? [] : [{ where, recorded, now }]
  }
  if (isId(where, recorded) && isId(where, now)) {
    return names.matchesNumber(recorded, now) ? [] : [{ where, recorded, now }]
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    const length = Math.max(recorded.length, now.length)
    return Array.from({ length }, (_, i) =>
      differencesOf(names, `${where}[${i}]`, recorded[i], now[i]),
    ).flat()
  }
  if (isObject(recorded) && isObject(now)) {
    const members = new Set([...Object.keys(recorded), ...Object.keys(now)])
    return [...members].flatMap((name) => differencesOf(names, `${where}.${name}`, recorded[name], now[name]))
  }
  return Object.is(recorded, now) ? [] : [{ where, recorded, now }]
}

/** Maps what was recorded to what is sent now. */
export function revealed(names: Names, value: unknown, member = ''): unknown {
  if (typeof value === 'string') return names.reveal(value)
  if (isId(member, value)) return names.revealNumber(value)
  if (Array.isArray(value)) return value.map((one: unknown) => revealed(names, one, member))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, revealed(names, one, name)]))
}

const isId = (member: string, value: unknown): value is number =>
  typeof value === 'number' && /(?:^|_)id$/.test(member)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
