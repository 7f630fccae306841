import { requestRtpStream, resetRtpStream } from '../../../../../contract/sfu-api.ts'
import type { Rid } from '../../../../../contract/sfu-api.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import { connectionOf, idOf } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import type { ForwardedChannel } from './define-forwarded.ts'
import { stream } from './examples.ts'

const errors = ['CONNECTION-NOT-FOUND', 'SIMULCAST-NOT-ENABLED'] as const

export const SIMULCAST = [
  defineForwarded({
    target: 'Sfu_20201005.RequestRtpStream',
    group: 'Simulcast',
    audit: null,
    summary: 'Chooses the layer that a connection receives of one sender, or of all.',
    schemas: requestRtpStream,
    example: { request: { ...stream, rid: 'r1' }, response: { ...stream, rid: 'r1' } },
    errors,
    async handle(request, channel) {
      await requestLayer(channel, request, request.rid)
      return request
    },
  }),
  defineForwarded({
    target: 'Sfu_20201005.ResetRtpStream',
    group: 'Simulcast',
    audit: null,
    summary: 'Takes back what RequestRtpStream chose.',
    schemas: resetRtpStream,
    example: { request: stream, response: stream },
    errors,
    async handle(request, channel) {
      await requestLayer(channel, request, null)
      return request
    },
  }),
]

interface Stream {
  readonly recv_connection_id: string
  readonly send_connection_id?: string | undefined
}

async function requestLayer(channel: ForwardedChannel, stream: Stream, rid: Rid | null): Promise<void> {
  const receiver = connectionOf(channel, stream.recv_connection_id, 'recv_connection_id')
  const sender =
    stream.send_connection_id === undefined
      ? undefined
      : connectionOf(channel, stream.send_connection_id, 'send_connection_id')
  // For all: those that use it, whoever comes. Whether the receiver sends in layers itself does not matter.
  if (sender && !sender.listed.simulcast) throw refusal('SIMULCAST_NOT_ENABLED')
  await receiver.requestLayer(rid, sender && idOf(sender))
}
