import { expect, it } from 'vitest'
import type { WireMessage } from '../contract/worker-protocol.ts'
import { Rpc, RpcError } from './rpc.ts'
import type { MessageLink } from './rpc.ts'

type Requests = { ask: [object, { answer: number }] }
type Incoming = { end: [object, object] }

/** One side of a link; the other one is the test. */
function connect() {
  const posted: WireMessage[] = []
  let message: (one: WireMessage) => void = () => undefined
  let close: () => void = () => undefined
  const link: MessageLink = {
    post: (one) => posted.push(one),
    onMessage: (listener) => (message = listener),
    onClose: (listener) => (close = listener),
  }
  const happened: string[] = []
  const rpc = Rpc.connect<Requests, Incoming, Record<string, never>, { told: object }>(
    link,
    { end: () => (happened.push('asked to end'), {}) },
    { told: () => void happened.push('told') },
  )
  /** Goes on over several turns once it is answered. */
  const ask = async () => {
    const { answer } = await rpc.request('ask', {}, 1000)
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
    happened.push(`went on with ${answer}`)
  }
  const reply = (id: number): WireMessage => ({ kind: 'reply', id, body: { answer: id } })
  return { posted, happened, ask, reply, message: (one: WireMessage) => message(one), close: () => close() }
}
const TOLD: WireMessage = { kind: 'notification', name: 'told', body: {} }
const END: WireMessage = { kind: 'request', id: 9, name: 'end', body: {}, deadlineMs: 1000 }

it('lets who waits for an answer go on before what came after it, all of it in its order', async () => {
  const { ask, message, reply, happened } = connect()
  const asked = [ask(), ask()]
  // As several messages come at a time.
  for (const one of [TOLD, reply(1), END, TOLD, reply(2), TOLD]) message(one)
  await Promise.all(asked)
  await new Promise(setImmediate)
  expect(happened).toEqual([...['told', 'went on with 1', 'asked to end', 'told', 'went on with 2', 'told']])
})

it('hears what had come before the other side was gone', async () => {
  const { ask, message, close, reply, happened } = connect()
  const [first, second, third] = [ask(), ask(), ask()]
  for (const one of [reply(1), TOLD, reply(2)]) message(one)
  close()
  await Promise.all([first, second])
  await expect(third).rejects.toThrow(RpcError)
  expect(happened.toSorted()).toEqual(['told', 'went on with 1', 'went on with 2'])
  await new Promise(setImmediate)
  expect(happened).toHaveLength(3)
})
