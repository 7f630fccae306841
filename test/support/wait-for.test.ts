import { afterEach, expect, test, vi } from 'vitest'
import { waitFor } from './wait-for.ts'

afterEach(() => void vi.restoreAllMocks())

/** Milliseconds. */
const LIMIT = 60_000

/** The computer stands still, for longer than the limit, while the condition is looked at first. */
function standStill(answers: readonly unknown[]) {
  const now = Date.now()
  const date = vi.spyOn(Date, 'now').mockReturnValue(now)
  const looks = [...answers]
  return () => {
    date.mockReturnValue(now + LIMIT + 1)
    return looks.shift()
  }
}

test('what has come while the computer stood still is seen', async () => {
  await expect(waitFor(standStill([null, 'here']), 'it', LIMIT)).resolves.toBe('here')
})

test('what has not come is looked for once more, and no further', async () => {
  await expect(waitFor(standStill([null, null, 'too late']), 'it', LIMIT)).rejects.toThrow(
    'waited 60000 ms for it',
  )
})
