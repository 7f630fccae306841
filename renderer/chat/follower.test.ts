import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../api/chat.ts'
import { ChatFollower, type ChatEngine } from './follower.ts'

const message = (id: number): ChatMessage => ({
  ...{ message_id: String(id), schedule_id: 'S', user_id: 1, user_name: 'Ann', body: `m${id}` },
  created_datetime: '2026-11-20T10:00:00',
})

/** Answers by hand; pauses pass by hand too. */
function engine() {
  const asked: (string | null)[] = []
  const pauses: number[] = []
  let answer: (messages: readonly ChatMessage[] | Error) => void = () => undefined
  let next: (() => void) | null = null
  const parts: ChatEngine = {
    list: (_schedule, after) => {
      asked.push(after)
      return new Promise((resolve, reject) => {
        answer = (given) => (given instanceof Error ? reject(given) : resolve(given))
      })
    },
    later: (ms, run) => {
      pauses.push(ms)
      next = run
      return () => (next = null)
    },
  }
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve))
  return {
    parts,
    asked,
    pauses,
    answer: async (given: readonly ChatMessage[] | Error) => {
      answer(given)
      await settle()
    },
    pass: () => next?.(),
    waits: () => next !== null,
  }
}

describe('following a chat', () => {
  it('asks for all, then for what follows the last message, once a second', async () => {
    const e = engine()
    const follower = new ChatFollower('S', e.parts)
    follower.subscribe(() => undefined)
    await e.answer([message(1), message(2)])
    expect(follower.state()).toMatchObject({ ready: true, error: null })
    e.pass()
    await e.answer([message(3)])
    expect(follower.state().messages.map(({ body }) => body)).toEqual(['m1', 'm2', 'm3'])
    expect(e.asked).toEqual([null, '2'])
    expect(e.pauses).toEqual([1000, 1000])
  })

  it('tells nobody when nothing is new', async () => {
    const e = engine()
    const follower = new ChatFollower('S', e.parts)
    let told = 0
    follower.subscribe(() => (told += 1))
    await e.answer([])
    e.pass()
    await e.answer([])
    expect(told).toBe(1)
  })

  it('goes on at once where an answer was full, and is ready after the last', async () => {
    const e = engine()
    const follower = new ChatFollower('S', e.parts)
    follower.subscribe(() => undefined)
    await e.answer(Array.from({ length: 1000 }, (_, index) => message(index)))
    expect(follower.state().ready).toBe(false)
    expect(e.pauses).toEqual([0])
    e.pass()
    await e.answer([])
    expect(follower.state().ready).toBe(true)
  })

  it('keeps what it has when nothing answers, and waits longer each time', async () => {
    const e = engine()
    const follower = new ChatFollower('S', e.parts)
    follower.subscribe(() => undefined)
    await e.answer([message(1)])
    for (let failure = 0; failure < 4; failure++) {
      e.pass()
      await e.answer(new Error('away'))
    }
    expect(follower.state()).toMatchObject({ messages: [message(1)], error: new Error('away') })
    expect(e.pauses).toEqual([1000, 2000, 4000, 8000, 8000])
    e.pass()
    await e.answer([])
    expect(follower.state().error).toBeNull()
  })

  it('stops when nobody listens, and keeps 10,000 messages', async () => {
    const e = engine()
    const follower = new ChatFollower('S', e.parts)
    const stop = follower.subscribe(() => undefined)
    await e.answer(Array.from({ length: 10_007 }, (_, index) => message(index)))
    expect(follower.state().messages).toHaveLength(10_000)
    expect(follower.state().messages[0]?.body).toBe('m7')
    stop()
    expect(e.waits()).toBe(false)
  })
})
