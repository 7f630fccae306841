import { Refusal } from '../contract/refusal/refusal.ts'
import type { ErrorData } from '../contract/worker-protocol.ts'

/** Causes of causes that cross; what lies deeper, or in a circle, is left out. */
const MAX_DEPTH = 8

/** An error as it crosses a link between processes. */
export function errorData(error: unknown, depth = 0): ErrorData {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) }
  const { name, message, cause } = error
  return {
    ...{ name, message },
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...(error instanceof Refusal ? { refusal: error.data } : {}),
    ...(cause === undefined || depth === MAX_DEPTH ? {} : { cause: errorData(cause, depth + 1) }),
  }
}

/** The error again, on the other side: a refusal as one, any other with its name, its code and its cause. */
export function errorOf({ name, message, code, refusal, cause }: ErrorData): Error {
  const options = cause ? { cause: errorOf(cause) } : undefined
  if (refusal) return new Refusal(refusal, options)
  const error = new Error(message, options)
  Object.defineProperty(error, 'name', { value: name, configurable: true })
  return code === undefined ? error : Object.assign(error, { code })
}
