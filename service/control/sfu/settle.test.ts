import { describe, expect, it } from 'vitest'
import { connectOf } from '../../../test/support/sfu-sessions.ts'
import { sfuAuthAllowed } from '../../contract/sfu-webhooks.ts'
import { settle } from './settle.ts'

const settled = (connect: object, answer: object | null = null) =>
  settle(connectOf('C', connect), answer && sfuAuthAllowed.parse({ allowed: true, ...answer }))

describe('what a connection is', () => {
  it('has defaults for what nobody said', () => {
    expect(settled({})).toEqual({
      role: 'sendrecv',
      clientId: null,
      bundleId: null,
      audio: { codec: 'OPUS', bitRate: null, opus: { stereo: true } },
      video: { codec: 'VP9', bitRate: null, params: {} },
      simulcast: false,
      encodings: null,
      wanted: null,
      spotlight: null,
      filters: [],
      notified: true,
      metadata: undefined,
      eventMetadata: undefined,
      authnMetadata: undefined,
      authzMetadata: undefined,
      lifetime: null,
    })
  })

  it.each<[string, object, object | null, object]>([
    ['the client turns off', { audio: false, video: false }, null, { audio: null, video: null }],
    [
      'the client describes',
      {
        audio: { bit_rate: 64, opus_params: { stereo: false } },
        video: { codec_type: 'AV1', bit_rate: 500 },
      },
      null,
      { audio: { bitRate: 64, opus: { stereo: false } }, video: { codec: 'AV1', bitRate: 500 } },
    ],
    [
      'has one channel',
      { audio: { opus_params: { channels: 1 } } },
      null,
      { audio: { opus: { channels: 1, stereo: false } } },
    ],
    [
      'has other sound by the webhook',
      { audio: { opus_params: { stereo: false } } },
      { audio: true, audio_opus_params: { usedtx: true } },
      { audio: { opus: { stereo: true, usedtx: true } } },
    ],
    ['the webhook turns off', {}, { video: false }, { video: null }],
    ['the webhook turns on', { video: false }, { video: true }, { video: { codec: 'VP9' } }],
    [
      'the webhook describes better',
      { video: { codec_type: 'AV1', bit_rate: 500, vp9_params: { profile_id: 1 } } },
      { video_codec_type: 'H264', video_h264_params: { b_frame: false } },
      {
        video: {
          codec: 'H264',
          bitRate: 500,
          params: { video_vp9_params: { profile_id: 1 }, video_h264_params: { b_frame: false } },
        },
      },
    ],
    ['is off whatever codec it would have', { video: false }, { video_codec_type: 'VP8' }, { video: null }],
    [
      'only receives layers',
      { simulcast: true, role: 'recvonly' },
      null,
      { simulcast: true, encodings: null },
    ],
    ['has no video to layer', { simulcast: true, video: false }, null, { simulcast: true, encodings: null }],
    [
      'the webhook unlayers',
      { simulcast: true },
      { simulcast: false },
      { simulcast: false, encodings: null },
    ],
    ['asks for a layer in old words', { simulcast_rid: 'r0' }, null, { wanted: 'r0' }],
    [
      'asks for a layer in new words',
      { simulcast_rid: 'r0', simulcast_request_rid: 'none' },
      null,
      { wanted: 'none' },
    ],
    ['is given a layer', { simulcast_request_rid: 'r2' }, { simulcast_rid: 'r1' }, { wanted: 'r1' }],
    [
      'is in a spotlight',
      { spotlight: true, spotlight_number: 3 },
      null,
      { spotlight: { focusRid: 'r1', unfocusRid: 'r0', number: 3 } },
    ],
    [
      'is put in a spotlight',
      { spotlight_focus_rid: 'r2' },
      { spotlight: true, spotlight_unfocus_rid: 'none' },
      { spotlight: { focusRid: 'r2', unfocusRid: 'none', number: null } },
    ],
    [
      'has layers of its own for a spotlight',
      { spotlight: true, simulcast: true },
      {
        spotlight_encodings: [{ rid: 'r0' }, { rid: 'r1' }],
        simulcast_encodings: [{ rid: 'r1' }, { rid: 'r2' }],
      },
      { encodings: [{ rid: 'r0' }, { rid: 'r1' }] },
    ],
    [
      'sends one layer, the lowest, has another one that is off',
      { simulcast: true, video: { codec_type: 'VP8' } },
      { simulcast_encodings: [{ rid: 'r0' }] },
      { encodings: [{ rid: 'r0' }, { rid: 'r1', active: false, scaleResolutionDownBy: 1 }] },
    ],
    [
      'sends one layer of a spotlight, the highest, has another one that is off',
      { spotlight: true, simulcast: true, video: { codec_type: 'VP8' } },
      { spotlight_encodings: [{ rid: 'r2', maxBitrate: 500_000 }] },
      {
        encodings: [
          { rid: 'r0', active: false, scaleResolutionDownBy: 1 },
          { rid: 'r2', maxBitrate: 500_000 },
        ],
      },
    ],
    [
      'sends layers that are streams of their own, whatever browsers would make of the codec',
      { simulcast: true, video: { codec_type: 'AV1' } },
      { simulcast_encodings: [{ rid: 'r0' }, { rid: 'r1', scalabilityMode: 'L1T2' }] },
      {
        encodings: [
          { rid: 'r0', scalabilityMode: 'L1T1' },
          { rid: 'r1', scalabilityMode: 'L1T2' },
        ],
      },
    ],
    [
      'sends layers without layers in time, where nobody says otherwise',
      { simulcast: true, video: { codec_type: 'VP8' } },
      null,
      {
        encodings: [
          { rid: 'r0', scalabilityMode: 'L1T1' },
          { rid: 'r1', scalabilityMode: 'L1T1' },
          { rid: 'r2', scalabilityMode: 'L1T1' },
        ],
      },
    ],
    [
      'sends layers as large as the webhook says',
      { simulcast: true, video: { codec_type: 'VP8' } },
      {
        simulcast_encodings: [
          { rid: 'r0', scaleResolutionDownTo: { maxWidth: 320, maxHeight: 180 } },
          { rid: 'r1', scaleResolutionDownTo: { maxWidth: 640, maxHeight: 360 } },
        ],
      },
      {
        encodings: [
          { rid: 'r0', scaleResolutionDownTo: { maxWidth: 320, maxHeight: 180 } },
          { rid: 'r1', scaleResolutionDownTo: { maxWidth: 640, maxHeight: 360 } },
        ],
      },
    ],
    ['may not hear of others', {}, { signaling_notify: false }, { notified: false }],
  ])('that %s', (_, connect, answer, expected) => expect(settled(connect, answer)).toMatchObject(expected))
})

it.each([
  [{ client_id: 'x'.repeat(256) }],
  [{ audio_codec_type: 'PCMU' }],
  [{ video_codec_type: 'H265' }],
  [{ simulcast_encodings: [] }],
  [{ simulcast_encodings: [{ rid: 'r1' }, { rid: 'r0' }] }],
  [{ simulcast_encodings: [{ rid: 'r1' }, { rid: 'r1' }] }],
  [{ spotlight_number: 9 }],
  [{ connection_lifetime: 0 }],
  [{ video: false, video_bit_rate: 1 }],
])('%j is no answer', (answer) => {
  expect(sfuAuthAllowed.safeParse({ allowed: true, ...answer }).success).toBe(false)
})

describe('the filters of what a connection gets', () => {
  const rules = (kind: string) => [[{ field: 'kind', operator: 'is_in', values: [kind] }]]
  const named = (name: string, priority: number, kind: string) => ({ name, priority, rules: rules(kind) })
  const blocks = (kind: string) => ({ action: 'block', rules: rules(kind) })

  it.each<[string, object, object | null, object[]]>([
    [
      'are in the order of their priority, the highest first',
      {
        forwarding_filters: [
          named('a', 1, 'audio'),
          { action: 'allow', rules: rules('video') },
          named('b', 40_000, 'video'),
          named('c', 32_767, 'audio'),
        ],
      },
      null,
      [blocks('video'), { action: 'allow', rules: rules('video') }, blocks('audio'), blocks('audio')],
    ],
    [
      'may be one, by the old name',
      { forwarding_filter: { rules: rules('audio') } },
      null,
      [blocks('audio')],
    ],
    [
      'are the list where both names are given',
      { forwarding_filter: { rules: rules('audio') }, forwarding_filters: [{ rules: rules('video') }] },
      null,
      [blocks('video')],
    ],
    [
      'are those of the webhook, of either name, where it gives any',
      { forwarding_filters: [{ rules: rules('video') }] },
      { forwarding_filter: { rules: rules('audio') } },
      [blocks('audio')],
    ],
    [
      'are none where the webhook gives an empty list',
      { forwarding_filter: { rules: rules('video') } },
      { forwarding_filters: [] },
      [],
    ],
    [
      "are the client's where the webhook says nothing of them",
      { forwarding_filter: { rules: rules('video') } },
      { client_id: 'x' },
      [blocks('video')],
    ],
  ])('%s', (_, connect, answer, filters) => {
    expect(settled(connect, answer).filters).toEqual(filters)
  })
})
