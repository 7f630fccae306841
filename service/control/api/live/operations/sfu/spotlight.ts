import type { ConnectionId } from '../../../../../contract/ids.ts'
import { changeSpotlightNumber, focusSpotlight } from '../../../../../contract/sfu-api.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import type { Spotlight } from '../../../../sfu/sfu-channels.ts'
import { connectionOf, idOf } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import type { ForwardedChannel } from './define-forwarded.ts'
import { channel, connection } from './examples.ts'

/** An operation that puts a connection into the spotlight or out of it. */
function defineFocus(
  target: `Sfu_20200807.${string}`,
  summary: string,
  change: (spotlight: Spotlight, connectionId: ConnectionId) => Promise<void>,
) {
  return defineForwarded({
    target,
    group: 'Spotlight',
    audit: null,
    summary,
    schemas: focusSpotlight,
    example: { request: connection, response: connection },
    errors: ['CONNECTION-NOT-FOUND', 'SPOTLIGHT-NOT-ENABLED'],
    async handle(request, channel) {
      const connectionId = idOf(connectionOf(channel, request.connection_id))
      await change(spotlightOf(channel), connectionId)
      return request
    },
  })
}

export const SPOTLIGHT = [
  defineFocus(
    'Sfu_20200807.FocusSpotlightFixed',
    'Puts a connection into the spotlight until it is taken out.',
    (spotlight, id) => spotlight.focus(id, true),
  ),
  defineFocus(
    'Sfu_20200807.FocusSpotlight',
    'Puts a connection into the spotlight until others speak.',
    (spotlight, id) => spotlight.focus(id, false),
  ),
  defineFocus('Sfu_20200807.UnfocusSpotlight', 'Takes a connection out of the spotlight.', (spotlight, id) =>
    spotlight.unfocus(id),
  ),
  defineForwarded({
    target: 'Sfu_20200807.ChangeSpotlightNumber',
    group: 'Spotlight',
    audit: null,
    summary: 'Changes how many connections are in the spotlight at most.',
    schemas: changeSpotlightNumber,
    example: {
      request: { ...channel, spotlight_number: 3 },
      response: { ...channel, spotlight_number: 3 },
    },
    errors: ['SPOTLIGHT-NOT-ENABLED'],
    async handle(request, channel) {
      await spotlightOf(channel).resize(request.spotlight_number)
      return request
    },
  }),
]

/** @throws Refusal `SPOTLIGHT_NOT_ENABLED` */
function spotlightOf({ spotlight }: ForwardedChannel): Spotlight {
  if (!spotlight) throw refusal('SPOTLIGHT_NOT_ENABLED')
  return spotlight
}
