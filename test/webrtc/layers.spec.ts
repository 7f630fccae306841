import type { SfuStats } from '../../service/contract/sfu-api.ts'
import type { SpotlightStats } from '../../service/contract/sfu-stats.ts'
import { LARGE, expect, oftenOrNightly, test } from './fixture.ts'
import type { SdkClient } from './fixture.ts'

const simulcast = { options: { simulcast: true, videoCodecType: 'VP8' }, media: LARGE } as const
const small = { audio: true, video: { width: 320, height: 180 } }

const widthOf = async (receiver: SdkClient, sender: SdkClient) =>
  (await receiver.inbound()).find(({ kind, streamId }) => kind === 'video' && streamId === sender.id)
    ?.width ?? 0

for (const videoCodecType of ['VP8', 'VP9', 'H264', 'AV1'] as const) {
  test(
    `15. a simulcast sender sends three layers, of which a receiver asks for one: ${videoCodecType}`,
    oftenOrNightly(videoCodecType),
    async ({ room, newChannel }) => {
      const channelId = await newChannel()
      const options = { simulcast: true, videoCodecType }
      const sender = await room.join('sendonly', channelId, { options, media: LARGE })
      expect((await sender.see()).answerSdp).toMatch(/a=simulcast:send r0;r1;r2/)
      const ask = { simulcast: true, simulcastRequestRid: 'r1' } as const
      const receiver = await room.join('recvonly', channelId, { options: ask })
      const layers = async () =>
        (await sender.outbound())
          .filter(({ kind, bytes }) => kind === 'video' && bytes > 0)
          .map(({ rid, width, scalabilityMode }) => [rid, width, scalabilityMode])
          .sort()
      // Each a stream without further layers.
      await expect.poll(layers, { timeout: 60_000 }).toEqual([
        ['r0', 240, 'L1T1'],
        ['r1', 480, 'L1T1'],
        ['r2', 960, 'L1T1'],
      ])
      await expect.poll(() => widthOf(receiver, sender), { timeout: 60_000 }).toBe(480)
    },
  )
}

test('17. a receiver gets the layer that is asked for, without a new offer or a freeze', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const sender = await room.join('sendonly', channel_id, simulcast)
  const receiver = await room.join('recvonly', channel_id, { options: { simulcast: true } })
  await receiver.receives('video', sender.id)
  const ids = { channel_id, recv_connection_id: receiver.id, send_connection_id: sender.id }
  for (const [rid, width] of [
    ['r0', 240],
    ['r1', 480],
    ['r0', 240],
    ['r2', 960],
  ] as const) {
    expect(await call('Sfu_20201005.RequestRtpStream', { ...ids, rid })).toEqual({ ...ids, rid })
    await expect.poll(() => widthOf(receiver, sender), { message: rid, timeout: 60_000 }).toBe(width)
  }
  await call('Sfu_20201005.RequestRtpStream', { ...ids, rid: 'r0' })
  await expect.poll(() => widthOf(receiver, sender)).toBe(240)
  expect(await call('Sfu_20201005.ResetRtpStream', ids)).toEqual(ids)
  await expect.poll(() => widthOf(receiver, sender), { timeout: 60_000 }).toBeGreaterThan(240)
  const { signaling } = await receiver.see()
  expect(signaling.filter((line) => line === 'onmessage-re-offer')).toEqual([])
})

test('17. a layer that is not sent is replaced by the next lower one', async ({ room, newChannel, call }) => {
  const channel_id = await newChannel()
  // Two layers fit into this size.
  const sender = await room.join('sendonly', channel_id, {
    ...simulcast,
    media: { audio: false, video: { width: 480, height: 270 } },
  })
  const receiver = await room.join('recvonly', channel_id, { options: { simulcast: true } })
  // Before its media is connected it is no connection of the channel.
  await receiver.receives('video', sender.id)
  const ids = { channel_id, recv_connection_id: receiver.id, send_connection_id: sender.id }
  await call('Sfu_20201005.RequestRtpStream', { ...ids, rid: 'r2' })
  await receiver.receives('video', sender.id)
})

test('19. the spotlight: one is in focus, can be pinned and released, and both when there is room', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const options = { spotlight: true, spotlightNumber: 1, simulcast: true, videoCodecType: 'VP8' } as const
  const one = await room.join('sendrecv', channel_id, { options, media: LARGE })
  const two = await room.join('sendrecv', channel_id, { options, media: small })
  const told = async () =>
    (await one.see()).notifies
      .filter((n) => String(n['event_type']).startsWith('spotlight.'))
      .map((n) => [n['event_type'], n['connection_id']])
  const focused = async () => {
    const inFocus = new Set<unknown>()
    for (const [event, id] of await told()) {
      if (event === 'spotlight.focused') inFocus.add(id)
      else inFocus.delete(id)
    }
    return [...inFocus]
  }
  await expect.poll(async () => (await focused()).length, { timeout: 60_000 }).toBe(1)
  const count = async ({ id: connection_id }: SdkClient, what: keyof SpotlightStats) => {
    const stats = await call<SfuStats>('Sfu_20170529.GetStatsConnection', { channel_id, connection_id })
    return stats.spotlight?.[what] ?? 0
  }
  const [speaker] = await focused()
  const first = speaker === one.id ? one : two
  expect(await count(first, 'total_spotlight_focus_succeeded')).toBeGreaterThan(0)
  expect(await count(first, 'total_spotlight_unfocus_audio_publish')).toBeGreaterThan(0)
  expect(await count(first, 'total_spotlight_audible_to_focus_delay_us')).toBeGreaterThan(0)

  await call('Sfu_20200807.FocusSpotlightFixed', { channel_id, connection_id: two.id })
  await expect.poll(focused).toEqual([two.id])
  await one.receives('audio', two.id)
  const heard = async () =>
    (await two.inbound()).find(({ kind, streamId }) => kind === 'audio' && streamId === one.id)?.packets ?? 0
  let last = -1
  await expect
    .poll(
      async () => {
        const now = await heard()
        const same = now === last
        last = now
        return same
      },
      { message: 'silence of who is not in focus', intervals: [500] },
    )
    .toBe(true)
  expect(await focused()).toEqual([two.id])
  // What it says out of focus is counted, and that it gives up.
  for (const what of [
    'total_spotlight_unfocus_audio_no_room',
    'total_spotlight_unfocus_audio_out_packet',
  ] as const) {
    const unheard = await count(one, what)
    await expect.poll(() => count(one, what), { message: what }).toBeGreaterThan(unheard)
  }
  const failed = await count(one, 'total_spotlight_focus_failed')
  await one.enable('audio', false)
  await expect.poll(() => count(one, 'total_spotlight_focus_failed')).toBeGreaterThan(failed)
  await one.enable('audio', true)

  const isFixed = async () =>
    (await one.see()).notifies.findLast(
      (n) => n['event_type'] === 'spotlight.focused' && n['connection_id'] === two.id,
    )?.['fixed']
  await expect.poll(isFixed).toBe(true)
  await call('Sfu_20200807.FocusSpotlight', { channel_id, connection_id: two.id })
  await expect.poll(isFixed).toBe(false)

  await call('Sfu_20200807.ChangeSpotlightNumber', { channel_id, spotlight_number: 2 })
  await expect.poll(async () => (await focused()).length).toBe(2)
  await two.receives('audio', one.id)
  await call('Sfu_20200807.UnfocusSpotlight', { channel_id, connection_id: two.id })
  await expect
    .poll(async () => (await told()).some(([e, id]) => e === 'spotlight.unfocused' && id === two.id))
    .toBe(true)
})
