import type { ConnectionId } from '../../../../../contract/ids.ts'
import { changeSpotlightNumber, focusSpotlight } from '../../../../../contract/sfu-api.ts'
import { badRequest, refusal } from '../../../../../contract/refusal/refusal.ts'
import { rule } from '../../../../../contract/refusal/rules.ts'
import type { SfuConnection, Spotlight } from '../../../../sfu/sfu-channels.ts'
import { connectionOf, idOf } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import type { ForwardedChannel } from './define-forwarded.ts'
import { channel, connection } from './examples.ts'

/** An operation that puts a connection into the spotlight or out of it. */
function defineFocus(
  target: `Sfu_20200807.${string}`,
  summary: string,
  change: (spotlight: Spotlight, connection: SfuConnection) => Promise<void>,
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
      const connection = connectionOf(channel, request.connection_id)
      await change(spotlightOf(channel), connection)
      return request
    },
  })
}

export const SPOTLIGHT = [
  defineFocus(
    'Sfu_20200807.FocusSpotlightFixed',
    'Puts a connection into the spotlight until it is taken out.',
    (spotlight, connection) => spotlight.focus(senderOf(connection), true),
  ),
  defineFocus(
    'Sfu_20200807.FocusSpotlight',
    'Puts a connection into the spotlight until others speak.',
    (spotlight, connection) => spotlight.focus(senderOf(connection), false),
  ),
  defineFocus(
    'Sfu_20200807.UnfocusSpotlight',
    'Takes a connection out of the spotlight.',
    (spotlight, connection) => spotlight.unfocus(idOf(connection)),
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

/**
 * Who sends nothing would only keep a place from others.
 * @throws Refusal BAD_REQUEST
 */
function senderOf(connection: SfuConnection): ConnectionId {
  const { role, audio, video } = connection.listed
  if (role !== 'recvonly' && (audio !== false || video !== false)) return idOf(connection)
  throw badRequest({ path: 'connection_id', ...rule('sendingConnection') })
}
