import { mayPass } from '../../contract/store-fault.ts'
import type { StoreFault, StoreFaultKind } from '../../contract/store-fault.ts'

const LONGEST_MESSAGE = 1000
const LONGEST_CODE = 200

/** The only error of a store. Its message is ours: words of whoever answers there are shown to nobody. */
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
    this.code = (facts.code ?? '').slice(0, LONGEST_CODE)
    this.retryAfterMs = facts.retryAfterMs ?? null
  }

  /** As it travels between processes. */
  get fault(): StoreFault {
    const { kind, status, code, message, retryAfterMs } = this
    return { kind, status, code, message, retryAfterMs }
  }
}

/** Whether what was stored of an upload is of no use to the next attempt: the store has, or was given, other bytes. */
export function isUseless(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false
  return error.kind === 'damaged' || (error.kind === 'local' && !mayPass(error))
}

/** What is kept of the code that an answer gives; empty for what is none. */
export const codeOf = (given: string): string => (/^[A-Za-z][\w.-]{0,63}$/.test(given) ? given : '')

/** What an answer is told by: its status, and its code where it has one. @param code as above */
export const answerWords = (status: number, code: string): string =>
  code === '' ? `HTTP ${status}` : `HTTP ${status}: ${code}`
