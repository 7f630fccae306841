import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestOptionApi } from '../../../../test/support/option-api.ts'
import type { TestOptionApi } from '../../../../test/support/option-api.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { BodyBudget } from './body-budget.ts'
import { BODIES_HELD_BYTES, BODY_LIMIT_BYTES } from './server.ts'

describe('bodies that are being read', () => {
  it('give up the oldest once they hold too much, and hold nothing when they end', () => {
    const budget = new BodyBudget(100)
    const [first, second, third] = [new PassThrough(), new PassThrough(), new PassThrough()]
    const given: unknown[] = []
    for (const body of [first, second, third]) {
      budget.follow(body)
      body.once('error', (error: unknown) => given.push([body, error]))
    }
    first.emit('data', Buffer.alloc(60))
    second.emit('data', Buffer.alloc(40))
    expect([budget.held, given.length]).toEqual([100, 0])
    third.emit('data', Buffer.alloc(1))
    expect(given).toMatchObject([[first, { code: 'REQUEST_TIMEOUT' }]])
    expect(budget.held).toBe(41)
    second.emit('end')
    third.emit('close')
    third.emit('data', Buffer.alloc(1))
    expect(budget.held).toBe(0)
  })
})

describe('a listener', () => {
  let api: TestOptionApi
  const sockets: Socket[] = []
  beforeEach(async () => {
    api = await startTestOptionApi()
  })
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy()
    await api.close()
  })

  /** Sends all of a body but its last byte. */
  async function hold(bytes = BODY_LIMIT_BYTES): Promise<{ readonly said: () => string }> {
    const socket = connect(api.port, '127.0.0.1')
    sockets.push(socket)
    let said = ''
    socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
    await once(socket, 'connect')
    socket.write(`POST /api/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`)
    socket.write(Buffer.alloc(bytes - 1, ' '))
    return { said: () => said }
  }

  it('holds no more than its budget of bodies that never end: the oldest are told 408, others are served', async () => {
    const most = BODIES_HELD_BYTES / BODY_LIMIT_BYTES
    // Such a small one takes nothing of the budget, and is not given up for it.
    const small = await hold(4096)
    const held: { readonly said: () => string }[] = []
    for (let i = 0; i < most + 8; i++) held.push(await hold())
    await waitFor(
      () => held.filter(({ said }) => said().includes(' 408 ')).length >= 8,
      'the oldest to be given up',
    )
    expect([small.said(), held.at(-1)?.said()]).toEqual(['', ''])
    const login = await api.call('POST', '/api/login', {
      token: null,
      json: { email: 'nobody@example.com', password: 'wrong', access_code: 'x' },
    })
    expect(login.status).toBe(401)
  })
})
