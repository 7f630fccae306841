import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fetchPlaylist } from '../support/hls.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { callLive, expect, openRoom, test } from './fixture.ts'

const small = { audio: true, video: { width: 320, height: 180 } }
const vp8 = { options: { videoCodecType: 'VP8' }, media: small } as const

/** Process ids, the first environment first. */
const sfuProcesses = (service: RunningService) => workerPids(service.pid, 'sfu')

test('SFU processes that are killed take their own clients with them, and nothing else', async ({
  site,
  page,
}) => {
  // Of its own: tests before it may have left the shared one with more processes than these two.
  const service = await startService()
  try {
    const room = await openRoom(page, site, service)
    const none = { auth_webhook_url: '', event_webhook_url: '' }
    const create = 'Service_20200316.CreateMultistreamChannel'
    const { channel_id: verification } = await callLive<{ channel_id: string }>(service, create, {
      ...none,
      environment: 1,
    })
    const apart = await room.join('sendonly', verification, vp8)
    const watching = await room.join('recvonly', verification)
    const { channel_id } = await callLive<{ channel_id: string }>(service, `${create}WithHLS`, {
      ...none,
      hls: [{ ...RENDITION_360, durationSeconds: 1 }],
      encrypt_key_uri: '',
    })
    const sender = await room.join('sendonly', channel_id, vp8)
    const listed = async () => {
      type Listed = { hls: { playlist_url: string }[] }
      return (await callLive<Listed>(service, 'Service_20200207.ListPlaylistURLs', { channel_id })).hls
    }
    await expect.poll(async () => (await listed()).length).toBe(1)
    const url = (await listed())[0]?.playlist_url ?? ''
    const ca = service.ready.ca_cert_file
    const line = (await fetchPlaylist(url, ca)).split('\n').find((one) => one !== '' && !one.startsWith('#'))
    const media = new URL(line ?? '', url).href

    const [normal = 0, other = 0] = sfuProcesses(service)
    expect([normal > 0, other > 0]).toEqual([true, true])
    process.kill(normal, 'SIGKILL')
    const { disconnects } = await sender.until(({ disconnects }) => disconnects.length === 1, 'the end')
    expect(disconnects[0]).toMatchObject({ type: 'abend', code: 4490, reason: 'SFU-LOST' })
    await expect.poll(listed).toEqual([])

    const again = await room.join('sendonly', channel_id, vp8)
    const receiver = await room.join('recvonly', channel_id)
    await receiver.receives('video', again.id)
    expect(sfuProcesses(service)).toContain(other)
    expect(sfuProcesses(service)).not.toContain(normal)

    await watching.receives('video', apart.id)
    expect((await apart.see()).disconnects).toEqual([])
    process.kill(other, 'SIGKILL')
    const stopped = await apart.until(({ disconnects }) => disconnects.length === 1, 'the end of the other')
    expect(stopped.disconnects[0]).toMatchObject({ type: 'abend', code: 4490, reason: 'SFU-LOST' })
    await receiver.receives('video', again.id)
    expect([await again.see(), await receiver.see()].flatMap(({ disconnects }) => disconnects)).toEqual([])
    await expect
      .poll(async () => (await fetchPlaylist(media, ca)).includes('#EXT-X-ENDLIST'), { timeout: 60_000 })
      .toBe(true)
  } finally {
    await service.stop()
  }
})

test(
  'a service that was killed tells the end of its connections when it is back',
  { tag: '@nightly' },
  async ({ site, page, webhook }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-webrtc-'))
    const events = await webhook()
    let service = await startService({ dataDir })
    try {
      const room = await openRoom(page, site, service)
      const settings = { auth_webhook_url: '', event_webhook_url: events.url }
      const create = 'Service_20200316.CreateMultistreamChannel'
      const { channel_id } = await callLive<{ channel_id: string }>(service, create, settings)
      const sender = await room.join('sendonly', channel_id, vp8)
      await expect.poll(() => events.received.length).toBe(1)
      await service.kill()
      const { disconnects } = await sender.until(({ disconnects }) => disconnects.length === 1, 'the end')
      expect(disconnects[0]).toMatchObject({ type: 'abend' })
      service = await startService({ dataDir })
      // One that was answered just before the kill may come again, with the same id.
      const told = () => new Map(events.received.map((one) => [one.headers['webhook-id'], one]))
      await expect.poll(() => told().size).toBe(2)
      const [created, destroyed] = [...told().values()].map(
        ({ text }) => JSON.parse(text) as Record<string, unknown>,
      )
      expect(destroyed).toMatchObject({
        type: 'connection.destroyed',
        channel_id,
        connection_id: sender.id,
        session_id: created?.['session_id'],
        client_id: sender.id,
        role: 'sendonly',
      })
      expect(await callLive(service, 'Sfu_20201013.ListChannelConnections', { channel_id })).toEqual([])
      await expect.poll(() => sfuProcesses(service).length).toBe(1)
    } finally {
      await service.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  },
)

declare global {
  interface Window {
    atOffer(): Promise<void>
  }
}

test('a client whose SFU process dies just behind its offer is told so', async ({ site, page }) => {
  const service = await startService()
  try {
    const room = await openRoom(page, site, service)
    const create = 'Service_20200316.CreateMultistreamChannel'
    const none = { auth_webhook_url: '', event_webhook_url: '' }
    const { channel_id } = await callLive<{ channel_id: string }>(service, create, none)
    await page.exposeFunction('atOffer', () => {
      for (const pid of sfuProcesses(service)) process.kill(pid, 'SIGKILL')
    })
    // Without its answer the client is not connected before that.
    await page.evaluate(() => {
      const { send } = WebSocket.prototype
      WebSocket.prototype.send = function (this: WebSocket, data) {
        if (!String(data).includes('"type":"answer"')) send.call(this, data)
      }
      const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage') ?? {}
      Object.defineProperty(WebSocket.prototype, 'onmessage', {
        set(this: WebSocket, listener: (event: MessageEvent<string>) => void) {
          set?.call(this, (event: MessageEvent<string>) => {
            if (event.data.includes('"type":"offer"')) void window.atOffer()
            listener.call(this, event)
          })
        },
      })
    })
    expect(await room.refused('sendonly', channel_id, vp8)).toMatchObject({ code: 4490, reason: 'SFU-LOST' })
  } finally {
    await service.stop()
  }
})
