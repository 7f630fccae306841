type NotYet = false | null | undefined | 0

/**
 * Waits until `condition` gives something other than false, null, undefined or 0 (a length), and returns it. A last
 * look comes after the limit: a computer that stood still for so long does not hide what has come.
 * @param reason what is waited for, in the error's words
 * @param timeoutMs a limit for broken code, not a part of the test's meaning
 * @throws Error with the reason and the last error of `condition`
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  reason: string,
  timeoutMs = 60_000,
): Promise<Exclude<T, NotYet>> {
  const deadline = Date.now() + timeoutMs
  let last: unknown
  for (;;) {
    const isLast = Date.now() >= deadline
    try {
      const value = await condition()
      if (value !== false && value !== null && value !== undefined && value !== 0) {
        return value as Exclude<T, NotYet>
      }
      last = undefined
    } catch (error) {
      last = error
    }
    if (isLast) throw new Error(`waited ${timeoutMs} ms for ${reason}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
