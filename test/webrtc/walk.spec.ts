/** docs/architecture.md follows one WebRTC connection with HLS by file and function, through all processes. */
import { answerJson } from '../support/http-endpoint.ts'
import { RENDITION_360 } from '../support/live-client.ts'
import { comeFurther, missingOf, ranInService, stepsOf } from '../support/walks.ts'
import { callLive, expect, openRoom, test } from './fixture.ts'

const CREATE = 'Service_20200316.CreateMultistreamChannelWithHLS'
const LIST = 'Service_20200207.ListPlaylistURLs'
const hls = [{ ...RENDITION_360, durationSeconds: 1 }]
const steps = stepsOf('One WebRTC connection with HLS, by file')

test('every step of a WebRTC connection with HLS runs what it names', async ({ page, site, webhook }) => {
  const auth = await webhook(answerJson({ allowed: true }))
  const ran = await ranInService(async (service) => {
    const { channel_id } = await callLive<{ channel_id: string }>(service, CREATE, {
      ...{ hls, encrypt_key_uri: '', auth_webhook_url: auth.url, event_webhook_url: auth.url },
    })
    const room = await openRoom(page, site, service)
    const receiver = await room.join('recvonly', channel_id)
    const sender = await room.join('sendonly', channel_id)
    await receiver.receives('video', sender.id)
    const listed = async () => {
      const list = await callLive<{ hls: { connection_id: string }[] }>(service, LIST, { channel_id })
      return list.hls.map(({ connection_id }) => connection_id)
    }
    await expect.poll(listed, { timeout: 60_000 }).toEqual([sender.id])
    await sender.disconnect()
    await expect.poll(listed).toEqual([])
    await receiver.disconnect()
  })
  expect(steps).toHaveLength(11)
  expect(steps.every((names) => names.length > 0)).toBe(true)
  expect(missingOf(steps, ran)).toEqual({})
})

test('a client that is refused comes no further than to the webhook', async ({ page, site, webhook }) => {
  const auth = await webhook(answerJson({ allowed: false, reason: 'FULL' }))
  const ran = await ranInService(async (service) => {
    const { channel_id } = await callLive<{ channel_id: string }>(service, CREATE, {
      ...{ hls, encrypt_key_uri: '', auth_webhook_url: auth.url, event_webhook_url: '' },
    })
    const room = await openRoom(page, site, service)
    expect(await room.refused('sendonly', channel_id)).toMatchObject({ reason: 'FULL' })
  })
  expect(missingOf(steps.slice(0, 2), ran)).toEqual({})
  expect(comeFurther(steps, 2, ran)).toEqual([])
})
