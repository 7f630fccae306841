import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import type { Order } from './messages.ts'

const CLIENT = { client: 1, channelId: 'room', connect: {}, file: join(import.meta.dirname, 'picture.webm') }

it('a test that ends while it is answered hears nothing of that', async () => {
  const worker = fork(join(import.meta.dirname, 'worker.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  })
  if (!worker.stderr) throw new Error('unreachable: it was asked for')
  const said = text(worker.stderr)
  const ended = once(worker, 'exit')
  const order = (told: Order) => worker.send(told, () => undefined)
  // Nobody listens there; what it counted is still told.
  order({ ...CLIENT, kind: 'open', url: 'wss://127.0.0.1:1', caCertFile: process.execPath })
  await once(worker, 'message')
  for (let question = 0; question < 200; question += 1) order({ kind: 'count', client: 1, question })
  worker.disconnect()
  await ended
  expect(await said).toBe('')
})
