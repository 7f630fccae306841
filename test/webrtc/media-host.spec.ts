/** Media at one of this computer's own addresses, for browsers that use no loopback; all else stays on loopback. */
import { networkInterfaces } from 'node:os'
import { startService } from '../support/service.ts'
import { test as base, expect } from './fixture.ts'

const OWN = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

const test = base.extend<object, object>({
  service: [
    async ({}, use) => {
      const service = await startService({ args: OWN === undefined ? [] : ['--media-host', OWN] })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

test('clients are offered that address alone, and media goes there', async ({
  room,
  newChannel,
  service,
}) => {
  test.skip(OWN === undefined, 'this computer has no IPv4 address but loopback')
  expect(new URL(service.ready.signaling_url).hostname).toBe('127.0.0.1')
  const channelId = await newChannel()
  const sender = await room.join('sendonly', channelId)
  const receiver = await room.join('recvonly', channelId)
  await receiver.receives('video', sender.id)
  const { offer } = await receiver.see()
  const candidates = [...String(offer?.['sdp']).matchAll(/^a=candidate:\S+ 1 UDP \d+ (\S+) /gim)]
  expect(candidates.map(([, address]) => address)).toEqual([OWN])
})
