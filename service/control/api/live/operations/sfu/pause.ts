import { listPauseRtpStreams, pauseRtpStream } from '../../../../../contract/sfu-api.ts'
import { badRequest } from '../../../../../contract/refusal/refusal.ts'
import { problem } from '../../../../../contract/refusal/rules.ts'
import type { Problem } from '../../../../../contract/refusal/rules.ts'
import type { SfuConnection } from '../../../../sfu/sfu-channels.ts'
import { connectionOf, idOf, receivesVideo, sendsVideo } from './connections.ts'
import { defineForwarded } from './define-forwarded.ts'
import { channel, stream } from './examples.ts'

/** An operation that stops or resumes the video that one connection receives of another. */
function definePause(target: `Sfu_20200401.${string}`, summary: string, paused: boolean) {
  return defineForwarded({
    target,
    group: 'Deprecated',
    audit: null,
    summary,
    schemas: pauseRtpStream,
    example: { request: stream, response: stream },
    errors: ['CONNECTION-NOT-FOUND'],
    async handle(request, channel) {
      const receiver = connectionOf(channel, request.recv_connection_id, 'recv_connection_id')
      const sender = connectionOf(channel, request.send_connection_id, 'send_connection_id')
      if (paused) requireVideo(receiver, sender)
      await receiver.setPaused(idOf(sender), paused)
      return request
    },
  })
}

/**
 * What never comes cannot be stopped, and would be listed as if it were. To resume it is harmless: it is not stopped.
 * @throws Refusal BAD_REQUEST
 */
function requireVideo(receiver: SfuConnection, sender: SfuConnection): void {
  const problems: Problem[] = []
  if (!receivesVideo(receiver)) problems.push(problem('recv_connection_id', 'videoReceiver'))
  if (!sendsVideo(sender)) problems.push(problem('send_connection_id', 'videoSender'))
  // Also where both are one connection.
  if (receiver.listed.bundle_id === sender.listed.bundle_id) {
    problems.push(problem('send_connection_id', 'ofAnotherBundle'))
  }
  if (problems.length > 0) throw badRequest(...problems)
}

export const PAUSE = [
  definePause(
    'Sfu_20200401.PauseRtpStream',
    'Stops the video that one connection receives of another; audio goes on.',
    true,
  ),
  definePause('Sfu_20200401.ResumeRtpStream', 'Takes back what PauseRtpStream stopped.', false),
  defineForwarded({
    target: 'Sfu_20200401.ListPauseRtpStreams',
    group: 'Deprecated',
    audit: null,
    summary: 'Lists what is stopped in a channel, or for one of its receivers.',
    schemas: listPauseRtpStreams,
    example: { request: channel, response: [stream] },
    handle: ({ channel_id, recv_connection_id: only }, { connections }) =>
      connections
        .filter((receiver) => only === undefined || idOf(receiver) === only)
        .flatMap((receiver) =>
          receiver.pausedSenders.map((sender) => ({
            channel_id,
            recv_connection_id: idOf(receiver),
            send_connection_id: sender,
          })),
        ),
  }),
]
