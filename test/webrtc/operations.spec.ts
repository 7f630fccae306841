import type { SfuStats } from '../../service/contract/sfu-api.ts'
import { expect, test } from './fixture.ts'

const small = { audio: true, video: { width: 320, height: 180 } }
const vp8 = { options: { videoCodecType: 'VP8' }, media: small } as const

test('12. operations disconnect those whom they name, and no others', async ({
  room,
  newChannel,
  call,
  webhook,
}) => {
  const events = await webhook()
  const channel_id = await newChannel({ event_webhook_url: events.url })
  const join = (role: 'sendonly' | 'sendrecv' | 'recvonly', clientId: string) =>
    room.join(role, channel_id, { options: { ...vp8.options, clientId }, media: small })
  const [one, two, three] = [
    await join('sendonly', 'a'),
    await join('sendrecv', 'b'),
    await join('sendrecv', 'b'),
  ]
  const [four, five] = [await join('recvonly', 'c'), await join('recvonly', 'd')]
  const all = [one, two, three, four, five]
  const gone = async () => {
    const seen = await Promise.all(all.map((client) => client.see()))
    return all.filter((_, i) => (seen[i]?.disconnects.length ?? 0) > 0)
  }
  const reason = { because: 'maintenance' }
  await call('Sfu_20151104.DisconnectConnection', { channel_id, connection_id: one.id, reason })
  await expect.poll(gone).toEqual([one])
  await call('Sfu_20151104.DisconnectClient', { channel_id, client_id: 'b' })
  await expect.poll(gone).toEqual([one, two, three])
  await call('Sfu_20201120.DisconnectChannelByRole', { channel_id, role: 'sendonly' })
  const { tracks } = await four.see()
  expect(tracks.length).toBeGreaterThan(0)
  expect(await gone()).toEqual([one, two, three])
  await call('Sfu_20151104.DisconnectChannel', { channel_id })
  await expect.poll(gone).toEqual(all)
  for (const client of all) {
    expect((await client.see()).disconnects).toEqual([
      { type: 'normal', title: 'SHUTDOWN', code: 1000, reason: 'DISCONNECTED-API' },
    ])
  }
  const destroyed = () =>
    events.received
      .map(({ text }) => JSON.parse(text) as { type: string; connection_id: string; data: object })
      .filter(({ type }) => type === 'connection.destroyed')
  await expect.poll(() => destroyed().length).toBe(5)
  expect(destroyed().find(({ connection_id }) => connection_id === one.id)?.data).toMatchObject({
    disconnect_api_reason: reason,
  })
})

test('13. a push reaches those whom it names, as it is', async ({ room, newChannel, call }) => {
  const channel_id = await newChannel()
  const sender = await room.join('sendonly', channel_id, {
    options: { ...vp8.options, clientId: 'a' },
    media: small,
  })
  const receiver = await room.join('recvonly', channel_id, { options: { clientId: 'b' } })
  const data = { text: 'こんにちは', nested: [1, null, { a: true }] }
  const message = { type: 'push', data }
  const pushes = async () => [(await sender.see()).pushes, (await receiver.see()).pushes]
  expect(await call('Sfu_20160711.PushChannel', { channel_id, data })).toEqual(message)
  await expect.poll(pushes).toEqual([[message], [message]])
  await call('Sfu_20160711.PushClient', { channel_id, client_id: 'b', data })
  await expect.poll(pushes).toEqual([[message], [message, message]])
  await call('Sfu_20160711.PushConnection', { channel_id, connection_id: sender.id, data })
  await expect.poll(pushes).toEqual([
    [message, message],
    [message, message],
  ])
  await call('Sfu_20201120.PushChannelByRole', { channel_id, role: 'recvonly', data })
  await expect.poll(pushes).toEqual([
    [message, message],
    [message, message, message],
  ])
})

test('20. metadata of a connection reaches those there and those who come', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const one = await room.join('sendonly', channel_id, {
    options: { ...vp8.options, signalingNotifyMetadata: { name: 'one' } },
    media: small,
  })
  const two = await room.join('recvonly', channel_id, {
    options: { signalingNotifyMetadata: { name: 'two' } },
  })
  const seen = await one.until(({ notifies }) => notifies.length === 2, 'the other')
  expect(seen.notifies[1]).toMatchObject({ authn_metadata: { name: 'two' }, metadata: { name: 'two' } })
  const item = { channel_id, connection_id: one.id, key: 'hand', value: 'up', push: true }
  expect(await call('Sfu_20201124.PutSignalingNotifyMetadataItem', item)).toMatchObject({ hand: 'up' })
  for (const client of [one, two]) {
    const { pushes } = await client.until(({ pushes }) => pushes.length === 1, 'the push')
    expect(pushes[0]).toMatchObject({
      data: {
        type: 'signaling_notify_metadata_ext',
        action: 'PutMetadataItem',
        connection_id: one.id,
        key: 'hand',
        value: 'up',
      },
    })
  }
  const three = await room.join('recvonly', channel_id)
  const { notifies } = await three.until(({ notifies }) => notifies.length > 0, 'its own notification')
  expect(notifies[0]?.['data']).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ connection_id: one.id, metadata: { name: 'one', hand: 'up' } }),
    ]),
  )
})

test('20. metadata of a connection is replaced, given and taken away, and all are told', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const one = await room.join('sendonly', channel_id, vp8)
  const two = await room.join('recvonly', channel_id)
  // A client may find itself connected before the service does, which pushes to those that it knows.
  for (const client of [one, two])
    await client.until(({ notifies }) => notifies.length > 0, 'its own notification')
  const connection = { channel_id, connection_id: one.id }
  const steps = [
    {
      operation: 'Sfu_20201124.PutSignalingNotifyMetadata',
      more: { metadata: { name: 'one', hand: 'up' } },
      told: { action: 'PutMetadata', metadata: { name: 'one', hand: 'up' } },
      left: { name: 'one', hand: 'up' },
    },
    {
      operation: 'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
      more: { key: 'hand' },
      told: { action: 'DeleteMetadataItem', key: 'hand' },
      left: { name: 'one' },
    },
    {
      operation: 'Sfu_20201124.DeleteSignalingNotifyMetadata',
      more: {},
      told: { action: 'DeleteMetadata' },
      left: {},
    },
    {
      operation: 'Sfu_20201124.PutSignalingNotifyMetadata',
      more: { metadata: 'on air' },
      told: { action: 'PutMetadata', metadata: 'on air' },
      left: 'on air',
    },
  ]
  for (const [i, { operation, more, told, left }] of steps.entries()) {
    expect(await call(operation, { ...connection, ...more, push: true })).toEqual(left)
    expect(await call('Sfu_20201124.GetSignalingNotifyMetadata', connection)).toEqual(left)
    expect(await call('Sfu_20201124.ListSignalingNotifyMetadata', { channel_id })).toEqual(
      expect.arrayContaining([expect.objectContaining({ connection_id: one.id, metadata: left })]),
    )
    for (const client of [one, two]) {
      const { pushes } = await client.until((seen) => seen.pushes.length === i + 1, operation)
      expect(pushes[i]).toMatchObject({ data: { connection_id: one.id, ...told } })
    }
  }
})

test('21. statistics grow, and are given for each connection of a client', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const client_id = 'pair'
  const more = { options: { ...vp8.options, clientId: client_id, bundleId: 'x' }, media: small } as const
  const one = await room.join('sendonly', channel_id, more)
  const two = await room.join('sendonly', channel_id, more)
  type Stats = { rtp: { total_received_rtp: number } } & Pick<
    SfuStats,
    'connection_id' | 'ice_connection_state'
  >
  const statsOf = (connection_id: string) =>
    call<Stats>('Sfu_20170529.GetStatsConnection', { channel_id, connection_id })
  const received = async () => (await statsOf(one.id)).rtp.total_received_rtp
  const before = await received()
  await expect.poll(received).toBeGreaterThan(before + 10)
  const both = await call<Stats[]>('Sfu_20170529.GetStatsClient', { channel_id, client_id })
  expect(both.map(({ connection_id }) => connection_id).sort()).toEqual([one.id, two.id].sort())
  for (const { connection_id, ice_connection_state: ice } of both) {
    expect(ice).toMatchObject({ total_checking: 1, total_connected: 1, total_disconnected: 0 })
    // Once it has found its way, it looks no more.
    expect((await statsOf(connection_id)).ice_connection_state).toEqual(ice)
  }
})

test('22. the listed connections are those of the SDK; a foreign channel is an error', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const one = await room.join('sendonly', channel_id, vp8)
  const two = await room.join('recvonly', channel_id)
  const listed = await call<{ connection_id: string; role: string }[]>(
    'Sfu_20201013.ListChannelConnections',
    {
      channel_id,
    },
  )
  expect(listed.map(({ connection_id, role }) => [connection_id, role]).sort()).toEqual(
    [
      [one.id, 'sendonly'],
      [two.id, 'recvonly'],
    ].sort(),
  )
  await expect(call('Sfu_20201013.ListChannelConnections', { channel_id: 'another' })).rejects.toThrow(
    'CHANNEL-NOT-FOUND',
  )
})

test('23. video of one sender stops for one receiver and comes back; audio goes on', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const sender = await room.join('sendonly', channel_id, vp8)
  const other = await room.join('sendonly', channel_id, vp8)
  const receiver = await room.join('recvonly', channel_id)
  await receiver.receives('video', sender.id)
  await receiver.receives('video', other.id)
  const pair = { channel_id, recv_connection_id: receiver.id, send_connection_id: sender.id }
  expect(await call('Sfu_20200401.PauseRtpStream', pair)).toEqual(pair)
  const packets = async () =>
    (await receiver.inbound()).find(({ kind, streamId }) => kind === 'video' && streamId === sender.id)
      ?.packets ?? 0
  let last = -1
  await expect
    .poll(
      async () => {
        const now = await packets()
        const same = now === last
        last = now
        return same
      },
      { intervals: [500] },
    )
    .toBe(true)
  await receiver.receives('audio', sender.id)
  await receiver.receives('video', other.id)
  expect(await call('Sfu_20200401.ListPauseRtpStreams', { channel_id })).toEqual([pair])
  await call('Sfu_20200401.ResumeRtpStream', pair)
  await receiver.receives('video', sender.id)
})

test('the most that a connection may send is told to it in a new offer, and it keeps to it', async ({
  room,
  newChannel,
  call,
}) => {
  const channel_id = await newChannel()
  const sender = await room.join('sendonly', channel_id, { options: vp8.options })
  expect((await sender.see()).offerSdp).not.toMatch(/^b=/m)
  const sent = async () => (await sender.outbound()).find(({ kind }) => kind === 'video')?.bytes ?? 0
  const sample = async () => ({ bytes: await sent(), at: performance.now() })
  let last = await sample()
  /** kbit/s of video since it was last asked for; no number before a second has passed. */
  const rate = async () => {
    const now = await sample()
    if (now.at - last.at < 1000) return NaN
    const kilobits = ((now.bytes - last.bytes) * 8) / (now.at - last.at)
    last = now
    return kilobits
  }
  await expect.poll(rate).toBeGreaterThan(150)
  const limit = { channel_id, connection_id: sender.id, bit_rate: 60 }
  expect(await call('Sfu_20190327.ChangeUpstreamVideoBitRate', limit)).toEqual(limit)
  const { signaling, offerSdp } = await sender.until(({ offerSdp }) => /^b=/m.test(offerSdp), 'the limit')
  expect(signaling).toContain('onmessage-re-offer')
  // Of the two ways in which the offer says it, Chromium keeps one.
  expect(offerSdp).toMatch(/^b=(AS:60|TIAS:60000)\r$/m)
  last = await sample()
  await expect.poll(rate).toBeLessThan(90)
})

test('27. a deleted channel disconnects all, and takes nobody', async ({ room, newChannel, call }) => {
  const channel_id = await newChannel()
  const client = await room.join('sendrecv', channel_id, vp8)
  await call('Service_20180501.DeleteChannel', { channel_id })
  const seen = await client.until(({ disconnects }) => disconnects.length === 1, 'the end')
  expect(seen.disconnects[0]).toMatchObject({ title: 'SHUTDOWN', code: 1000, reason: 'DISCONNECTED-API' })
  expect(await room.refused('recvonly', channel_id)).toMatchObject({
    code: 4490,
    reason: 'CHANNEL-NOT-FOUND',
  })
})
