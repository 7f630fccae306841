import { expect, it } from 'vitest'
import { Mailbox } from './mailbox.ts'

it('handles one message at a time, in order, also after one that failed', async () => {
  const mailbox = new Mailbox()
  const log: string[] = []
  const slow = mailbox.ask(async () => {
    log.push('first begins')
    await new Promise((resolve) => setImmediate(resolve))
    log.push('first ends')
    return 1
  })
  const failing = mailbox.ask(() => {
    log.push('second')
    throw new Error('no')
  })
  const last = mailbox.ask(() => log.push('third'))
  await expect(failing).rejects.toThrow('no')
  expect(await slow).toBe(1)
  await last
  expect(log).toEqual(['first begins', 'first ends', 'second', 'third'])
})
