/** What may be said: the rules of the service, counted as it counts. Pure. */

/** Longest message, code points. */
export const LONGEST = 50

/** Code points of a text: an emoji made of several counts as several, as the service counts it. */
export const lengthOf = (text: string): number => [...text].length

/** True for what the service takes. */
export const isSendable = (text: string): boolean => {
  const length = lengthOf(text)
  return length > 0 && length <= LONGEST && text.trim() !== ''
}
