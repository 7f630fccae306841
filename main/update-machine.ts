/**
 * Life of one update, from asking for a new version to its installation. A total table: every phase names
 * the events that it answers and ignores the rest, for they are late or repeated. Pure.
 */
import type { UpdateFault, UpdateState } from '../service/contract/desktop-bridge.ts'
import type { EpochMilliseconds, Milliseconds } from '../service/contract/units.ts'

/**
 * How long nothing has to be on air after a broadcast that an update waited for: an encoder that lost its
 * connection, or a service that was started again, finds back in this time.
 */
export const QUIET_MS: Milliseconds = 30_000

/** What main knows of broadcasts; `unknown` while no service tells it. */
export type Air = 'on' | 'off' | 'unknown'

export type UpdateEvent =
  /** By the operator, or once a day. */
  | { readonly kind: 'check' }
  | { readonly kind: 'none'; readonly at: EpochMilliseconds }
  | { readonly kind: 'found'; readonly version: string }
  /** By the operator. */
  | { readonly kind: 'download' }
  | { readonly kind: 'progress'; readonly percent: number }
  | { readonly kind: 'downloaded' }
  /** By the operator. */
  | { readonly kind: 'install'; readonly air: Air }
  /** By the operator: what waits does so no longer. */
  | { readonly kind: 'postpone' }
  | { readonly kind: 'air'; readonly air: Air; readonly at: EpochMilliseconds }
  /** Nothing was on air for {@link QUIET_MS}. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'failed'; readonly fault: UpdateFault; readonly detail: string }

type Phase = UpdateState['phase']
type StateOf<P extends Phase> = Extract<UpdateState, { phase: P }>
type EventOf<K extends UpdateEvent['kind']> = Extract<UpdateEvent, { kind: K }>
type Answers<P extends Phase> = {
  readonly [K in UpdateEvent['kind']]?: (state: StateOf<P>, event: EventOf<K>) => UpdateState
}

const checking = (): UpdateState => ({ phase: 'checking' })

const TABLE: { readonly [P in Phase]: Answers<P> } = {
  off: {},
  idle: { check: checking },
  checking: {
    none: (_, { at }) => ({ phase: 'idle', checkedAt: at }),
    found: (_, { version }) => ({ phase: 'available', version }),
    failed: (_, { fault, detail }) => ({ phase: 'failed', step: 'check', fault, detail }),
  },
  available: {
    check: checking,
    download: ({ version }) => ({ phase: 'downloading', version, percent: 0 }),
  },
  downloading: {
    progress: (state, { percent }) => {
      const whole = Math.floor(Math.min(100, Math.max(0, percent)))
      return whole === state.percent ? state : { ...state, percent: whole }
    },
    downloaded: ({ version }) => ({ phase: 'ready', version }),
    failed: (_, { fault, detail }) => ({ phase: 'failed', step: 'download', fault, detail }),
  },
  ready: {
    install: ({ version }, { air }) =>
      air === 'off' ? { phase: 'installing', version } : { phase: 'waiting', version, restartsAt: null },
  },
  waiting: {
    air: (state, { air, at }) => {
      const isQuiet = state.restartsAt !== null
      if (isQuiet === (air === 'off')) return state
      return { ...state, restartsAt: air === 'off' ? at + QUIET_MS : null }
    },
    quiet: (state) => installWhenQuiet(state),
    install: (state) => installWhenQuiet(state),
    postpone: ({ version }) => ({ phase: 'ready', version }),
  },
  installing: {},
  failed: { check: checking },
}

function installWhenQuiet(state: StateOf<'waiting'>): UpdateState {
  return state.restartsAt === null ? state : { phase: 'installing', version: state.version }
}

/** @returns the same object when the event means nothing in this state */
export function afterEvent(state: UpdateState, event: UpdateEvent): UpdateState {
  // The table has a function of this phase and this kind of event at this place, or none.
  const answer = TABLE[state.phase][event.kind] as
    | ((state: UpdateState, event: UpdateEvent) => UpdateState)
    | undefined
  return answer?.(state, event) ?? state
}
