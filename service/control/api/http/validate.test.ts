import { expect, it } from 'vitest'
import { z } from 'zod'
import { createRtmpChannelRequest } from '../../../contract/live-api.ts'
import { breaks, memberPath } from '../../../contract/refusal/carried.ts'
import { isRefusal } from '../../../contract/refusal/refusal.ts'
import { inWords } from './answer.ts'
import { validate } from './validate.ts'

const problemsOf = (schema: z.ZodType, input: unknown) => {
  try {
    validate(schema, input)
  } catch (error) {
    if (isRefusal(error, 'BAD_REQUEST')) return inWords(error.problems)
    throw error
  }
  return []
}

it('gives back the checked value with its defaults', () => {
  const hls = [{ durationSeconds: 2, startTimeOffset: -2, audio: {} }]
  expect(validate(createRtmpChannelRequest, { hls, more: 1 })).toEqual({
    hls: [{ durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96000 } }],
    encrypt_key_uri: '',
    auth_webhook_url: '',
    event_webhook_url: '',
  })
})

it('names each wrong member as JSON is written, and tells missing from wrong', () => {
  const video = { width: 159, height: null, bps: 20_000 }
  const hls = [
    { durationSeconds: 2, startTimeOffset: 0, audio: {} },
    { durationSeconds: '2', video },
  ]
  expect(problemsOf(createRtmpChannelRequest, { hls, encrypt_key_uri: 5 })).toEqual([
    { member: 'hls[1].durationSeconds', rule: 'must be a number from 0.5 to 60' },
    { member: 'hls[1].startTimeOffset', rule: 'is required: must be a finite number' },
    { member: 'hls[1].video.width', rule: 'must be an integer from 160 to 4096' },
    { member: 'hls[1].video.height', rule: 'must be an integer from 160 to 4096' },
    { member: 'hls[1].video.fps', rule: 'is required: must be an integer from 3 to 60' },
    { member: 'encrypt_key_uri', rule: 'must be a string' },
  ])
})

it('gives one rule for a member', () => {
  const name = z.string(breaks('string')).min(1, breaks('notEmpty'))
  expect(problemsOf(z.object({ name }), { name: [] })).toEqual([{ member: 'name', rule: 'must be a string' }])
})

it('lists no more than 50 problems', () => {
  expect(problemsOf(z.array(z.string(breaks('string'))), Array(1000).fill(1))).toHaveLength(50)
})

it('writes paths', () => {
  expect(memberPath([])).toBe('')
  expect(memberPath([3, 'a', 0, 1])).toBe('[3].a[0][1]')
})
