/** Users who are added one after the other: kept while the operator looks at other rooms, as is what they sign in with. */
import { create } from 'zustand'
import type { NewUser } from '../../../api/users.ts'

export type Outcome =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'added' }
  | { readonly kind: 'failed'; readonly error: unknown }

export interface Added {
  /** With the password that was generated, where none was given. */
  readonly user: NewUser
  readonly isGenerated: boolean
  readonly outcome: Outcome
}

interface Batch {
  /** Who adds them. */
  readonly owner: number | null
  /** In the order of the table; empty where none are added. */
  readonly all: readonly Added[]
  readonly isRunning: boolean
  /** Adds these, whatever becomes of the others. @param send rejects where the user was not added */
  readonly start: (
    users: readonly NewUser[],
    generate: () => string,
    send: (user: NewUser) => Promise<unknown>,
  ) => Promise<void>
  /** Tries those again that failed. */
  readonly again: (send: (user: NewUser) => Promise<unknown>) => Promise<void>
  readonly forget: () => void
  /** Forgets what somebody else who was signed in in this window has added. */
  readonly claim: (owner: number) => void
}

const WAITING: Outcome = { kind: 'waiting' }

export const useBatch = create<Batch>()((set, get) => {
  const settle = (at: number, outcome: Outcome) =>
    set(({ all }) => ({ all: all.map((one, index) => (index === at ? { ...one, outcome } : one)) }))
  const run = async (send: (user: NewUser) => Promise<unknown>) => {
    if (get().isRunning) return
    const { owner, all } = get()
    set({ isRunning: true })
    for (const [at, { user, outcome }] of all.entries()) {
      if (outcome.kind === 'added') continue
      const next = await send(user).then(
        (): Outcome => ({ kind: 'added' }),
        (error: unknown): Outcome => ({ kind: 'failed', error }),
      )
      // Somebody else has signed in meanwhile.
      if (get().owner !== owner) return
      settle(at, next)
    }
    set({ isRunning: false })
  }
  return {
    owner: null,
    all: [],
    isRunning: false,
    start: (users, generate, send) => {
      if (get().isRunning) return Promise.resolve()
      set({
        all: users.map((user) => {
          const isGenerated = user.password === ''
          return {
            user: isGenerated ? { ...user, password: generate() } : user,
            isGenerated,
            outcome: WAITING,
          }
        }),
      })
      return run(send)
    },
    again: (send) => {
      if (get().isRunning) return Promise.resolve()
      set(({ all }) => ({
        all: all.map((one) => (one.outcome.kind === 'failed' ? { ...one, outcome: WAITING } : one)),
      }))
      return run(send)
    },
    forget: () => set(({ isRunning }) => (isRunning ? {} : { all: [] })),
    claim: (owner) => set((now) => (now.owner === owner ? {} : { owner, all: [], isRunning: false })),
  }
})

export const withOutcome = (all: readonly Added[], kind: Outcome['kind']): readonly Added[] =>
  all.filter(({ outcome }) => outcome.kind === kind)
