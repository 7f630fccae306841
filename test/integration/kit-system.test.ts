/** The test kit against a real service: what is sent, what viewers get, what webhooks tell, and who sees whom. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk, System } from '../../service/kit/index.ts'
import { movieIn, rtmpChannel } from '../support/kit/on-air.ts'
import { waitFor } from '../support/wait-for.ts'

let airdesk: Airdesk
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-kit-'))
  airdesk = await startAirdesk()
})
afterAll(async () => {
  await airdesk.close()
  await rm(folder, { recursive: true, force: true })
})

async function webrtcChannel({ live }: Pick<System, 'live'>, more: object = {}): Promise<string> {
  const { data, error } = await live('Service_20200316.CreateMultistreamChannel', more)
  if (!data) throw new Error(JSON.stringify(error))
  return data.channel_id
}

describe.concurrent('what is published', () => {
  it('synthetic WebRTC clients, who get what the others send and are told of them', async () => {
    await using system = await airdesk.system()
    const channel = await webrtcChannel(system)
    await using sender = await system.publish(channel, { webrtc: { client_id: 'sender' } })
    await using viewer = await system.publish(channel, { webrtc: { role: 'recvonly' } })
    await waitFor(async () => {
      const { receivedStreams, receivedPackets } = await viewer.counts()
      return receivedStreams === 2 && receivedPackets > 50
    }, 'media of both kinds')
    const created = await sender.waitFor(
      (message) => 'event_type' in message && message.connection_id === viewer.connectionId,
    )
    expect(created).toMatchObject({ event_type: 'connection.created', role: 'recvonly' })
    await viewer.stop()
    expect(await viewer.ended).toEqual({ code: 1000, reason: 'TYPE-DISCONNECT' })
  })

  it('a test picture has ended where its channel is gone', async () => {
    await using system = await airdesk.system()
    const { channel_id } = await rtmpChannel(system)
    const { ended } = await system.publish(channel_id)
    await system.live('Service_20180501.DeleteChannel', { channel_id })
    await ended
  })

  it('what is refused says why', async () => {
    await using system = await airdesk.system()
    const webhooks = await system.webhooks()
    const [rtmp, room] = [
      await rtmpChannel(system, { auth_webhook_url: webhooks.url }),
      await webrtcChannel(system, { auth_webhook_url: webhooks.url }),
    ]
    webhooks.answerAlways({ body: { allow: false, allowed: false, reason: 'not today' } })
    await expect(system.publish(rtmp.channel_id, { file: await movieIn(folder) })).rejects.toThrow(
      'not today',
    )
    await expect(system.publish(rtmp.channel_id)).rejects.toThrow('was refused: not today')
    await expect(system.publish(room, { webrtc: true })).rejects.toThrow('not today')
    await expect(system.publish(room, { webrtc: true, file: '/no/such.webm' })).rejects.toThrow('ENOENT')
  })
})

describe('a system for a test', () => {
  it('sees nothing of others, and is over when it is closed', async () => {
    const [one, other] = await Promise.all([airdesk.system({ name: 'One' }), airdesk.system()])
    const webhooks = await one.webhooks()
    const { channel_id: channel } = await rtmpChannel(one, { event_webhook_url: webhooks.url })
    const idsOf = async ({ live }: Pick<System, 'live'>) =>
      (await live('Service_20200729.ListChannelIDs', {})).data
    expect(await idsOf(other)).toEqual({ channel_ids: [] })
    expect(await idsOf(one)).toEqual({ channel_ids: [channel] })
    expect((await one.option.GET('/api/schedule')).response.status).toBe(200)
    const sent = await one.publish(channel, { file: await movieIn(folder) })
    expect(await webhooks.waitFor('connection.created')).toMatchObject({ verified: true })
    await one.close()
    await sent.ended
    expect((await one.live('Service_20200729.ListChannelIDs', {})).response.status).toBe(401)
    expect((await one.option.GET('/api/schedule')).response.status).toBe(401)
    await expect((await airdesk.system()).close()).resolves.toBeUndefined()
    await other.close()
    await expect(airdesk.system({ timeZone: 'Mars/X' })).rejects.toThrow('timeZone must be an IANA time zone')
  })
})
