/** What must hold, how often it was looked at, and what broke it. */

/** Each with what it says where it is broken. */
export const INVARIANTS = {
  'made-is-listed': 'what was acknowledged is listed as it was acknowledged',
  'deleted-is-gone': 'what was acknowledged as deleted is listed no more',
  'listed-once': 'nothing is listed twice, and nothing that nobody made',
  'webhooks-delivered': 'every event of the database was delivered',
  'webhooks-signed': 'every arrival can be read, and its signature is right',
  'webhooks-same-body': 'every arrival of an event has the same body',
  'webhooks-in-order': 'events of a channel come in order',
  'created-then-destroyed': 'every connection is created, then destroyed, each once',
  'archive-whole': 'every segment that viewers loaded is in the store, and every recording is whole',
  'playlists-forward': 'playlists never go back',
  'database-whole': 'the database is undamaged',
  'connections-closed': 'no connection is open that has no client',
  'room-again': 'every client of the room is there again',
  'console-live': 'the console is live again',
  'service-starts': 'the service starts again where it was killed, and ends when it is asked',
  'nothing-left-over': 'no process outlives the service that started it',
  'log-clean': 'the log tells of no fault of the service itself',
  'memory-flat': 'no process grows',
  'run-through': 'the soak runs to its end',
} as const
export type Invariant = keyof typeof INVARIANTS

/** Of one invariant so many are shown. */
const SHOWN = 20

export class Invariants {
  readonly #looked = new Map<Invariant, number>()
  readonly #broken = new Map<Invariant, number>()
  readonly #context: () => string

  /** @param context said with each finding: the seed, and what was killed right before */
  constructor(context: () => string) {
    this.#context = context
  }

  get areHeld(): boolean {
    return this.#broken.size === 0
  }

  /** So many more were looked at. */
  looked(name: Invariant, count = 1): void {
    this.#looked.set(name, (this.#looked.get(name) ?? 0) + count)
  }

  /** @param words of what was found */
  broke(name: Invariant, words: string): void {
    const count = (this.#broken.get(name) ?? 0) + 1
    this.#broken.set(name, count)
    if (count > SHOWN) return
    console.error(`${new Date().toISOString()} BROKEN ${name}: ${words} (${this.#context()})`)
  }

  /** Looks at so many, of which these are broken. */
  judge(name: Invariant, looked: number, faults: readonly string[]): void {
    this.looked(name, looked)
    for (const fault of faults) this.broke(name, fault)
  }

  describe(): string {
    const lines = (Object.keys(INVARIANTS) as Invariant[]).map((name) => {
      const [looked, broken] = [this.#looked.get(name) ?? 0, this.#broken.get(name) ?? 0]
      return `${String(looked).padStart(9)} ${String(broken).padStart(7)}  ${INVARIANTS[name]}`
    })
    return ['   looked  broken', ...lines].join('\n')
  }
}
