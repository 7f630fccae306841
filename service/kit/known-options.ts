/** Every member of a type by its name; what is missing or too many does not compile. */
export type NamesOf<Options> = Readonly<Record<keyof Options, true>>

/**
 * Says which option is not known, and would count for nothing: callers in JavaScript have no compiler that does.
 * @param what takes the options
 * @returns `publish takes no option fle; it takes file, key.`, or null
 */
export function unknownOptionText(
  what: string,
  given: unknown,
  known: Readonly<Record<string, true>>,
): string | null {
  if (typeof given !== 'object' || given === null) return `${what} takes its options as an object.`
  const unknown = Object.entries(given).find(
    ([name, value]) => value !== undefined && !Object.hasOwn(known, name),
  )
  return unknown ? `${what} takes no option ${unknown[0]}; it takes ${Object.keys(known).join(', ')}.` : null
}

/** @throws Error naming the option that is not known, and those that are */
export function demandKnown(...asked: Parameters<typeof unknownOptionText>): void {
  const text = unknownOptionText(...asked)
  if (text !== null) throw new Error(text)
}
