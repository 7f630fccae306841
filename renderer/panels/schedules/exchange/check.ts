/** What of a file would be scheduled, and why the rest is left out. Pure. */
import { overlaps, type Period } from '../../../schedule/conflict.ts'
import type { Draft } from '../draft.ts'
import { FIELDS, MAX_NAME, renditionsOf, rulesOf, type Field, type Quality } from '../form-values.ts'
import type { Read, Unreadable } from './read.ts'

/** Most that are imported at once. */
export const MOST_LINES = 500

export type Why =
  | Unreadable
  | { readonly kind: 'past' }
  /** Somebody has this time, or an earlier line of the file has. */
  | { readonly kind: 'overlap'; readonly name: string }
  /** `rule` as forms keep it. */
  | { readonly kind: 'rule'; readonly field: Field; readonly rule: string }

export interface Line {
  /** In the file, from 0. */
  readonly index: number
  readonly name: string
  readonly isShortened: boolean
  readonly period: Period | null
  readonly draft: Draft | null
  readonly why: Why | null
}

interface Known {
  readonly others: readonly (Period & { readonly name: string })[]
  /** Where the file does not say. */
  readonly quality: Quality
  readonly now: number
  readonly zone: string
}

export const USUAL_QUALITY: Quality = '720p'

/** In the order of the file; each keeps its time free of those after it. */
export function checked(all: readonly Read[], { others, quality, now, zone }: Known): readonly Line[] {
  const taken = [...others]
  return all.map((read, index) => {
    const points = [...read.name.trim()]
    const name = points.slice(0, MAX_NAME).join('').trim()
    const isShortened = points.length > MAX_NAME
    const { period } = read
    const left = (why: Why): Line => ({ index, name, isShortened, period, draft: null, why })
    if (read.why !== null || period === null) return left(read.why ?? { kind: 'past' })
    if (period.endsAt <= now) return left({ kind: 'past' })
    const renditions = renditionsOf(read.quality ?? quality)
    const draft: Draft = { scheduleId: null, name, ...period, renditions, base: null }
    const rules = rulesOf(draft, zone)
    const field = FIELDS.find((one) => rules[one] !== undefined)
    if (field !== undefined) return left({ kind: 'rule', field, rule: rules[field] ?? '' })
    const [clash] = overlaps(period, taken)
    if (clash !== undefined) return left({ kind: 'overlap', name: clash.other.name })
    taken.push({ name, ...period })
    return { index, name, isShortened, period, draft, why: null }
  })
}
