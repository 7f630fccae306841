import { expect, it } from 'vitest'
import { runExample } from '../support/kit/example.ts'

it.concurrent.each(['vitest', 'node-test'])('the example %s', async (name) => {
  const { code, output } = await runExample(name)
  expect(code, output).toBe(0)
})
