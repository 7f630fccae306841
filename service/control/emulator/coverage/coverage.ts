import type { CloseReason } from '../../../contract/close-reasons.ts'
import { COVERED } from '../../../contract/console/emulator/coverage.ts'
import type { Covered, CoverageView } from '../../../contract/console/emulator/coverage.ts'
import type { PostResult, WebhookPost } from '../../webhook/webhook-client.ts'
import type { HeardCall, RunEar, SignalingEar } from '../run-ear.ts'
import { refusalName, webhookName } from './names.ts'

/** Names of all that can be seen. */
export type Coverable = Readonly<Record<Covered, readonly string[]>>

/** Counts what is seen of all that is known, in memory, until it is told to forget. */
export class Coverage implements RunEar {
  readonly #all: Coverable
  readonly #counts = new Map<string, number>()

  constructor(all: Coverable) {
    this.#all = all
  }

  calling(): (call: HeardCall) => void {
    return (call) => this.#called(call)
  }

  #called({ api, operation, status, answer }: HeardCall): void {
    this.#saw(api === 'live' ? 'operations' : 'endpoints', operation)
    const refused = status < 400 ? null : refusalName(api, answer)
    if (refused !== null) this.#saw('refusals', refused)
  }

  posted({ body }: WebhookPost, _result: PostResult): void {
    this.#saw('webhooks', webhookName(body))
  }

  signaling(): SignalingEar {
    let closed = false
    return {
      received() {},
      sent() {},
      closed: (_code, reason) => {
        // What is wrong stands behind the reason.
        if (!closed) this.#saw('closes', `signaling ${reason.split(' ', 1)[0] ?? ''}`)
        closed = true
      },
    }
  }

  ended(reason: CloseReason): void {
    this.#saw('closes', `connection ${reason}`)
  }

  forget(): void {
    this.#counts.clear()
  }

  view(): CoverageView {
    const groups = COVERED.map((group) => {
      const items = this.#all[group].map((name) => ({
        name,
        count: this.#counts.get(keyOf(group, name)) ?? 0,
      }))
      return { group, seen: items.filter(({ count }) => count > 0).length, known: items.length, items }
    })
    const [seen, known] = [sum(groups.map((one) => one.seen)), sum(groups.map((one) => one.known))]
    return { seen, known, percent: percentOf(seen, known), groups }
  }

  /** What nobody knows (an operation that there is not) is in no group. */
  #saw(group: Covered, name: string): void {
    const key = keyOf(group, name)
    if (this.#all[group].includes(name)) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
  }
}

const keyOf = (group: Covered, name: string) => `${group} ${name}`
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** 0 to 100, rounded down to tenths: 100 only where all is. */
export const percentOf = (seen: number, known: number): number => Math.floor((1000 * seen) / known) / 10
