import type { CallKind } from '../../contract/console/emulator/runs.ts'
import type { HeardCall, RunEar, SignalingEar } from './run-ear.ts'

/** Whoever asks for what there is not may make up any number of kinds; what is new then is not counted. */
const MOST_KINDS = 10_000

type Told = Pick<HeardCall, 'api' | 'operation' | 'status'>

/** Counts the calls of all systems, in memory: those that are alike as one kind, in the order of the first of each. */
export class CallCount implements RunEar {
  readonly #kinds = new Map<string, CallKind>()

  calling(): (call: Told) => void {
    return (call) => {
      const key = `${call.api} ${call.operation} ${call.status}`
      const known = this.#kinds.get(key)
      if (!known && this.#kinds.size >= MOST_KINDS) return
      this.#kinds.set(key, { ...kindOf(call), count: (known?.count ?? 0) + 1 })
    }
  }

  posted(): void {}

  signaling(): SignalingEar {
    return { received() {}, sent() {}, closed() {} }
  }

  ended(): void {}

  get kinds(): CallKind[] {
    return [...this.#kinds.values()]
  }
}

function kindOf({ api, operation, status }: Told): Omit<CallKind, 'count'> {
  const [method = '', path = ''] = operation.replace(/^\(unknown\) /, '').split(' ')
  return api === 'option'
    ? { api, method, path, operation: null, status }
    : { api, method: 'POST', path: '/', operation, status }
}
