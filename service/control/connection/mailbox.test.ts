import { expect, it } from 'vitest'
import { Mailbox } from './mailbox.ts'

it('handles one message at a time, in order, also after one that failed', async () => {
  const mailbox = new Mailbox()
  const log: string[] = []
  let nested: Promise<unknown> | undefined
  const first = mailbox.ask(() => {
    log.push('first begins')
    nested = mailbox.ask(() => log.push('nested'))
    log.push('first ends')
    return 1
  })
  expect(log).toEqual(['first begins', 'first ends', 'nested'])
  expect(await first).toBe(1)
  await nested
  const failing = mailbox.ask(() => {
    log.push('second')
    throw new Error('no')
  })
  void mailbox.ask(() => log.push('third'))
  expect(log.slice(3)).toEqual(['second', 'third'])
  await expect(failing).rejects.toThrow('no')
})
