/** Receivers that ask, or are told by the authentication webhook, not to get all that others send. */
import { answerJson } from '../support/http-endpoint.ts'
import { expect, test } from './fixture.ts'
import type { SdkClient } from './fixture.ts'

const small = { audio: true, video: { width: 320, height: 180 } }
const as = (clientId: string) => ({ options: { videoCodecType: 'VP8', clientId }, media: small }) as const

/** Whose media has come, and of which kind. */
const got = async (client: SdkClient) =>
  (await client.inbound())
    .filter(({ packets }) => packets > 0)
    .map(({ streamId, kind }) => `${streamId} ${kind}`)

/** Once all of these have come to one that gets everything, others would have got them too. */
async function flow(client: SdkClient, senders: readonly SdkClient[]): Promise<void> {
  for (const { id } of senders) {
    await client.receives('audio', id)
    await client.receives('video', id)
  }
}

test('a receiver gets the sound alone, or one sender alone, by its own filter', async ({
  room,
  newChannel,
}) => {
  const channelId = await newChannel()
  const camera = await room.join('sendonly', channelId, as('camera'))
  const sound = await room.join('recvonly', channelId, {
    options: {
      forwardingFilters: [
        { action: 'block', rules: [[{ field: 'kind', operator: 'is_in', values: ['video'] }]] },
      ],
    },
  })
  const only = await room.join('sendrecv', channelId, {
    ...as('guest'),
    options: {
      ...as('guest').options,
      forwardingFilter: {
        action: 'allow',
        rules: [[{ field: 'client_id', operator: 'is_in', values: ['screen'] }]],
      },
    },
  })
  const all = await room.join('recvonly', channelId)
  const screen = await room.join('sendonly', channelId, as('screen'))
  await flow(all, [camera, screen, only])
  await sound.receives('audio', camera.id)
  await sound.receives('audio', screen.id)
  await only.receives('video', screen.id)
  await flow(all, [camera, screen, only])
  expect((await got(sound)).sort()).toEqual([camera, screen, only].map(({ id }) => `${id} audio`).sort())
  expect((await got(only)).sort()).toEqual([`${screen.id} audio`, `${screen.id} video`])
  // It is offered all of it, and told of everybody.
  await only.until(({ tracks }) => tracks.length === 4, 'tracks of both senders')
  const told = (await only.see()).notifies.map((notify) => notify['connection_id'])
  expect(told).toEqual([only.id, all.id, screen.id])
})

test('a receiver gets what the authentication webhook lets through, whatever it asked for', async ({
  room,
  newChannel,
  webhook,
}) => {
  let first = ''
  const auth = await webhook((request, response) => {
    const { role } = JSON.parse(request.text) as { role: string }
    const rules = [[{ field: 'connection_id', operator: 'is_not_in', values: [first] }]]
    answerJson({ allowed: true, ...(role === 'recvonly' && { forwarding_filters: [{ rules }] }) })(
      request,
      response,
    )
  })
  const channelId = await newChannel({ auth_webhook_url: auth.url })
  const one = await room.join('sendrecv', channelId, as('one'))
  first = one.id
  const told = await room.join('recvonly', channelId, {
    options: {
      forwardingFilters: [{ rules: [[{ field: 'kind', operator: 'is_in', values: ['audio'] }]] }],
    },
  })
  const two = await room.join('sendonly', channelId, as('two'))
  await flow(one, [two])
  await flow(told, [one])
  expect((await got(told)).sort()).toEqual([`${one.id} audio`, `${one.id} video`])
})

test('a filter that is wrong refuses the client, which is told the member and its rule', async ({
  room,
  newChannel,
}) => {
  const failure = await room.refused('recvonly', await newChannel(), {
    options: {
      forwardingFilters: [{ rules: [[{ field: 'kind', operator: 'is_in', values: ['data'] }]] }],
    },
  })
  expect(failure).toMatchObject({
    code: 4490,
    reason: 'INVALID-MESSAGE forwarding_filters[0].rules[0][0].values[0]: must be one of audio, video',
  })
})
