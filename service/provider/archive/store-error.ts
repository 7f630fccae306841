import type { StoreFault, StoreFaultKind } from '../../contract/store-fault.ts'

const LONGEST_MESSAGE = 1000

/** The only error of a store. Its message is the store's own words, without secrets. */
export class StoreError extends Error implements StoreFault {
  override readonly name = 'StoreError'
  readonly kind: StoreFaultKind
  readonly status: number | null
  readonly code: string
  readonly retryAfterMs: number | null

  constructor(
    kind: StoreFaultKind,
    message: string,
    facts: Partial<Pick<StoreFault, 'status' | 'code' | 'retryAfterMs'>> = {},
  ) {
    super(message.slice(0, LONGEST_MESSAGE))
    this.kind = kind
    this.status = facts.status ?? null
    this.code = facts.code ?? ''
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  /** As it travels between processes. */
  get fault(): StoreFault {
    const { kind, status, code, message, retryAfterMs } = this
    return { kind, status, code, message, retryAfterMs }
  }
}
