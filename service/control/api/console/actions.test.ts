import { expect, test } from 'vitest'
import { consoleActions } from './actions.ts'
import type { ActionParts } from './actions.ts'

test('restarting the verification environment leaves the normal one alone', async () => {
  const restarted: number[] = []
  const parts: Partial<ActionParts> = {
    sfu: {
      restart: (environment) => {
        restarted.push(environment)
        return Promise.resolve()
      },
    },
  }
  await consoleActions(parts as ActionParts).restartVerification()
  expect(restarted).toEqual([1])
})
