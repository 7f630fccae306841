import { LARGE, expect, test } from './fixture.ts'
import type { SdkClient } from './fixture.ts'

const small = { audio: true, video: { width: 320, height: 180 } }
const vp8 = { options: { videoCodecType: 'VP8' }, media: small } as const

test('4. three that send and receive get each other, and never themselves', async ({ room, newChannel }) => {
  const channelId = await newChannel()
  const clients: SdkClient[] = []
  for (let i = 0; i < 3; i++) clients.push(await room.join('sendrecv', channelId, vp8))
  for (const client of clients) {
    const others = clients.filter((one) => one !== client).map(({ id }) => id)
    const seen = await client.until(
      ({ remoteConnectionIds }) => remoteConnectionIds.length === 2,
      'the others',
    )
    expect([...seen.remoteConnectionIds].sort()).toEqual(others.sort())
    for (const other of others) await client.receives('video', other)
  }
})

test('5. who joins a channel with others sends on the upstream m-line', async ({ room, newChannel }) => {
  const channelId = await newChannel()
  await room.join('sendrecv', channelId, vp8)
  await room.join('sendrecv', channelId, vp8)
  const newcomer = await room.join('sendrecv', channelId, vp8)
  const { offer } = await newcomer.see()
  const mid = (offer?.['mid'] as { video: string }).video
  const sent = async () => (await newcomer.outbound()).find(({ kind }) => kind === 'video')
  await expect.poll(async () => (await sent())?.bytes ?? 0).toBeGreaterThan(10_000)
  expect((await sent())?.mid).toBe(mid)
})

test(
  '6. others leave and come again: their tracks go and come, m-lines are used again',
  { tag: '@nightly' },
  async ({ room, newChannel }) => {
    const channelId = await newChannel()
    const stays = await room.join('sendrecv', channelId, vp8)
    const audience = await room.join('recvonly', channelId, vp8)
    for (let round = 1; round <= 10; round++) {
      const guest = await room.join('sendrecv', channelId, vp8)
      await stays.until(({ remoteConnectionIds }) => remoteConnectionIds.includes(guest.id), 'the guest')
      if (round % 5 === 0) await stays.receives('video', guest.id)
      await guest.disconnect()
      for (const one of [stays, audience]) {
        const { tracks, notifies } = await one.until(
          (seen) =>
            seen.tracks.filter(({ what, streamId }) => what === 'removetrack' && streamId === guest.id)
              .length === 2 &&
            seen.notifies.some(
              (n) => n['event_type'] === 'connection.destroyed' && n['connection_id'] === guest.id,
            ),
          'the guest to be gone',
        )
        expect(tracks.filter(({ streamId }) => streamId === guest.id)).toHaveLength(4)
        expect(notifies.at(-1)).toMatchObject({ channel_connections: 2, channel_sendrecv_connections: 1 })
      }
    }
    const seen = await stays.see()
    expect(seen.remoteConnectionIds).toEqual([])
    expect(seen.lines).toBeLessThanOrEqual(4)
    expect((await audience.see()).lines).toBeLessThanOrEqual(4)
    expect(seen.signaling.join()).not.toContain('exception')
  },
)

test(
  '18. a simulcast sender goes on with three layers while others join and leave',
  { tag: '@nightly' },
  async ({ room, newChannel }) => {
    const channelId = await newChannel()
    const sender = await room.join('sendrecv', channelId, {
      options: { simulcast: true, videoCodecType: 'VP8' },
      media: LARGE,
    })
    for (let round = 0; round < 3; round++) {
      const guest = await room.join('sendrecv', channelId, {
        options: { simulcast: true, videoCodecType: 'VP8' },
        media: small,
      })
      await guest.receives('video', sender.id)
      await guest.disconnect()
      await sender.until(
        ({ remoteConnectionIds }) => remoteConnectionIds.length === 0,
        'the guest to be gone',
      )
    }
    const frames = async () => {
      const layers = (await sender.outbound()).filter(({ kind }) => kind === 'video')
      return new Map(layers.map(({ rid, frames }) => [rid, frames]))
    }
    const before = await frames()
    expect([...before.keys()].sort()).toEqual(['r0', 'r1', 'r2'])
    await expect
      .poll(async () => [...(await frames())].every(([rid, count]) => count > (before.get(rid) ?? 0)))
      .toBe(true)
    expect((await sender.see()).signaling.join()).not.toContain('exception')
  },
)
