/** What may be said: the rules of the service, counted as it counts. Pure. */
import { codePoints } from '../../service/contract/text.ts'

/** Longest message, code points. */
export const LONGEST = 50

/** True for what the service takes. */
export const isSendable = (text: string): boolean => {
  const length = codePoints(text)
  return length > 0 && length <= LONGEST && text.trim() !== ''
}
