/** Deeper nesting serves no message, and who walks through it could run out of stack. */
export const MAX_JSON_DEPTH = 64

/** Whether a JSON value has more objects and lists within each other. Walks no deeper itself. */
export function isTooDeep(value: unknown, levels = MAX_JSON_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1))
}
