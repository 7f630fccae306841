/** What the live API forwards to the SFU, in channels of every kind. */
import { FORWARDED } from '../../../service/control/api/live/operations/sfu/index.ts'
import { MISSING } from '../../support/bad-input.ts'
import {
  CREATE,
  CREATE_HLS,
  CREATE_WEBRTC,
  DELETE,
  OTHER_ACCESS_TOKEN,
  createRequest,
} from '../../support/live-api.ts'
import type { Director, SceneToRecord } from '../recorder.ts'
import { SECOND_TOKEN } from '../stage.ts'
import { ID, anyOf, live, memberOf, variations } from './cases.ts'
import type { Members } from './cases.ts'

const connectionId = [...ID, 'CAMERA', 'SCREEN', 'VIEWER', 'TALKER', 'NOBODY', 'camera', '__proto__']
const object = anyOf({ a: { b: [1, null, 'x'] } }, JSON.parse('{"constructor":1}'))
const text255 = ['x'.repeat(255), 'x'.repeat(256), '放'.repeat(255), '😀'.repeat(256)]

/** What each member is tried with, in every operation that has it. */
const MEMBERS: Members = {
  channel_id: [...ID, 'unknown'],
  connection_id: connectionId,
  recv_connection_id: connectionId,
  send_connection_id: connectionId,
  client_id: [...ID, 'studio', 'Studio', 'VIEWER', 'nobody', ...text255],
  role: [...ID, 'sendrecv', 'sendonly', 'recvonly', 'Sendonly', 'sender'],
  reason: object,
  local: anyOf(false, 'true', 1),
  rid: [...ID, 'r0', 'r1', 'r2', 'r3', 'R0'],
  spotlight_number: [MISSING, null, 0, 1, 8, 9, -1, 1.5, '3', true, [], 1e300],
  bit_rate: [MISSING, null, 0, 1, 30_000, 30_001, -1, 1.5, '3', true, {}, 1e300],
  data: object,
  metadata: object,
  push: anyOf(false, 'true', 1),
  key: [...ID, 'tally', 'name', 'new', 'constructor', '__proto__', ...text255],
  value: anyOf('on', 1.5, -0, { a: [1] }, [[null]], ''),
}

const IDS = {
  connection_id: 'CAMERA',
  recv_connection_id: 'VIEWER',
  send_connection_id: 'CAMERA',
  client_id: 'studio',
}

const make = async (director: Director, target: string, spotlight?: boolean) => {
  const channel_id = memberOf(await live(director, target, createRequest()), 'channel_id')
  if (spotlight !== undefined) director.act('connect', { channel_id, spotlight })
  return channel_id
}

export const FORWARDED_SCENES: readonly SceneToRecord[] = FORWARDED.map(({ target, example }) => ({
  name: target,
  async play(director) {
    const example_ = example.request as Readonly<Record<string, unknown>>
    const ids = Object.fromEntries(Object.entries(IDS).filter(([name]) => name in example_))
    const channel_id = await make(director, CREATE_WEBRTC, true)
    const request = { ...example_, ...ids, channel_id }
    const names = Object.keys(membersOf(target, request))
    const tried = Object.fromEntries(names.map((name) => [name, MEMBERS[name] ?? []]))
    for (const one of [request, ...variations(request, tried)]) await live(director, target, one)
    await live(director, target, { ...request, more: { constructor: 1 } })
    await live(director, target, Object.fromEntries(names.map((name) => [name, false])))
    for (const token of [SECOND_TOKEN, OTHER_ACCESS_TOKEN]) await live(director, target, request, { token })
    await elsewhere(director, target, request)
    for (const how of ['restarting', 'broken']) {
      director.act('sfuFails', { how })
      await live(director, target, request)
    }
  },
}))

/** Without spotlight, without anybody, and in channels that it is not for. */
async function elsewhere(director: Director, target: string, request: object): Promise<void> {
  const others = [
    await make(director, CREATE_HLS, false),
    await make(director, CREATE_WEBRTC),
    await make(director, CREATE),
  ]
  for (const channel_id of others) await live(director, target, { ...request, channel_id })
  await live(director, target, { ...request, channel_id: others[2] }, { token: SECOND_TOKEN })
  const deleted = await make(director, CREATE_WEBRTC)
  await live(director, DELETE, { channel_id: deleted })
  await live(director, target, { ...request, channel_id: deleted })
}

/** Members that may be left out are not in every example. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'Sfu_20201013.ListChannelConnections': ['local'],
  'Sfu_20201120.DisconnectChannelByRole': ['reason'],
  'Sfu_20200401.ListPauseRtpStreams': ['recv_connection_id'],
}

const membersOf = (target: string, request: object) => ({
  ...request,
  ...Object.fromEntries((OPTIONAL[target] ?? []).map((name) => [name, null])),
})
