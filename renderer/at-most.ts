/** Waits for something, but not for longer; it goes on. */
export async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => late.resolve(undefined), ms)
  await Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}
