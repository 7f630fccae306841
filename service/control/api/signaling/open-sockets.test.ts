import { expect, it } from 'vitest'
import { MAX_OPEN, MAX_WAITING_PER_ADDRESS, OpenSockets } from './open-sockets.ts'

const noop = () => undefined

it('has room for 64 waiting WebSockets of one address; those taken or gone count no more', () => {
  const sockets = new OpenSockets()
  expect(MAX_WAITING_PER_ADDRESS).toBe(64)
  const places = Array.from({ length: MAX_WAITING_PER_ADDRESS }, () =>
    sockets.enter('192.0.2.1', noop.bind({})),
  )
  expect(sockets.refusal('192.0.2.1')).toBe(429)
  expect(sockets.refusal('192.0.2.2')).toBeNull()
  places[0]?.taken()
  expect(sockets.refusal('192.0.2.1')).toBeNull()
  sockets.enter('192.0.2.1', noop.bind({}))
  places[0]?.left()
  expect(sockets.refusal('192.0.2.1')).toBe(429)
  places[1]?.left()
  expect(sockets.refusal('192.0.2.1')).toBeNull()
})

it('has room for 2000 altogether', () => {
  const sockets = new OpenSockets()
  expect(MAX_OPEN).toBe(2000)
  const places = Array.from({ length: MAX_OPEN }, (_, i) => sockets.enter(String(i), noop.bind({})))
  for (const place of places) place.taken()
  expect(sockets.refusal('another')).toBe(503)
  places[0]?.left()
  expect(sockets.refusal('another')).toBeNull()
})

it('closes all, waits until they are gone and takes no more', async () => {
  const sockets = new OpenSockets()
  const closed: string[] = []
  const [one, two] = ['one', 'two'].map((name) => sockets.enter(name, () => closed.push(name)))
  let over = false
  const closing = sockets.close().then(() => (over = true))
  expect(closed).toEqual(['one', 'two'])
  expect(sockets.refusal('three')).toBe(503)
  one?.left()
  await Promise.resolve()
  expect(over).toBe(false)
  two?.left()
  await closing
})
