import { systemClock } from '../../../platform/clock.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FaultEffect, FaultFacts } from '../../../contract/faults.ts'
import { FaultyPassage } from './faulty-passage.ts'

type Facts = FaultFacts['signaling']

let seen: Facts[]
let strike: (facts: Facts) => FaultEffect<'signaling'> | null
let sent: string[]
let ends: string[]
let delivered: string[]
let passage: FaultyPassage

beforeEach(() => {
  seen = []
  sent = []
  ends = []
  delivered = []
  strike = () => null
  passage = new FaultyPassage(
    {
      bufferedAmount: 3,
      send: (text) => sent.push(text),
      close: (code, reason) => ends.push(`${code} ${reason}`),
      terminate: () => ends.push('cut'),
    },
    {
      at: (facts) => {
        seen.push(facts)
        return strike(facts)
      },
      systemOf: (channelId) => (channelId === 'C' ? 'A' : undefined),
    },
    systemClock,
  )
})

const typeOf = (text: string) => (JSON.parse(text) as { readonly type: string }).type
const fromClient = (message: object) => {
  const text = JSON.stringify(message)
  passage.received(Buffer.from(text), () => delivered.push(text))
}
const toClient = (message: object) => passage.socket.send(JSON.stringify(message))
const only = (type: string, effect: FaultEffect<'signaling'>) => {
  strike = (facts) => (facts.type === type ? effect : null)
}

test('what nobody strikes passes at once, and says what is known by then', () => {
  fromClient({ type: 'connect', channel_id: 'C' })
  toClient({ type: 'offer', connection_id: 'X' })
  fromClient({ type: 'answer' })
  expect([delivered.length, sent.length, passage.socket.bufferedAmount]).toEqual([2, 1, 3])
  const known = { channelId: 'C', systemId: 'A' }
  expect(seen).toEqual([
    { type: 'connect', direction: 'from-client', ...known },
    { type: 'offer', direction: 'to-client', ...known, connectionId: 'X' },
    { type: 'answer', direction: 'from-client', ...known, connectionId: 'X' },
  ])
})

test('a frame that is no message is for the session to refuse', () => {
  passage.received(Buffer.from('{'), () => delivered.push('{'))
  expect([seen, delivered]).toEqual([[], ['{']])
})

test('a message is lost, and those around it are not', () => {
  only('candidate', { kind: 'drop' })
  fromClient({ type: 'connect', channel_id: 'C' })
  fromClient({ type: 'candidate' })
  fromClient({ type: 'answer' })
  expect(delivered.map(typeOf)).toEqual(['connect', 'answer'])
})

test('the WebSocket is closed, or cut', () => {
  only('connect', { kind: 'close', reason: 'SERVICE-UNAVAILABLE' })
  fromClient({ type: 'connect', channel_id: 'C' })
  only('offer', { kind: 'cut' })
  toClient({ type: 'offer' })
  expect([ends, delivered, sent]).toEqual([['4490 SERVICE-UNAVAILABLE', 'cut'], [], []])
})

test('what follows a late message in its direction waits behind it', async () => {
  vi.useFakeTimers()
  try {
    only('offer', { kind: 'delay', delayMs: 500 })
    toClient({ type: 'offer' })
    toClient({ type: 'ping' })
    passage.socket.close(1000, 'TYPE-DISCONNECT')
    fromClient({ type: 'pong' })
    expect([sent, ends, delivered.length]).toEqual([[], [], 1])
    await vi.advanceTimersByTimeAsync(500)
    expect(sent.map(typeOf)).toEqual(['offer', 'ping'])
    expect(ends).toEqual(['1000 TYPE-DISCONNECT'])
  } finally {
    vi.useRealTimers()
  }
})

test('nothing is delivered once the WebSocket is gone', async () => {
  vi.useFakeTimers()
  try {
    only('answer', { kind: 'delay', delayMs: 500 })
    fromClient({ type: 'answer' })
    passage.gone()
    await vi.advanceTimersByTimeAsync(500)
    expect(delivered).toEqual([])
  } finally {
    vi.useRealTimers()
  }
})
