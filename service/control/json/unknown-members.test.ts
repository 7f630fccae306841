import { expect, it } from 'vitest'
import { createRtmpChannelRequest } from '../../contract/live-api.ts'
import { unknownMembers } from './unknown-members.ts'

const rendition = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 64000 } }

it('finds what the schema dropped, at every depth', () => {
  const request = {
    environment: 1,
    hls: [rendition, { ...rendition, audio: { kbps: 64 }, Video: {}, toString: 1 }],
    constructor: { x: 1 },
  }
  const checked = createRtmpChannelRequest.parse(request)
  expect(unknownMembers(request, checked)).toEqual([
    'environment',
    'hls[1].audio.kbps',
    'hls[1].Video',
    'hls[1].toString',
    'constructor',
  ])
})

it('finds nothing in a request that has only known members', () => {
  const request = { hls: [rendition] }
  expect(unknownMembers(request, createRtmpChannelRequest.parse(request))).toEqual([])
})

it('lists at most 20, shortened', () => {
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}-${'x'.repeat(1000)}`, i]))
  const found = unknownMembers(many, {})
  expect(found).toHaveLength(20)
  expect(Math.max(...found.map((name) => name.length))).toBe(64)
})
