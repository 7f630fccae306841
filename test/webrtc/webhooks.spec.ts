import { sfuAuthRequest, sfuEvent } from '../../service/contract/sfu-webhooks.ts'
import { answerJson } from '../support/http-endpoint.ts'
import { LARGE, expect, test } from './fixture.ts'

const bodies = (received: readonly { text: string }[]) =>
  received.map(({ text }) => JSON.parse(text) as Record<string, unknown>)

test('8. a refusal of the authentication webhook is what the client is told', async ({
  room,
  newChannel,
  webhook,
}) => {
  const auth = await webhook(answerJson({ allowed: false, reason: 'not today '.repeat(30) }))
  const open = await newChannel()
  const other = await room.join('recvonly', open)
  await other.until(({ notifies }) => notifies.length > 0, 'word of itself')
  const channelId = await newChannel({ auth_webhook_url: auth.url })
  const failure = await room.refused('sendonly', channelId)
  expect(failure.code).toBe(4490)
  expect(failure.reason).toBe('not today '.repeat(30).slice(0, 123))
  expect((await other.see()).notifies).toHaveLength(1)
  expect(() => sfuAuthRequest.parse(bodies(auth.received)[0])).not.toThrow()
  expect(auth.received[0]?.headers['sora-connection-id']).toBe(bodies(auth.received)[0]?.['connection_id'])
  expect(bodies(auth.received)[0]).toMatchObject({
    channel_id: channelId,
    role: 'sendonly',
    multistream: true,
    simulcast: false,
    audio: true,
    video: true,
    channel_connections: 0,
    sora_client: { raw: expect.stringContaining('Sora JavaScript SDK') as unknown },
  })
})

test('9. what the authentication webhook settles holds', async ({ room, newChannel, webhook }) => {
  const auth = await webhook((request, response) => {
    const { role } = JSON.parse(request.text) as { role: string }
    const overrides = {
      metadata: { for: 'you' },
      client_id: `user-${role}`,
      video: true,
      video_codec_type: 'VP8',
      signaling_notify_metadata: { seat: 7 },
    }
    answerJson({ allowed: true, ...overrides })(request, response)
  })
  const channelId = await newChannel({ auth_webhook_url: auth.url })
  const sender = await room.join('sendonly', channelId, { metadata: { token: 'x' } })
  const receiver = await room.join('recvonly', channelId)
  await receiver.receives('video', sender.id)
  const seen = await sender.see()
  expect([seen.authMetadata, seen.clientId]).toEqual([{ for: 'you' }, 'user-sendonly'])
  expect((await sender.outbound()).find(({ kind }) => kind === 'video')?.mimeType).toBe('video/VP8')
  const { notifies } = await sender.until(({ notifies }) => notifies.length === 2, 'the receiver')
  expect(notifies[1]).toMatchObject({
    client_id: 'user-recvonly',
    authz_metadata: { seat: 7 },
    metadata: { seat: 7 },
  })
  expect(bodies(auth.received)[0]).toMatchObject({ metadata: { token: 'x' } })
})

test('9. the authentication webhook can take much away', async ({ room, newChannel, webhook }) => {
  const answers: Record<string, object> = {
    sendrecv: { audio: false, bundle_id: 'apart', video_bit_rate: 300, event_metadata: { seat: 1 } },
    sendonly: { bundle_id: 'apart', audio_bit_rate: 24 },
    recvonly: { signaling_notify: false, connection_lifetime: 2 },
  }
  const auth = await webhook((request, response) => {
    const { role } = JSON.parse(request.text) as { role: string }
    answerJson({ allowed: true, data_channels: [{ label: '#x' }], ...answers[role] })(request, response)
  })
  const events = await webhook()
  const channelId = await newChannel({ auth_webhook_url: auth.url, event_webhook_url: events.url })
  const one = await room.join('sendrecv', channelId)
  const two = await room.join('sendonly', channelId)
  const { offer, offerSdp } = await one.see()
  expect(offer).toMatchObject({ bundle_id: 'apart', audio: false, video_bit_rate: 300 })
  expect([offerSdp.includes('m=audio'), /^b=(AS:300|TIAS:300000)\r$/m.test(offerSdp)]).toEqual([false, true])
  expect((await two.see()).offerSdp).toContain('maxaveragebitrate=24000')
  const three = await room.join('recvonly', channelId)
  await three.until(({ tracks }) => tracks.length === 3, 'video of one, audio and video of the other')
  const { notifies } = await one.until(({ notifies }) => notifies.length === 2, 'the third')
  expect(notifies.map((notify) => notify['connection_id'])).toEqual([one.id, three.id])
  expect((await one.see()).remoteConnectionIds).toEqual([])
  const { disconnects, notifies: told } = await three.until(
    ({ disconnects }) => disconnects.length > 0,
    'the end',
  )
  expect(disconnects).toMatchObject([{ type: 'normal', code: 1000, reason: 'LIFETIME-EXPIRED' }])
  expect(told).toMatchObject([{ connection_id: three.id, channel_connections: 3, data: [] }])
  await expect.poll(() => events.received.length).toBe(4)
  expect(bodies(events.received)).toMatchObject([
    { connection_id: one.id, event_metadata: { seat: 1 }, data: { audio: false, video_bit_rate: 300 } },
    { connection_id: two.id, data: { audio_bit_rate: 24 } },
    { connection_id: three.id, type: 'connection.created' },
    { connection_id: three.id, type: 'connection.destroyed', data: { reason: 'LIFETIME-EXPIRED' } },
  ])
})

test('10. an authentication webhook that fails refuses, and nothing hangs', async ({
  room,
  newChannel,
  webhook,
}) => {
  const failing = [
    await webhook(answerJson({}, 500)),
    await webhook((_, response) => void response.end('{')),
    await webhook(answerJson({ allow: true })),
    await webhook(() => undefined),
  ]
  for (const { url } of failing) {
    const failure = await room.refused('recvonly', await newChannel({ auth_webhook_url: url }))
    expect(failure).toMatchObject({ code: 4490, reason: 'AUTH-WEBHOOK-ERROR' })
  }
})

test('11. event webhooks tell of a connection from its media to its end', async ({
  room,
  newChannel,
  webhook,
}) => {
  const events = await webhook()
  const channelId = await newChannel({ event_webhook_url: events.url })
  const client = await room.join('sendonly', channelId, { options: { clientId: 'someone' } })
  await expect.poll(() => events.received.length).toBe(1)
  const { sessionId } = await client.see()
  await client.disconnect()
  await expect.poll(() => events.received.length).toBe(2)
  const ids = { channel_id: channelId, connection_id: client.id, client_id: 'someone', session_id: sessionId }
  expect(bodies(events.received)).toEqual([
    expect.objectContaining({ type: 'connection.created', ...ids, role: 'sendonly' }),
    expect.objectContaining({ type: 'connection.destroyed', ...ids }),
  ])
  expect(bodies(events.received)[1]?.['data']).toMatchObject({
    type_disconnect_reason: 'NO-ERROR',
    reason: 'TYPE-DISCONNECT',
    channel_connections: 0,
  })
  for (const body of bodies(events.received)) expect(() => sfuEvent.parse(body)).not.toThrow()
})

test('16. a layer that the authentication webhook switches off is not sent', async ({
  room,
  newChannel,
  webhook,
}) => {
  const encodings = [
    { rid: 'r0', active: true, scaleResolutionDownBy: 4 },
    { rid: 'r1', active: true, scaleResolutionDownBy: 2 },
    { rid: 'r2', active: false },
  ]
  const auth = await webhook(answerJson({ allowed: true, simulcast_encodings: encodings }))
  const sender = await room.join('sendonly', await newChannel({ auth_webhook_url: auth.url }), {
    options: { simulcast: true, videoCodecType: 'VP8' },
    media: LARGE,
  })
  const { offerSdp, offer } = await sender.see()
  expect(offerSdp).toContain('~r2')
  expect(offer?.['encodings']).toHaveLength(3)
  const sent = async (rid: string) => (await sender.outbound()).find((one) => one.rid === rid)?.bytes ?? 0
  await expect.poll(() => sent('r1')).toBeGreaterThan(10_000)
  expect(await sent('r2')).toBe(0)
})

test('16. the only layer that the authentication webhook names is sent', async ({
  room,
  newChannel,
  webhook,
}) => {
  const auth = await webhook(answerJson({ allowed: true, simulcast_encodings: [{ rid: 'r2' }] }))
  const sender = await room.join('sendonly', await newChannel({ auth_webhook_url: auth.url }), {
    options: { simulcast: true, videoCodecType: 'VP8' },
    media: { audio: false, video: { width: 320, height: 180 } },
  })
  const sent = async () =>
    (await sender.outbound()).filter(({ bytes }) => bytes > 0).map(({ rid, width }) => [rid, width])
  await expect.poll(sent).toEqual([['r2', 320]])
})
