/** One channel in two SFU processes: its third client comes to another process than the first two. */
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import { holderOfUdpPort } from '../support/udp-holder.ts'
import type { RunningService } from '../support/service.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { LARGE, expect, test as base } from './fixture.ts'
import type { SdkClient, Seen } from './fixture.ts'

const test = base.extend<object, { service: RunningService }>({
  service: [
    async ({}, use) => {
      const service = await startService({ args: ['--sfu-processes', '2', '--sfu-spread-from', '2'] })
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const small = { audio: true, video: { width: 320, height: 180 } }
const vp8 = { options: { videoCodecType: 'VP8' }, media: small } as const

/** UDP port of the process that a client is in. */
const portOf = async (client: SdkClient) =>
  /^a=candidate:\S+ 1 udp \d+ 127\.0\.0\.1 (\d+)/im.exec((await client.see()).offerSdp)?.[1]

const sfuProcesses = (service: RunningService) => workerPids(service.pid, 'sfu')

/** Kills the process that a client is in. */
async function killProcessOf(client: SdkClient, service: RunningService): Promise<void> {
  process.kill(holderOfUdpPort(Number(await portOf(client)), sfuProcesses(service)), 'SIGKILL')
}

/** Joins until it is in another process than `other`: none comes to one that tests before it have just kept busy. */
async function joinApart(other: SdkClient, join: () => Promise<SdkClient>): Promise<SdkClient> {
  for (;;) {
    const client = await join()
    if ((await portOf(client)) !== (await portOf(other))) return client
    await client.disconnect()
  }
}

/** Of those that other clients of a channel are told. */
const told = ({ notifies }: Seen, id: string) =>
  notifies.filter((n) => n['connection_id'] === id).map((n) => n['event_type'])

test('clients of both processes get each other, are told and asked alike, and only those of one that dies end', async ({
  room,
  service,
  newChannel,
  call,
  webhook,
}) => {
  test.setTimeout(180_000)
  const events = await webhook()
  const channel_id = await newChannel({ event_webhook_url: events.url })
  const first = await room.join('sendrecv', channel_id, vp8)
  const watcher = await room.join('recvonly', channel_id)
  const third = await room.join('sendrecv', channel_id, vp8)
  expect(await portOf(watcher)).toBe(await portOf(first))
  expect(await portOf(third)).not.toBe(await portOf(first))
  for (const [one, from] of [
    [third, first],
    [first, third],
    [watcher, first],
    [watcher, third],
  ] as const) {
    await one.receives('video', from.id)
    await one.receives('audio', from.id)
  }

  // It was told of when its media was there, with counts of the whole channel.
  const { notifies } = await first.until((seen) => told(seen, third.id).length > 0, 'word of the third')
  expect(notifies.at(-1)).toMatchObject({ event_type: 'connection.created', channel_connections: 3 })
  const listed = await call<unknown[]>('Sfu_20201013.ListChannelConnections', { channel_id })
  expect(listed).toHaveLength(3)
  const stats = { channel_id, connection_id: third.id }
  expect(await call('Sfu_20170529.GetStatsConnection', stats)).toMatchObject(stats)

  // To go on it needs a key frame of a sender in the other process.
  const ids = { channel_id, recv_connection_id: third.id, send_connection_id: first.id }
  await call('Sfu_20200401.PauseRtpStream', ids)
  await call('Sfu_20200401.ResumeRtpStream', ids)
  await third.receives('video', first.id)

  await killProcessOf(third, service)
  const { disconnects } = await third.until((seen) => seen.disconnects.length === 1, 'the end')
  expect(disconnects[0]).toMatchObject({ type: 'abend', code: 4490, reason: 'SFU-LOST' })
  for (const one of [first, watcher]) {
    const seen = await one.until((now) => told(now, third.id).includes('connection.destroyed'), 'its end')
    expect(told(seen, third.id)).toEqual(['connection.created', 'connection.destroyed'])
    expect(seen.remoteConnectionIds).not.toContain(third.id)
  }
  await watcher.receives('video', first.id)
  expect([await first.see(), await watcher.see()].flatMap((seen) => seen.disconnects)).toEqual([])

  const again = await room.join('sendrecv', channel_id, vp8)
  expect(await portOf(again)).not.toBe(await portOf(first))
  await watcher.receives('video', again.id)
  await again.receives('video', first.id)
  const ended = () =>
    events.received
      .map(({ text }) => JSON.parse(text) as Record<string, unknown>)
      .filter(({ type }) => type === 'connection.destroyed')
  await expect.poll(() => ended().length).toBe(1)
  expect(ended()[0]).toMatchObject({ connection_id: third.id, data: { reason: 'SFU-LOST' } })
})

test(
  'the spotlight is one for both processes, and layers are chosen in each',
  { tag: '@nightly' },
  async ({ room, newChannel, call }) => {
    test.setTimeout(180_000)
    const channel_id = await newChannel()
    const options = { spotlight: true, spotlightNumber: 1, simulcast: true, videoCodecType: 'VP8' } as const
    const one = await room.join('sendrecv', channel_id, { options, media: LARGE })
    const watcher = await room.join('recvonly', channel_id, { options: { spotlight: true, simulcast: true } })
    const two = await joinApart(one, () => room.join('sendrecv', channel_id, { options, media: small }))
    const focused = async (who: SdkClient) => {
      const inFocus = new Set<unknown>()
      for (const { event_type, connection_id } of (await who.see()).notifies) {
        if (event_type === 'spotlight.focused') inFocus.add(connection_id)
        if (event_type === 'spotlight.unfocused') inFocus.delete(connection_id)
      }
      return [...inFocus]
    }
    for (const [fixed, other, hears] of [
      [two, one, one],
      [one, two, two],
    ] as const) {
      await call('Sfu_20200807.FocusSpotlightFixed', { channel_id, connection_id: fixed.id })
      for (const who of [one, watcher, two]) await expect.poll(() => focused(who)).toEqual([fixed.id])
      await hears.receives('audio', fixed.id)
      await watcher.receives('audio', fixed.id)
      const silence = async () =>
        (await watcher.inbound()).find(({ kind, streamId }) => kind === 'audio' && streamId === other.id)
          ?.packets
      let last: number | undefined = -1
      await expect
        .poll(
          async () => {
            const before = last
            last = await silence()
            return last === before
          },
          { message: 'silence of who is not in focus', intervals: [500] },
        )
        .toBe(true)
    }
    // Of whom is in focus it gets more than the lowest layer, from a sender of the other process.
    const widthOf = async () =>
      (await two.inbound()).find(({ kind, streamId }) => kind === 'video' && streamId === one.id)?.width ?? 0
    await expect.poll(widthOf, { timeout: 60_000 }).toBeGreaterThan(240)
    await call('Sfu_20201005.RequestRtpStream', {
      ...{ channel_id, recv_connection_id: two.id, send_connection_id: one.id, rid: 'r0' },
    })
    await expect.poll(widthOf, { timeout: 60_000 }).toBeLessThanOrEqual(240)
  },
)

test('a channel whose first process dies ends whole, and begins anew', async ({
  room,
  service,
  newChannel,
}) => {
  test.setTimeout(180_000)
  const channel_id = await newChannel()
  const first = await room.join('sendrecv', channel_id, vp8)
  await room.join('recvonly', channel_id)
  const third = await joinApart(first, () => room.join('sendrecv', channel_id, vp8))
  await third.receives('video', first.id)
  await killProcessOf(first, service)
  for (const client of [first, third]) {
    const { disconnects } = await client.until((seen) => seen.disconnects.length === 1, 'the end')
    expect(disconnects[0]).toMatchObject({ code: 4490, reason: 'SFU-LOST' })
  }
  const again = await room.join('sendonly', channel_id, vp8)
  const receiver = await room.join('recvonly', channel_id)
  await receiver.receives('video', again.id)
})

test(
  'who sends in another process than the first has a playlist too',
  { tag: '@nightly' },
  async ({ room, call }) => {
    test.setTimeout(180_000)
    const { channel_id } = await call<{ channel_id: string }>(
      'Service_20200316.CreateMultistreamChannelWithHLS',
      {
        ...{ hls: [{ ...RENDITION_360, durationSeconds: 1 }], encrypt_key_uri: '' },
        ...{ auth_webhook_url: '', event_webhook_url: '' },
      },
    )
    const first = await room.join('recvonly', channel_id)
    await room.join('recvonly', channel_id)
    const sender = await joinApart(first, () => room.join('sendonly', channel_id, vp8))
    await first.receives('video', sender.id)
    type Listed = { hls: { playlist_url: string }[] }
    await expect
      .poll(
        async () => (await call<Listed>('Service_20200207.ListPlaylistURLs', { channel_id })).hls.length,
        {
          timeout: 60_000,
        },
      )
      .toBe(1)
  },
)
