import { getStatsClient, getStatsConnection } from '../../../../../contract/sfu-api.ts'
import { connectionOf, connectionsOfClient } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import { client, connection } from './examples.ts'

const stats = {
  timestamp: '2026-11-20T19:00:00.000000Z',
  ...connection,
  session_id: '3R9XW5K1TQ7ZC0V8MB2N4J6HDF',
  client_id: client.client_id,
  bundle_id: client.client_id,
  rtp: { total_received_rtp: 18_204, total_sent_rtp: 0 },
}

export const STATISTICS = [
  defineForwarded({
    target: 'Sfu_20170529.GetStatsClient',
    group: 'Statistics',
    audit: null,
    summary: 'Gives the counters of every connection of a client.',
    schemas: getStatsClient,
    example: { request: client, response: [stats] },
    errors: ['CLIENT-NOT-FOUND'],
    handle: ({ client_id }, channel) =>
      Promise.all(connectionsOfClient(channel, client_id).map((one) => one.stats())),
  }),
  defineForwarded({
    target: 'Sfu_20170529.GetStatsConnection',
    group: 'Statistics',
    audit: null,
    summary: 'Gives the counters of a connection.',
    schemas: getStatsConnection,
    example: { request: connection, response: stats },
    errors: ['CONNECTION-NOT-FOUND'],
    handle: ({ connection_id }, channel) => connectionOf(channel, connection_id).stats(),
  }),
]
