/** As Promise.all, but waits for all before it fails, so that nothing starts behind the back of a failure. */
export async function allOrFirstError<T extends readonly unknown[]>(promises: {
  readonly [Index in keyof T]: Promise<T[Index]>
}): Promise<T> {
  const results = await Promise.allSettled(promises)
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
  return results.map((result) => (result.status === 'fulfilled' ? result.value : undefined)) as unknown as T
}
