import { callOption, login, loginMaster } from '../support/option-client.ts'
import type { OptionCall } from '../support/option-client.ts'
import { mediaPlaylists, segmentsOf } from '../support/broadcast.ts'
import { fetchFile, fetchPlaylist } from '../support/hls.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import type { RunningService } from '../support/service.ts'
import { callLive, expect, test } from './fixture.ts'

type Method = Parameters<typeof callOption>[1]
type Body = Record<string, unknown>

const NOBODY = { delivery: false, view: false, schedule: false, user: false }

/** Calls the option API of the service. @throws Error where it is refused */
async function option(service: RunningService, method: Method, path: string, call: OptionCall) {
  const { status, body } = await callOption(service.ready.option_base_url, method, path, call)
  if (status !== 200) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
  return body as Body
}

/** Login token of a new user who may do one thing only. */
async function userWho(service: RunningService, master: string, permission: 'delivery' | 'view') {
  const { option_base_url, access_code } = service.ready
  const person = { email: `${permission}@example.com`, password: 'secret1' }
  const json = { ...NOBODY, ...person, name: permission, [permission]: true }
  await option(service, 'POST', '/api/user', { token: master, json })
  return login(option_base_url, { ...person, access_code })
}

test('who may deliver broadcasts on a schedule by WebRTC; who may view gets the playlist then', async ({
  room,
  service,
}) => {
  const master = await loginMaster(service.ready)
  const [deliverer, viewer] = [
    await userWho(service, master, 'delivery'),
    await userWho(service, master, 'view'),
  ]
  const json = {
    name: 'Evening show',
    start_datetime: '2100/01/01 19:00:00',
    end_datetime: '2100/01/01 20:00:00',
    service_params: [{ ...RENDITION_360, durationSeconds: 1 }],
  }
  const { schedule_id } = await option(service, 'POST', '/api/schedule', { token: master, json })
  const query = { schedule_id: schedule_id as string }
  const view = () => callOption(service.ready.option_base_url, 'GET', '/api/view', { token: viewer, query })
  expect(await view()).toMatchObject({ status: 409, body: { ok: false, error: { code: 'NOT_ON_AIR' } } })

  const delivery = await option(service, 'GET', '/api/delivery', { token: deliverer, query })
  expect(delivery['sfu_url']).toBe(service.ready.signaling_url)
  const channel_id = delivery['channel_id'] as string
  const sender = await room.join('sendonly', channel_id, {
    url: delivery['sfu_url'] as string,
    options: { videoCodecType: 'VP8' },
  })
  await expect.poll(async () => (await view()).status, { timeout: 60_000 }).toBe(200)
  const { playlist_url } = (await view()).body as { playlist_url: string }
  const { hls } = await callLive<{ hls: { connection_id: string; playlist_url: string }[] }>(
    service,
    'Service_20200207.ListPlaylistURLs',
    { channel_id },
  )
  expect(hls).toEqual([{ connection_id: sender.id, playlist_url }])
  const ca = service.ready.ca_cert_file
  const multivariant = await fetchPlaylist(playlist_url, ca)
  expect(multivariant).toMatch(/^#EXTM3U[^]*RESOLUTION=640x360/)
  const [media = ''] = mediaPlaylists(multivariant, playlist_url)
  const [segment = ''] = segmentsOf(await fetchPlaylist(media, ca), media)
  const watched = await fetchFile(segment, ca)
  expect(watched.status).toBe(200)
  expect(watched.body.length).toBeGreaterThan(1000)

  await sender.disconnect()
  await expect.poll(async () => (await view()).status).toBe(409)
})
