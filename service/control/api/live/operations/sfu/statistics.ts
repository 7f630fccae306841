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
  spotlight: {
    total_spotlight_focus_succeeded: 3,
    total_spotlight_focus_failed: 1,
    total_spotlight_unfocus_audio_no_room: 92,
    total_spotlight_unfocus_audio_out_packet: 1_877,
    total_spotlight_unfocus_audio_publish: 2,
    total_spotlight_audible_to_focus_delay_us: 1_460_250,
  },
  ice_connection_state: {
    total_checking: 1,
    total_connected: 1,
    total_disconnected: 0,
    total_checking_duration_ms: 46,
    total_disconnected_duration_ms: 0,
  },
  sctp: {
    total_received_sctp: 0,
    total_received_sctp_byte_size: 0,
    total_sent_sctp: 0,
    total_sent_sctp_byte_size: 0,
  },
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
