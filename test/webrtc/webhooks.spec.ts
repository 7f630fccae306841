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
  const channelId = await newChannel({ auth_webhook_url: auth.url })
  const failure = await room.refused('sendonly', channelId)
  expect(failure.code).toBe(4490)
  expect(failure.reason).toBe('not today '.repeat(30).slice(0, 123))
  expect((await other.see()).notifies).toHaveLength(1)
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
  expect(bodies(events.received)[1]?.['data']).toMatchObject({ type_disconnect_reason: 'NO-ERROR' })
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
