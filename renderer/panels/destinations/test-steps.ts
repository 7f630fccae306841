/** The steps of a test as they are drawn. Pure. */
import type { TFunction } from 'i18next'
import {
  TEST_STEPS,
  type TestOutcome,
  type TestStep,
  type TestStepName,
  type TestView,
} from '../../../service/contract/console/destinations.ts'
import type { StoreFaultKind } from '../../../service/contract/store-fault.ts'
import { faultText } from '../../archive/fault-text.ts'
import type { GlyphName } from '../../ui/Glyph.tsx'
import type { Tone } from '../../ui/tone.ts'

export type StepState = TestOutcome | 'pending' | 'running'

export interface DrawnStep {
  readonly name: TestStepName
  readonly state: StepState
  /** Null until it has run. */
  readonly step: TestStep | null
}

export const STEP_GLYPH: Readonly<Record<StepState, readonly [GlyphName, Tone]>> = {
  pending: ['idle', 'idle'],
  running: ['half', 'info'],
  passed: ['ok', 'ok'],
  warning: ['warn', 'warn'],
  failed: ['fail', 'fail'],
  skipped: ['deleted', 'idle'],
}

/** All nine, in their order. @param view null before the first test */
export function drawSteps(view: TestView | null): DrawnStep[] {
  const known = new Map(view?.steps.map((step) => [step.name, step]))
  const current = view === null || view.done ? undefined : TEST_STEPS.find((name) => !known.has(name))
  return TEST_STEPS.map((name) => {
    const step = known.get(name) ?? null
    if (step) return { name, state: step.outcome, step }
    if (view?.done === true) return { name, state: 'skipped', step }
    return { name, state: name === current ? 'running' : 'pending', step }
  })
}

const has = <Table extends object>(table: Table, key: PropertyKey): key is keyof Table =>
  Object.hasOwn(table, key)

const FOLDER_STEPS = { reach: true, credentials: true, bucket: true } as const

/** The name of a step. A folder has nobody to sign in to, and it is made. */
export const stepName = (t: TFunction, name: TestStepName, isFolder: boolean): string =>
  isFolder && has(FOLDER_STEPS, name) ? t(`destinations.folderStep.${name}`) : t(`destinations.step.${name}`)

/** What to do about a kind of fault where nothing is uploaded yet. */
const OF_KIND = {
  timeout: 'timeout',
  interrupted: 'again',
  busy: 'again',
  damaged: 'damaged',
  'not-found': 'damaged',
  local: 'folder',
} as const satisfies Partial<Record<StoreFaultKind, string>>

/** What a lack of rights means, step by step. */
const FORBIDDEN = {
  bucket: 'forbiddenBucket',
  write: 'forbiddenWrite',
  'read-back': 'forbiddenRead',
  multipart: 'forbiddenMultipart',
  delete: 'forbiddenDelete',
} as const satisfies Partial<Record<TestStepName, string>>

export interface StepText {
  readonly what: string
  readonly hint: string
  /** Status, code and words as the store gave them; empty where it gave none. */
  readonly raw: string
}

/** What went wrong in a step, and what to do; null where nothing did. */
export function stepText(t: TFunction, { name, outcome, fault }: TestStep): StepText | null {
  if (fault === null) return null
  const text = faultText(t, fault)
  if (name === 'parse')
    return { ...text, what: t('destinations.test.parse'), hint: t('destinations.test.parseHint') }
  if (name === 'clock' && outcome === 'warning') return { ...text, hint: t('destinations.hint.clock') }
  if (fault.kind === 'forbidden' && has(FORBIDDEN, name))
    return { ...text, hint: t(`destinations.hint.${FORBIDDEN[name]}`) }
  return has(OF_KIND, fault.kind) ? { ...text, hint: t(`destinations.hint.${OF_KIND[fault.kind]}`) } : text
}
