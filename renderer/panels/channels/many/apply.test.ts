import { expect, test } from 'vitest'
import {
  fieldCamera,
  packaging,
  townHall,
  waiting,
  webRtcClients,
  webRtcHls,
} from '../../../../test/support/console-scenes.ts'
import { applies, applyToEach } from './apply.ts'

const all = [fieldCamera, waiting, townHall, webRtcHls]

test('only what is sent can be ended, by WebRTC alone too', () => {
  expect(applies('end', [...all, packaging, webRtcClients])).toEqual({
    to: [fieldCamera, townHall, packaging, webRtcClients],
    leftOut: [
      { channel: waiting, why: 'nothingToEnd' },
      { channel: webRtcHls, why: 'nothingToEnd' },
    ],
  })
})

test('what viewers see is not deleted along with others; all can be labelled', () => {
  expect(applies('delete', all)).toEqual({
    to: [waiting, webRtcHls],
    leftOut: [
      { channel: fieldCamera, why: 'onAir' },
      { channel: townHall, why: 'onAir' },
    ],
  })
  expect(applies('label', all)).toEqual({ to: all, leftOut: [] })
})

test('one that fails is told with its reason; what was done stays done, and the others are done', async () => {
  const done: string[] = []
  const refusal = new Error('gone')
  const failed = await applyToEach(all, (channel) => {
    if (channel === waiting) return Promise.reject(refusal)
    done.push(channel.channelId)
    return Promise.resolve()
  })
  expect(failed).toEqual([{ channel: waiting, error: refusal }])
  expect(done).toEqual([fieldCamera, townHall, webRtcHls].map(({ channelId }) => channelId))
})
