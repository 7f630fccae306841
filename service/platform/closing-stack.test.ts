import { expect, test } from 'vitest'
import { ClosingStack } from './closing-stack.ts'

test('the last opened is closed first, each before the next one', async () => {
  const stack = new ClosingStack()
  const closed: string[] = []
  stack.defer(() => void closed.push('first'))
  stack.defer(async () => {
    await Promise.resolve()
    closed.push('second')
  })
  await stack.close()
  expect(closed).toEqual(['second', 'first'])
})

test('a failure stops none of the others, and is told', async () => {
  const stack = new ClosingStack()
  const closed: string[] = []
  stack.defer(() => void closed.push('first'))
  stack.defer(() => Promise.reject(new Error('broken')))
  await expect(stack.close()).rejects.toThrow('broken')
  expect(closed).toEqual(['first'])
})

test('several failures are told together', async () => {
  const stack = new ClosingStack()
  for (const name of ['a', 'b']) stack.defer(() => Promise.reject(new Error(name)))
  await expect(stack.close()).rejects.toMatchObject({ errors: [{ message: 'b' }, { message: 'a' }] })
})

test('nothing is closed twice', async () => {
  const stack = new ClosingStack()
  let times = 0
  stack.defer(() => void times++)
  await stack.close()
  await stack.close()
  expect(times).toBe(1)
})
