import { describe, expect, test } from 'airdesk/vitest'
import { openChannel } from './shows.mjs'

describe.concurrent('a channel', () => {
  test('is on air, and its viewers see 360 lines', async ({ system }) => {
    const { id, playlistUrl } = await openChannel(system)
    await using picture = await system.publish(id)
    const { segments } = await system.play(playlistUrl)
    expect(segments[0].video).toMatchObject({ width: 640, height: 360 })
    await picture.stop()
  })

  test('tells by signed webhooks who sends', async ({ system }) => {
    const webhooks = await system.webhooks()
    const { id } = await openChannel({ ...system, eventWebhookUrl: webhooks.url })
    const picture = await system.publish(id)
    const created = await webhooks.waitFor('connection.created')
    expect(created).toMatchObject({ verified: true, body: { channel_id: id } })
    await picture.stop()
    await webhooks.waitFor('connection.destroyed')
  })

  test('is alone in its system', async ({ system }) => {
    const { id } = await openChannel(system)
    const { data } = await system.live('Service_20200729.ListChannelIDs', {})
    expect(data.channel_ids).toEqual([id])
  })
})
