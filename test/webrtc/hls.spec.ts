import { createDecipheriv } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flashesAndBeeps } from '../support/flashes.ts'
import { fetchFile, fetchPlaylist } from '../support/hls.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { callLive, expect, test } from './fixture.ts'

const WITH_HLS = 'Service_20200316.CreateMultistreamChannelWithHLS'
const LIST = 'Service_20200207.ListPlaylistURLs'
const hls = [{ ...RENDITION_360, durationSeconds: 1 }]
const flashes = { audio: true, video: { width: 640, height: 360 }, flashes: true }

interface Listed {
  readonly hls: readonly { readonly connection_id: string; readonly playlist_url: string }[]
}

/** Address of the first media playlist of a multivariant one. */
async function mediaPlaylist(url: string, ca: string): Promise<string> {
  const text = await fetchPlaylist(url, ca)
  const line = text.split('\n').find((one) => one !== '' && !one.startsWith('#'))
  if (line === undefined) throw new Error(`no media playlist in ${text}`)
  return new URL(line, url).href
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? Infinity
const segments = (text: string) => text.split('\n').filter((line) => line.startsWith('#EXTINF')).length

/** What is listed now, as a playlist that has ended. */
async function endedCopy(url: string, text: string, folder: string): Promise<string> {
  const absolute = (uri: string) => new URL(uri, url).href
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('#EXT-X-MAP'))
      return line.replace(/URI="([^"]+)"/, (_, uri: string) => `URI="${absolute(uri)}"`)
    return line === '' || line.startsWith('#') ? line : absolute(line)
  })
  const file = join(folder, 'ended.m3u8')
  await writeFile(file, [...lines.filter((line) => line !== ''), '#EXT-X-ENDLIST', ''].join('\n'))
  return file
}

for (const videoCodecType of ['VP8', 'H264'] as const) {
  test(`what a client sends is watched by HLS, in sync: ${videoCodecType}`, async ({
    room,
    service,
    webhook,
  }) => {
    const events = await webhook()
    const settings = { hls, encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: events.url }
    const { channel_id } = await callLive<{ channel_id: string }>(service, WITH_HLS, settings)
    expect(await callLive<Listed>(service, LIST, { channel_id })).toMatchObject({ hls: [] })
    const sender = await room.join('sendonly', channel_id, { options: { videoCodecType }, media: flashes })

    const listed = async () => (await callLive<Listed>(service, LIST, { channel_id })).hls
    await expect
      .poll(async () => (await listed()).map(({ connection_id }) => connection_id))
      .toEqual([sender.id])
    const url = (await listed())[0]?.playlist_url ?? ''
    const ca = service.ready.ca_cert_file
    const media = await mediaPlaylist(url, ca)
    await expect.poll(async () => segments(await fetchPlaylist(media, ca))).toBeGreaterThanOrEqual(5)

    const told = () => events.received.map(({ text }) => JSON.parse(text) as Record<string, unknown>)
    await expect
      .poll(() => told().map(({ type }) => type))
      .toEqual(['connection.created', 'notify.playlist_url'])
    expect(told()[1]).toEqual({
      type: 'notify.playlist_url',
      channel_id,
      connection_id: sender.id,
      timestamp: expect.stringMatching(/Z$/) as unknown,
      playlist_url: url,
    })

    const folder = await mkdtemp(join(tmpdir(), 'airdesk-webrtc-'))
    try {
      // A busy browser draws flashes late: what it sends once it has time again is in sync, or nothing ever is.
      await expect(async () => {
        const file = await endedCopy(media, await fetchPlaylist(media, ca), folder)
        const { flashes: seen, beeps, lateness } = await flashesAndBeeps(file)
        expect(seen.length).toBeGreaterThanOrEqual(3)
        const meant = seen.map((flash, i) => flash - (lateness[i] ?? 0))
        const apart = meant.map((flash) => Math.min(...beeps.map((beep) => Math.abs(beep - flash))))
        // It leaves a picture out now and then too, and the flash is seen one later.
        const texts = apart.map((s) => s.toFixed(3)).join(' ')
        expect(median(apart), `lip sync, s: ${texts}`).toBeLessThan(0.08)
      }).toPass({ timeout: 60_000 })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
}

test('each that sends has a playlist, the newest first, with a key of its own; who leaves has none', async ({
  room,
  service,
}) => {
  const encrypt_key_uri = 'https://keys.example.com/key?of=channel'
  const settings = { hls, encrypt_key_uri, auth_webhook_url: '', event_webhook_url: '' }
  const { channel_id } = await callLive<{ channel_id: string }>(service, WITH_HLS, settings)
  const listed = async () => (await callLive<Listed>(service, LIST, { channel_id })).hls
  const ids = async () => (await listed()).map(({ connection_id }) => connection_id)
  await room.join('recvonly', channel_id)
  const options = { videoCodecType: 'VP8' } as const
  const one = await room.join('sendonly', channel_id, { options })
  const two = await room.join('sendonly', channel_id, { options, media: { audio: true, video: null } })
  await expect.poll(ids, { timeout: 60_000 }).toEqual([two.id, one.id])

  const ca = service.ready.ca_cert_file
  const kids = new Set<string>()
  for (const { playlist_url } of await listed()) {
    const media = await mediaPlaylist(playlist_url, ca)
    const [, uri = '', iv = ''] =
      /#EXT-X-KEY:METHOD=AES-128,URI="([^"]+)",IV=0x(\w+)/.exec(await fetchPlaylist(media, ca)) ?? []
    expect(uri).toContain(`${encrypt_key_uri}&kid=`)
    const kid = new URL(uri).searchParams.get('kid') ?? ''
    kids.add(kid)
    const get = 'Service_20200707.GetEncryptKey'
    const { encrypt_key } = await callLive<{ encrypt_key: string }>(service, get, { kid })
    const line = (await fetchPlaylist(media, ca)).split('\n').find((text) => /^[^#].*\.m4s$/.test(text)) ?? ''
    const { body } = await fetchFile(new URL(line, media).href, ca)
    const decipher = createDecipheriv('aes-128-cbc', Buffer.from(encrypt_key, 'hex'), Buffer.from(iv, 'hex'))
    const clear = Buffer.concat([decipher.update(body), decipher.final()])
    expect(['styp', 'moof']).toContain(clear.toString('latin1', 4, 8))
  }
  expect(kids.size).toBe(2)

  await one.disconnect()
  await expect.poll(ids).toEqual([two.id])
})
