import { describe, expect, it } from 'vitest'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { rtmpAuthRequest, rtmpEvent } from '../../contract/webhook-bodies.ts'
import { rtmpAuthBody, rtmpEventBody } from './rtmp-bodies.ts'

const client = { channelId: 'C' as ChannelId, connectionId: 'N' as ConnectionId }
const at = Date.parse('2026-03-04T05:06:07Z')
const usage = { minutes: 3, receivedBytes: 123_456 }
const common = {
  channel_id: 'C',
  connection_id: 'N',
  timestamp: '2026-03-04T05:06:07.000Z',
  label: 'Service RTMP',
  role: 'rtmprelay',
}

describe('bodies', () => {
  it('of the authentication webhook', () => {
    expect(rtmpAuthRequest.parse(rtmpAuthBody(client, at))).toEqual(common)
  })

  it('of the three events', () => {
    const body = (type: Parameters<typeof rtmpEventBody>[0]) =>
      rtmpEvent.parse(rtmpEventBody(type, client, at, usage))
    const data = { minutes: 3, total_received_bytes: 123_456 }
    expect(body('connection.created')).toEqual({ type: 'connection.created', ...common })
    expect(body('connection.updated')).toEqual({ type: 'connection.updated', ...common, data })
    expect(body('connection.destroyed')).toEqual({ type: 'connection.destroyed', ...common, data })
  })
})
