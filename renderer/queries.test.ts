import { expect, test } from 'vitest'
import { keep, queries } from './queries.ts'

test('what was asked before a change and is answered after it does not hide what the change answered', async () => {
  const asked = Promise.withResolvers<string>()
  const reading = queries.fetchQuery({ queryKey: ['one'], queryFn: () => asked.promise }).catch(() => null)
  await keep(['one'], 'as it was changed')
  asked.resolve('as it was before')
  await reading
  expect(queries.getQueryData(['one'])).toBe('as it was changed')
})
