import { describe, expect, it } from 'vitest'
import { filterRule, forwardingFilter } from '../../../contract/forwarding-filters.ts'
import {
  audioOptions,
  connectMessage,
  laterMessage,
  opusParams,
  videoOptions,
} from '../../../contract/signaling.ts'
import { SignalingFault, readMessage } from './read-message.ts'

const CONNECT = { type: 'connect', role: 'sendonly', channel_id: 'CHANNEL', sdp: 'v=0' }

const VIDEO = { field: 'kind', operator: 'is_in', values: ['video'] }

/** What the client is told of it; null where it is taken. */
function refusalOf(message: object): string | null {
  try {
    readMessage(Buffer.from(JSON.stringify(message)), false)
    return null
  } catch (error) {
    if (error instanceof SignalingFault) return error.close.reason
    throw error
  }
}

/** Puts a member where its schema is. */
type Place = (value: unknown) => object
const inConnect = (shape: object, place: (members: object) => object = (members) => members) =>
  Object.keys(shape).map((name): [string, Place] => [
    name,
    (value) => ({ ...CONNECT, ...place({ [name]: value }) }),
  ])

const MEMBERS = [
  ...inConnect(connectMessage.shape),
  ...inConnect(audioOptions.shape, (audio) => ({ audio })),
  ...inConnect(opusParams.shape, (opus_params) => ({ audio: { opus_params } })),
  ...inConnect(videoOptions.shape, (video) => ({ video })),
  ...inConnect(forwardingFilter.shape, (filter) => ({
    forwarding_filters: [{ name: 'a', priority: 1, rules: [], ...filter }],
  })),
  ...inConnect(filterRule.shape, (rule) => ({ forwarding_filter: { rules: [[{ ...VIDEO, ...rule }]] } })),
  ...laterMessage.options.flatMap(({ shape }) =>
    Object.keys(shape).map((name): [string, Place] => [
      name,
      (value) => ({ type: shape.type.value, sdp: 'v=0', candidate: '', [name]: value }),
    ]),
  ),
].filter(([name]) => name !== 'type')

const VALUES = [null, true, '', 'x'.repeat(300_000), -1, 0, 1.5, 1e9, [], [null], {}, { a: 1 }]

it('takes a connect without SDP, which native SDKs do not send', () => {
  expect(refusalOf({ ...CONNECT, sdp: undefined })).toBeNull()
})

it('takes null for a member that may be left out as left out, and for metadata as it is', () => {
  const read = (message: object) => readMessage(Buffer.from(JSON.stringify(message)), false)
  const every = Object.keys(connectMessage.shape).filter((name) => !(name in CONNECT))
  const nulls = Object.fromEntries(every.map((name) => [name, null]))
  const kept = Object.fromEntries(
    every.filter((name) => /metadata$|^data_channels/.test(name)).map((name) => [name, null]),
  )
  expect(Object.keys(kept)).toContain('metadata')
  expect(read({ ...CONNECT, ...nulls })).toEqual(read({ ...CONNECT, ...kept }))
  const audio = { codec_type: null, bit_rate: 64, opus_params: { stereo: null, ptime: 40 } }
  expect(read({ ...CONNECT, audio })).toMatchObject({
    audio: { bit_rate: 64, opus_params: { ptime: 40 } },
  })
})

describe('what a client is told of a wrong message', () => {
  it.each(MEMBERS)('%s: is a rule in our own words', (_, place) => {
    const refusals = VALUES.map((value) => refusalOf(place(value))).filter((reason) => reason !== null)
    for (const reason of refusals) {
      expect(reason).toMatch(/^INVALID-MESSAGE [\w.[\]]+: (must |is required)/)
      expect(reason).not.toMatch(/expected|too (big|small)|invalid (input|type)/i)
    }
  })

  it.each<[object, string]>([
    [{ video: { bit_rate: 0 } }, 'video.bit_rate: must be an integer from 1 to 30000'],
    [{ video: { bit_rate: 1.5 } }, 'video.bit_rate: must be an integer from 1 to 30000'],
    [{ audio: { bit_rate: 511 } }, 'audio.bit_rate: must be an integer from 6 to 510'],
    [{ spotlight: true, spotlight_number: 9 }, 'spotlight_number: must be an integer from 1 to 8'],
    [{ video: { vp9_params: 'x' } }, 'video.vp9_params: must be of type object'],
    [{ forwarding_filter: {} }, 'forwarding_filter.rules: is required'],
    [{ forwarding_filter: { rules: [[]] } }, 'forwarding_filter.rules[0]: must not be empty'],
    [
      { forwarding_filters: [{ rules: [], action: 'drop' }] },
      'forwarding_filters[0].action: must be one of block, allow',
    ],
    [{ forwarding_filters: [{ rules: [], name: 'a' }] }, 'forwarding_filters[0].priority: is required'],
    [{ forwarding_filters: [{ rules: [], priority: 1 }] }, 'forwarding_filters[0].name: is required'],
    [
      { forwarding_filters: [{ rules: [], name: 'a', priority: 65_536 }] },
      'forwarding_filters[0].priority: must be an integer from 0 to 65535',
    ],
    [{ forwarding_filters: [{ rules: [] }, { rules: [] }] }, 'forwarding_filters[1].name: is required'],
    [
      { forwarding_filters: [{ rules: [] }, { rules: [], name: 'default', priority: 1 }] },
      'forwarding_filters[1].name: must be given only once',
    ],
    [
      { forwarding_filter: { rules: [[VIDEO, { ...VIDEO, field: 'role' }]] } },
      'forwarding_filter.rules[0][1].field: must be one of connection_id, client_id, kind',
    ],
    [
      { forwarding_filter: { rules: [[{ ...VIDEO, values: ['video', 'data'] }]] } },
      'forwarding_filter.rules[0][0].values[1]: must be one of audio, video',
    ],
    [
      { forwarding_filters: [{ rules: [], version: 'x'.repeat(16_384) }] },
      'forwarding_filters: must have at most 16384 bytes',
    ],
    [
      { forwarding_filter: { rules: [], version: 'x'.repeat(16_384) } },
      'forwarding_filter: must have at most 16384 bytes',
    ],
    [{ channel_id: '' }, 'channel_id: must not be empty'],
    [{ channel_id: 'x'.repeat(256) }, 'channel_id: must have at most 255 characters'],
  ])('%j: %s', (member, rule) => {
    expect(refusalOf({ ...CONNECT, ...member })).toBe(`INVALID-MESSAGE ${rule}`)
  })
})
