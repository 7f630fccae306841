import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  CREATE,
  CREATE_HLS,
  CREATE_WEBRTC,
  DELETE,
  OTHER_ACCESS_TOKEN,
  createRequest,
  startTestLiveApi,
} from '../../../../test/support/live-api.ts'
import type { TestLiveApi } from '../../../../test/support/live-api.ts'
import { StandInSfu } from '../../../../test/support/stand-in-sfu.ts'
import type { Asked } from '../../../../test/support/stand-in-sfu.ts'
import { scheduleChannels } from '../../schedule/schedule-channels.ts'
import type { Operation } from './define-operation.ts'
import { FORWARDED } from './operations/sfu/index.ts'

const SECOND_TOKEN = 'second-token-of-the-same-system'

let sfu: StandInSfu
let api: TestLiveApi
let quiet: TestLiveApi
/** A WebRTC channel with four connections and one whose media has not come yet, made in `api`. */
let channel_id: string

beforeAll(async () => {
  sfu = new StandInSfu()
  api = await startTestLiveApi({ sfu })
  api.addOtherSystem()
  api.identity.accessTokens.create(api.first.system.id, 'Second', 'api', SECOND_TOKEN)
  channel_id = await make(api)
  sfu.connect(
    channel_id,
    [
      {
        id: 'CAMERA',
        client: 'studio',
        role: 'sendonly',
        simulcast: true,
        metadata: { name: 'A', tally: 'off' },
      },
      { id: 'SCREEN', client: 'studio', role: 'sendonly', metadata: 'text' },
      { id: 'VIEWER', role: 'recvonly', simulcast: true, pausedSenders: ['CAMERA', 'SCREEN'] },
      { id: 'TALKER', role: 'sendrecv', pausedSenders: ['CAMERA'] },
    ],
    { spotlight: true, arriving: [{ id: 'COMER', client: 'studio', role: 'sendonly' }] },
  )
  quiet = await startTestLiveApi()
})
afterAll(() => Promise.all([api.close(), quiet.close()]))
beforeEach(() => void (sfu.asked.length = 0))

const make = async (at: TestLiveApi, target = CREATE_WEBRTC, call = {}) =>
  String((await at.call(target, createRequest(), call)).body.channel_id)
const targets = FORWARDED.map((operation) => [operation.target, operation] as const)
const requestFor = (operation: Operation, channel: string) => ({
  ...(operation.example.request as object),
  channel_id: channel,
})
const resultOf = async (answer: ReturnType<TestLiveApi['call']>) => {
  const { status, body } = await answer
  return status === 200 ? body : body.error_type
}

describe.each(targets)('%s takes only channels', (target, operation) => {
  const refusalOf = (channel: string, call = {}) =>
    resultOf(api.call(target, requestFor(operation, channel), call))

  it('that are there, in its own system', async () => {
    const deleted = await make(api)
    await api.call(DELETE, { channel_id: deleted })
    for (const id of [deleted, 'unknown', '__proto__', channel_id.toLowerCase()]) {
      expect(await refusalOf(id)).toBe('CHANNEL-NOT-FOUND')
    }
    expect(await refusalOf(channel_id, { token: OTHER_ACCESS_TOKEN })).toBe('CHANNEL-NOT-FOUND')
  })

  it('of the same token', async () => {
    const rtmp = await make(api, CREATE)
    for (const id of [channel_id, rtmp]) {
      expect(await refusalOf(id, { token: SECOND_TOKEN })).toBe('CHANNEL-OF-ANOTHER-TOKEN')
    }
  })

  it('of WebRTC, with HLS or without', async () => {
    expect(await refusalOf(await make(api, CREATE))).toBe('NOT-A-WEBRTC-CHANNEL')
    for (const kind of [CREATE_HLS, CREATE_WEBRTC]) {
      const result = await refusalOf(await make(api, kind))
      expect(['CHANNEL-NOT-FOUND', 'CHANNEL-OF-ANOTHER-TOKEN', 'NOT-A-WEBRTC-CHANNEL']).not.toContain(result)
    }
  })

  it('of schedules with the first token of the system that is good', async () => {
    const { accessTokens } = api.identity
    const systemId = api.first.system.id
    const ofSchedule = scheduleChannels(api.channels, (id) => accessTokens.ofConsole(id))
    const id = ofSchedule.create(systemId, { renditions: [] })
    expect(await refusalOf(id, { token: SECOND_TOKEN })).toBe('CHANNEL-OF-ANOTHER-TOKEN')
    expect(await refusalOf(id)).not.toBe('CHANNEL-OF-ANOTHER-TOKEN')
    const first = accessTokens.first(systemId)
    if (first === null) throw new Error('the system has no token')
    accessTokens.revoke(systemId, first)
    expect(await refusalOf(id, { token: SECOND_TOKEN })).not.toBe('CHANNEL-OF-ANOTHER-TOKEN')
    accessTokens.restore(first)
  })

  it('and asks nothing of the SFU otherwise', () => expect(sfu.asked).toEqual([]))
})

describe('in a channel that nobody is connected to', () => {
  const connection = { connection_id: 'NOBODY' }
  const client = { client_id: 'nobody' }
  const stream = { recv_connection_id: 'NOBODY', send_connection_id: 'NO-ONE' }
  const data = { a: 1 }
  it.each<[string, object, (channel: object) => unknown]>([
    ['Sfu_20151104.DisconnectChannel', { reason: {} }, (channel) => channel],
    [
      'Sfu_20201120.DisconnectChannelByRole',
      { role: 'recvonly' },
      (channel) => ({ ...channel, role: 'recvonly' }),
    ],
    ['Sfu_20151104.DisconnectClient', client, () => 'CLIENT-NOT-FOUND'],
    ['Sfu_20151104.DisconnectConnection', connection, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20201013.ListChannelConnections', {}, () => []],
    ['Sfu_20201013.ListChannelConnections', { local: false }, () => []],
    ['Sfu_20201005.RequestRtpStream', { ...stream, rid: 'r0' }, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20201005.ResetRtpStream', stream, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200807.FocusSpotlightFixed', connection, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200807.FocusSpotlight', connection, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200807.UnfocusSpotlight', connection, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200807.ChangeSpotlightNumber', { spotlight_number: 1 }, () => 'SPOTLIGHT-NOT-ENABLED'],
    ['Sfu_20160711.PushChannel', { data }, () => ({ type: 'push', data })],
    ['Sfu_20201120.PushChannelByRole', { role: 'sendonly', data }, () => ({ type: 'push', data })],
    ['Sfu_20160711.PushClient', { ...client, data }, () => 'CLIENT-NOT-FOUND'],
    ['Sfu_20160711.PushConnection', { ...connection, data }, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20170529.GetStatsClient', client, () => 'CLIENT-NOT-FOUND'],
    ['Sfu_20170529.GetStatsConnection', connection, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20190327.ChangeUpstreamVideoBitRate', { ...connection, bit_rate: 1 }, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20201124.ListSignalingNotifyMetadata', {}, () => []],
    ['Sfu_20201124.GetSignalingNotifyMetadata', connection, () => 'CONNECTION-NOT-FOUND'],
    [
      'Sfu_20201124.PutSignalingNotifyMetadata',
      { ...connection, metadata: {} },
      () => 'CONNECTION-NOT-FOUND',
    ],
    ['Sfu_20201124.DeleteSignalingNotifyMetadata', connection, () => 'CONNECTION-NOT-FOUND'],
    [
      'Sfu_20201124.PutSignalingNotifyMetadataItem',
      { ...connection, key: 'k', value: null },
      () => 'CONNECTION-NOT-FOUND',
    ],
    [
      'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
      { ...connection, key: 'k' },
      () => 'CONNECTION-NOT-FOUND',
    ],
    ['Sfu_20200401.PauseRtpStream', stream, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200401.ResumeRtpStream', stream, () => 'CONNECTION-NOT-FOUND'],
    ['Sfu_20200401.ListPauseRtpStreams', {}, () => []],
    ['Sfu_20200401.ListPauseRtpStreams', { recv_connection_id: 'NOBODY' }, () => []],
  ])('%s %j', async (target, request, expected) => {
    const channel = { channel_id: await make(quiet) }
    expect(await resultOf(quiet.call(target, { ...channel, ...request }))).toEqual(expected(channel))
  })
})

describe('with connections', () => {
  const ECHO = Symbol('the request without reason')
  const data = { text: 'x', __deep: { list: [null, 1] } }
  const all = ['CAMERA', 'SCREEN', 'VIEWER', 'TALKER']
  const told = (more: object, connection_id = 'CAMERA') =>
    all.map((id): Asked => [id, 'push', { type: 'signaling_notify_metadata_ext', connection_id, ...more }])

  it.each<[target: string, request: object, answer: unknown, asked: readonly Asked[]]>([
    [
      'Sfu_20151104.DisconnectChannel',
      { reason: { a: 1 } },
      ECHO,
      [...all, 'COMER'].map((id): Asked => [id, 'disconnect', { a: 1 }]),
    ],
    [
      'Sfu_20151104.DisconnectClient',
      { client_id: 'studio' },
      ECHO,
      [
        ['CAMERA', 'disconnect', undefined],
        ['SCREEN', 'disconnect', undefined],
        ['COMER', 'disconnect', undefined],
      ],
    ],
    ['Sfu_20151104.DisconnectClient', { client_id: 'Studio' }, 'CLIENT-NOT-FOUND', []],
    [
      'Sfu_20151104.DisconnectConnection',
      { connection_id: 'VIEWER', reason: {} },
      ECHO,
      [['VIEWER', 'disconnect', {}]],
    ],
    [
      'Sfu_20151104.DisconnectConnection',
      { connection_id: 'COMER' },
      ECHO,
      [['COMER', 'disconnect', undefined]],
    ],
    [
      'Sfu_20201120.DisconnectChannelByRole',
      { role: 'recvonly', reason: { why: null } },
      ECHO,
      [['VIEWER', 'disconnect', { why: null }]],
    ],
    [
      'Sfu_20201120.DisconnectChannelByRole',
      { role: 'sendonly' },
      ECHO,
      ['CAMERA', 'SCREEN', 'COMER'].map((id): Asked => [id, 'disconnect', undefined]),
    ],
    [
      'Sfu_20201005.RequestRtpStream',
      { recv_connection_id: 'TALKER', send_connection_id: 'CAMERA', rid: 'r1' },
      ECHO,
      [['TALKER', 'requestLayer', 'r1', 'CAMERA']],
    ],
    [
      'Sfu_20201005.RequestRtpStream',
      { recv_connection_id: 'VIEWER', rid: 'r2' },
      ECHO,
      [['VIEWER', 'requestLayer', 'r2', undefined]],
    ],
    [
      'Sfu_20201005.RequestRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'SCREEN', rid: 'r2' },
      'SIMULCAST-NOT-ENABLED',
      [],
    ],
    [
      'Sfu_20201005.RequestRtpStream',
      { recv_connection_id: 'TALKER', rid: 'r0' },
      ECHO,
      [['TALKER', 'requestLayer', 'r0', undefined]],
    ],
    [
      'Sfu_20201005.ResetRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'CAMERA' },
      ECHO,
      [['VIEWER', 'requestLayer', null, 'CAMERA']],
    ],
    [
      'Sfu_20200807.FocusSpotlightFixed',
      { connection_id: 'CAMERA' },
      ECHO,
      [['spotlight', 'focus', 'CAMERA', true]],
    ],
    [
      'Sfu_20200807.FocusSpotlight',
      { connection_id: 'CAMERA' },
      ECHO,
      [['spotlight', 'focus', 'CAMERA', false]],
    ],
    [
      'Sfu_20200807.UnfocusSpotlight',
      { connection_id: 'CAMERA' },
      ECHO,
      [['spotlight', 'unfocus', 'CAMERA']],
    ],
    ['Sfu_20200807.ChangeSpotlightNumber', { spotlight_number: 8 }, ECHO, [['spotlight', 'resize', 8]]],
    [
      'Sfu_20160711.PushChannel',
      { data },
      { type: 'push', data },
      all.map((id): Asked => [id, 'push', data]),
    ],
    [
      'Sfu_20160711.PushClient',
      { client_id: 'studio', data },
      { type: 'push', data },
      [
        ['CAMERA', 'push', data],
        ['SCREEN', 'push', data],
      ],
    ],
    [
      'Sfu_20160711.PushConnection',
      { connection_id: 'VIEWER', data: {} },
      { type: 'push', data: {} },
      [['VIEWER', 'push', {}]],
    ],
    ['Sfu_20160711.PushConnection', { connection_id: 'COMER', data }, 'CONNECTION-NOT-FOUND', []],
    [
      'Sfu_20201120.PushChannelByRole',
      { role: 'sendrecv', data },
      { type: 'push', data },
      [['TALKER', 'push', data]],
    ],
    [
      'Sfu_20190327.ChangeUpstreamVideoBitRate',
      { connection_id: 'SCREEN', bit_rate: 30_000 },
      ECHO,
      [['SCREEN', 'limitVideo', 30_000]],
    ],
    ['Sfu_20201124.GetSignalingNotifyMetadata', { connection_id: 'CAMERA' }, { name: 'A', tally: 'off' }, []],
    ['Sfu_20201124.GetSignalingNotifyMetadata', { connection_id: 'SCREEN' }, 'text', []],
    ['Sfu_20201124.GetSignalingNotifyMetadata', { connection_id: 'VIEWER' }, {}, []],
    [
      'Sfu_20201124.PutSignalingNotifyMetadata',
      { connection_id: 'CAMERA', metadata: { b: [1] }, push: true },
      { b: [1] },
      [['CAMERA', 'setNotifyMetadata', { b: [1] }], ...told({ action: 'PutMetadata', metadata: { b: [1] } })],
    ],
    [
      'Sfu_20201124.PutSignalingNotifyMetadata',
      { connection_id: 'CAMERA', metadata: {}, push: false },
      {},
      [['CAMERA', 'setNotifyMetadata', {}]],
    ],
    ...(['on air', 0, false, null, ['a', { b: 1 }]] as const).map(
      (metadata): [string, object, unknown, readonly Asked[]] => [
        'Sfu_20201124.PutSignalingNotifyMetadata',
        { connection_id: 'CAMERA', metadata, push: true },
        metadata,
        [['CAMERA', 'setNotifyMetadata', metadata], ...told({ action: 'PutMetadata', metadata })],
      ],
    ),
    [
      'Sfu_20201124.DeleteSignalingNotifyMetadata',
      { connection_id: 'CAMERA', push: true },
      {},
      [['CAMERA', 'setNotifyMetadata', {}], ...told({ action: 'DeleteMetadata' })],
    ],
    [
      'Sfu_20201124.PutSignalingNotifyMetadataItem',
      { connection_id: 'CAMERA', key: 'tally', value: null, push: true },
      { name: 'A', tally: null },
      [
        ['CAMERA', 'setNotifyMetadata', { name: 'A', tally: null }],
        ...told({ action: 'PutMetadataItem', key: 'tally', value: null }),
      ],
    ],
    [
      'Sfu_20201124.PutSignalingNotifyMetadataItem',
      { connection_id: 'SCREEN', key: 'constructor', value: 1 },
      { constructor: 1 },
      [['SCREEN', 'setNotifyMetadata', { constructor: 1 }]],
    ],
    [
      'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
      { connection_id: 'CAMERA', key: 'tally', push: true },
      { name: 'A' },
      [
        ['CAMERA', 'setNotifyMetadata', { name: 'A' }],
        ...told({ action: 'DeleteMetadataItem', key: 'tally' }),
      ],
    ],
    [
      'Sfu_20201124.DeleteSignalingNotifyMetadataItem',
      { connection_id: 'CAMERA', key: 'toString' },
      { name: 'A', tally: 'off' },
      [['CAMERA', 'setNotifyMetadata', { name: 'A', tally: 'off' }]],
    ],
    [
      'Sfu_20200401.PauseRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'CAMERA' },
      ECHO,
      [['VIEWER', 'setPaused', 'CAMERA', true]],
    ],
    [
      'Sfu_20200401.ResumeRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'CAMERA' },
      ECHO,
      [['VIEWER', 'setPaused', 'CAMERA', false]],
    ],
  ])('%s %j', async (target, request, answer, asked) => {
    const { reason: _, ...named } = { channel_id, reason: undefined, ...request }
    const result = await resultOf(api.call(target, { channel_id, ...request }))
    expect(result).toEqual(answer === ECHO ? named : answer)
    expect(sfu.asked).toEqual(asked)
  })

  it('an item can not be put on the prototype', async () => {
    const item = { channel_id, connection_id: 'CAMERA', key: '__proto__', value: { polluted: true } }
    const { body } = await api.call('Sfu_20201124.PutSignalingNotifyMetadataItem', item)
    expect(body.error_reason).toEqual([{ member: 'key', rule: 'must not be __proto__' }])
    expect(sfu.asked).toEqual([])
  })

  it.each([
    ['PutSignalingNotifyMetadata', 'metadata', { metadata: { long: 'あ'.repeat(6000) } }],
    ['PutSignalingNotifyMetadataItem', 'value', { key: 'long', value: 'a'.repeat(16_384) }],
  ])('%s makes it no longer than clients may', async (operation, member, request) => {
    const asked = { channel_id, connection_id: 'CAMERA', push: true, ...request }
    const { body } = await api.call(`Sfu_20201124.${operation}`, asked)
    expect(body.error_reason).toEqual([{ member, rule: 'must have at most 16384 bytes' }])
    expect(sfu.asked).toEqual([])
  })

  it('ListChannelConnections lists them', async () => {
    const listed = await resultOf(api.call('Sfu_20201013.ListChannelConnections', { channel_id }))
    expect(listed).toMatchObject(all.map((connection_id) => ({ channel_id, connection_id })))
  })

  it('GetStats tells of one, or of all of a client', async () => {
    const stats = (connection_id: string): unknown =>
      expect.objectContaining({ channel_id, connection_id, rtp: { total: 1 } })
    const one = api.call('Sfu_20170529.GetStatsConnection', { channel_id, connection_id: 'CAMERA' })
    expect(await resultOf(one)).toEqual(stats('CAMERA'))
    const both = api.call('Sfu_20170529.GetStatsClient', { channel_id, client_id: 'studio' })
    expect(await resultOf(both)).toEqual([stats('CAMERA'), stats('SCREEN')])
  })

  it('ListSignalingNotifyMetadata gives the metadata as it is', async () => {
    const listed = await resultOf(api.call('Sfu_20201124.ListSignalingNotifyMetadata', { channel_id }))
    expect(listed).toEqual([
      {
        client_id: 'studio',
        bundle_id: 'studio',
        connection_id: 'CAMERA',
        metadata: { name: 'A', tally: 'off' },
      },
      { client_id: 'studio', bundle_id: 'studio', connection_id: 'SCREEN', metadata: 'text' },
      { client_id: 'VIEWER', bundle_id: 'VIEWER', connection_id: 'VIEWER', metadata: null },
      { client_id: 'TALKER', bundle_id: 'TALKER', connection_id: 'TALKER', metadata: null },
    ])
  })

  it('ListPauseRtpStreams lists what is paused, for one receiver where asked', async () => {
    const paused = (recv_connection_id: string, send_connection_id: string) => ({
      channel_id,
      recv_connection_id,
      send_connection_id,
    })
    const list = (more: object) =>
      resultOf(api.call('Sfu_20200401.ListPauseRtpStreams', { channel_id, ...more }))
    const ofTalker = [paused('TALKER', 'CAMERA')]
    expect(await list({})).toEqual([paused('VIEWER', 'CAMERA'), paused('VIEWER', 'SCREEN'), ...ofTalker])
    expect(await list({ recv_connection_id: 'TALKER' })).toEqual(ofTalker)
    expect(await list({ recv_connection_id: 'CAMERA' })).toEqual([])
  })

  it.each([
    ['Sfu_20201005.RequestRtpStream', { recv_connection_id: 'X', rid: 'r0' }, 'recv_connection_id'],
    [
      'Sfu_20201005.ResetRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'X' },
      'send_connection_id',
    ],
    [
      'Sfu_20200401.PauseRtpStream',
      { recv_connection_id: 'VIEWER', send_connection_id: 'X' },
      'send_connection_id',
    ],
    ['Sfu_20160711.PushConnection', { connection_id: 'camera', data: {} }, 'connection_id'],
  ])('%s names the unknown connection', async (target, request, member) => {
    const { body } = await api.call(target, { channel_id, ...request })
    expect(body).toEqual({
      error_type: 'CONNECTION-NOT-FOUND',
      error_reason: [{ member, rule: 'must be the id of a connection that the channel has now' }],
    })
  })

  describe('what has no video', () => {
    const PAUSE = 'Sfu_20200401.PauseRtpStream'
    const notSent = 'must be the id of a connection that sends video'
    const notReceived = 'must be the id of a connection that receives video'
    const ownBundle = 'must be the id of a connection of another bundle than that of the receiver'
    let other: string

    beforeAll(async () => {
      other = await make(api)
      sfu.connect(other, [
        { id: 'CAMERA', client: 'studio', role: 'sendonly' },
        { id: 'DESK', client: 'studio' },
        { id: 'TALKER' },
        { id: 'VIEWER', role: 'recvonly' },
        { id: 'HEARD', isAudioOnly: true },
      ])
    })

    it.each(['VIEWER', 'HEARD'])('ChangeUpstreamVideoBitRate refuses %s', async (connection_id) => {
      const request = { channel_id: other, connection_id, bit_rate: 500 }
      const { body } = await api.call('Sfu_20190327.ChangeUpstreamVideoBitRate', request)
      expect(body).toEqual({
        error_type: 'InvalidJSON',
        error_reason: [{ member: 'connection_id', rule: notSent }],
      })
      expect(sfu.asked).toEqual([])
    })

    it.each([
      ['VIEWER', 'VIEWER', [`send ${notSent}`, `send ${ownBundle}`]],
      ['TALKER', 'TALKER', [`send ${ownBundle}`]],
      ['TALKER', 'VIEWER', [`send ${notSent}`]],
      ['TALKER', 'HEARD', [`send ${notSent}`]],
      ['DESK', 'CAMERA', [`send ${ownBundle}`]],
      ['CAMERA', 'TALKER', [`recv ${notReceived}`]],
      ['HEARD', 'TALKER', [`recv ${notReceived}`]],
      ['CAMERA', 'VIEWER', [`recv ${notReceived}`, `send ${notSent}`]],
    ])('PauseRtpStream refuses %s of %s; ResumeRtpStream does not', async (receiver, sender, rules) => {
      const pair = { channel_id: other, recv_connection_id: receiver, send_connection_id: sender }
      const { status, body } = await api.call(PAUSE, pair)
      expect([status, body.error_type]).toEqual([400, 'InvalidJSON'])
      const broken = body.error_reason as { member: string; rule: string }[]
      expect(broken.map(({ member, rule }) => `${member.slice(0, 4)} ${rule}`)).toEqual(rules)
      expect(sfu.asked).toEqual([])
      expect(await resultOf(api.call('Sfu_20200401.ResumeRtpStream', pair))).toEqual(pair)
    })
  })

  it.each(['FocusSpotlightFixed', 'FocusSpotlight'])('%s needs a connection that sends', async (name) => {
    const other = await make(api)
    const connections = [
      { id: 'VIEWER', role: 'recvonly' },
      { id: 'MUTE', isMute: true },
    ] as const
    sfu.connect(other, connections, { spotlight: true })
    for (const connection_id of ['VIEWER', 'MUTE']) {
      const { body } = await api.call(`Sfu_20200807.${name}`, { channel_id: other, connection_id })
      expect(body).toEqual({
        error_type: 'InvalidJSON',
        error_reason: [{ member: 'connection_id', rule: 'must be the id of a connection that sends' }],
      })
    }
    expect(sfu.asked).toEqual([])
  })

  it('Focus needs a channel that uses spotlight', async () => {
    const other = await make(api, CREATE_HLS)
    sfu.connect(other, [{ id: 'CAMERA' }])
    for (const name of ['FocusSpotlightFixed', 'FocusSpotlight', 'UnfocusSpotlight']) {
      const answer = api.call(`Sfu_20200807.${name}`, { channel_id: other, connection_id: 'CAMERA' })
      expect(await resultOf(answer)).toBe('SPOTLIGHT-NOT-ENABLED')
    }
  })
})
