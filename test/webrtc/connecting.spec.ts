import type { SfuStats } from '../../service/contract/sfu-api.ts'
import { expect, oftenOrNightly, test } from './fixture.ts'

test('1. a sender connects: the offer has its members, and it is told of itself', async ({
  room,
  newChannel,
}) => {
  const sender = await room.join('sendonly', await newChannel())
  const seen = await sender.until(({ connectedCalls }) => connectedCalls === 1, 'the connected callback')
  expect(seen.offer).toMatchObject({
    type: 'offer',
    sdp: expect.any(String),
    connection_id: sender.id,
    client_id: sender.id,
    session_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
    mid: { audio: expect.any(String) as unknown, video: expect.any(String) as unknown },
  })
  expect(seen.notifies).toEqual([
    expect.objectContaining({
      event_type: 'connection.created',
      connection_id: sender.id,
      channel_connections: 1,
      channel_sendonly_connections: 1,
      minutes: 0,
      turn_transport_type: 'udp',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      data: [],
    }),
  ])
})

for (const codec of ['VP8', 'VP9', 'H264', 'AV1'] as const) {
  test(
    `2. a receiver gets what a sender sends, ${codec}`,
    oftenOrNightly(codec),
    async ({ room, newChannel }) => {
      const channelId = await newChannel()
      const sender = await room.join('sendonly', channelId, { options: { videoCodecType: codec } })
      const receiver = await room.join('recvonly', channelId)
      const { tracks } = await receiver.until(({ tracks }) => tracks.length === 2, 'two tracks')
      expect(tracks.map(({ streamId }) => streamId)).toEqual([sender.id, sender.id])
      expect(tracks.map(({ kind }) => kind).sort()).toEqual(['audio', 'video'])
      await receiver.receives('video', sender.id)
      await receiver.receives('audio', sender.id)
      const video = (await receiver.inbound()).find(({ kind }) => kind === 'video')
      expect(video).toMatchObject({ mimeType: `video/${codec}`, width: 640, height: 360 })
    },
  )
}

test('3. who receives on an empty channel gets a sender that comes later, before it is told of it', async ({
  room,
  newChannel,
}) => {
  const channelId = await newChannel()
  const receiver = await room.join('recvonly', channelId)
  expect((await receiver.see()).tracks).toEqual([])
  const sender = await room.join('sendonly', channelId)
  await receiver.receives('video', sender.id)
  const { signaling } = await receiver.until(
    ({ notifies }) => notifies.some((notify) => notify['connection_id'] === sender.id),
    'the notification of the sender',
  )
  const reoffer = signaling.indexOf('onmessage-re-offer')
  const notified = signaling.findIndex((line) => line.includes(`connection.created ${sender.id}`))
  expect(reoffer).toBeGreaterThanOrEqual(0)
  expect(reoffer).toBeLessThan(notified)
})

test('7. a client leaves: closed as it expects', async ({ room, newChannel }) => {
  const client = await room.join('sendrecv', await newChannel())
  await client.disconnect()
  // Where no close came the SDK would say 1006.
  expect((await client.see()).disconnects).toEqual([
    { type: 'normal', title: 'DISCONNECT', code: 1000, reason: 'TYPE-DISCONNECT' },
  ])
})

test('24. audio or video that is not wanted is in no offer', async ({ room, newChannel }) => {
  const channelId = await newChannel()
  const silent = await room.join('sendrecv', channelId, { options: { audio: false } })
  const blind = await room.join('sendrecv', channelId, {
    options: { video: false },
    media: { audio: true, video: null },
  })
  const both = await room.join('recvonly', channelId)
  await both.receives('video', silent.id)
  await both.receives('audio', blind.id)
  const [one, other] = [await silent.see(), await blind.see()]
  expect([one.audio, one.video, one.offerSdp.includes('m=audio')]).toEqual([false, true, false])
  expect([other.audio, other.video, other.offerSdp.includes('m=video')]).toEqual([true, false, false])
  expect([...one.signaling, ...other.signaling].join()).not.toContain('exception')
})

test('25. data channels that are asked for are declined, and all works without', async ({
  room,
  newChannel,
  call,
}) => {
  const channelId = await newChannel()
  const options = { dataChannelSignaling: true, ignoreDisconnectWebSocket: true }
  const [one, other] = [
    await room.join('sendrecv', channelId, { options }),
    await room.join('sendrecv', channelId, { options }),
  ]
  await one.receives('video', other.id)
  await call('Sfu_20160711.PushChannel', { channel_id: channelId, data: { hello: 1 } })
  const { offerSdp } = await one.until(({ pushes }) => pushes.length === 1, 'the push')
  expect(offerSdp).not.toContain('m=application')
  const ids = { channel_id: channelId, connection_id: one.id }
  expect((await call<SfuStats>('Sfu_20170529.GetStatsConnection', ids)).sctp).toEqual({
    total_received_sctp: 0,
    total_received_sctp_byte_size: 0,
    total_sent_sctp: 0,
    total_sent_sctp_byte_size: 0,
  })
  await other.disconnect()
  await one.until(({ remoteConnectionIds }) => remoteConnectionIds.length === 0, 'the other to be gone')
  await call('Sfu_20151104.DisconnectChannel', { channel_id: channelId })
  const seen = await one.until(({ disconnects }) => disconnects.length === 1, 'the end')
  expect(seen.disconnects[0]).toMatchObject({ type: 'normal', title: 'SHUTDOWN', reason: 'DISCONNECTED-API' })
})

test('28. a client that was disconnected connects again with the same object', async ({
  room,
  newChannel,
  call,
}) => {
  const channelId = await newChannel()
  const client = await room.join('sendonly', channelId)
  await call('Sfu_20151104.DisconnectChannel', { channel_id: channelId })
  await client.until(({ disconnects }) => disconnects.length === 1, 'the end')
  const again = await client.reconnect()
  expect(again).toEqual({ connectionId: expect.stringMatching(/^[0-9A-Z]{26}$/) as unknown })
  expect(again).not.toEqual({ connectionId: client.id })
})

test('29. of several addresses one is used; a socket that says nothing leaves no trace', async ({
  room,
  newChannel,
  service,
  call,
  webhook,
}) => {
  const events = await webhook()
  const channelId = await newChannel({ event_webhook_url: events.url })
  const { signaling_url } = service.ready
  const dead = 'wss://127.0.0.1:9/signaling'
  const first = await room.join('sendonly', channelId, { url: [dead, signaling_url] })
  const second = await room.join('sendonly', channelId, { url: [signaling_url, signaling_url] })
  const listed = async () => {
    const target = 'Sfu_20201013.ListChannelConnections'
    const connections = await call<{ connection_id: string }[]>(target, { channel_id: channelId })
    return connections.map(({ connection_id }) => connection_id).sort()
  }
  // A client knows that its media is connected before the service does.
  await expect.poll(listed).toEqual([first.id, second.id].sort())
  await expect.poll(() => events.received.length).toBe(2)
})
