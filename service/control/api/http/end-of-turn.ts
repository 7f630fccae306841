let end: Promise<void> | null = null

/**
 * Resolves when all that came in this turn of the event loop was looked at. Answers that are sent together then cost
 * less: each write may wake who reads it, and a client that is awake reads all of them.
 */
export function endOfTurn(): Promise<void> {
  end ??= new Promise((resolve) =>
    setImmediate(() => {
      end = null
      resolve()
    }),
  )
  return end
}
