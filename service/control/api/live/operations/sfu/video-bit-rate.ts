import { changeUpstreamVideoBitRate } from '../../../../../contract/sfu-api.ts'
import { badRequest } from '../../../../../contract/refusal/refusal.ts'
import { problem } from '../../../../../contract/refusal/rules.ts'
import { connectionOf, sendsVideo } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import { connection } from './examples.ts'

const limit = { ...connection, bit_rate: 1500 }

export const VIDEO_BIT_RATE = [
  defineForwarded({
    target: 'Sfu_20190327.ChangeUpstreamVideoBitRate',
    group: 'Experimental',
    audit: null,
    summary: 'Changes the most that a connection may send of video.',
    schemas: changeUpstreamVideoBitRate,
    example: { request: limit, response: limit },
    errors: ['CONNECTION-NOT-FOUND'],
    async handle(request, channel) {
      const sender = connectionOf(channel, request.connection_id)
      if (!sendsVideo(sender)) throw badRequest(problem('connection_id', 'videoSender'))
      await sender.limitVideo(request.bit_rate)
      return request
    },
  }),
]
