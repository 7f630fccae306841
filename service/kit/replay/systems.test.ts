import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RecordedCall, RecordedSystem, RecordLine } from '../../contract/record/record.ts'
import { answerJson, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, ReceivedRequest } from '../../../test/support/http-endpoint.ts'
import { replay } from './replay.ts'
import type { SystemMaker } from './systems.ts'

const CHANNEL = '1D55NCND6484QVYR3JKVYR6HCY'
const known = { email: '', password: '***2', access_code: '***3', access_token: '***1' }
const head = { airdesk_record: 1, version: '1.2.3', seed: null, known } as const
const MADE: RecordedSystem = {
  ...{ kind: 'system', at: 0, system: 1, event: 'made', name: 'One', time_zone: 'Asia/Tokyo' },
  known: { email: 'one@airdesk.test', password: '***5', access_code: '***6', access_token: '***4' },
}
const call = (token: string, json: object = {}): RecordedCall => ({
  ...{ kind: 'call', at: 1, api: 'live', operation: 'One' },
  ask: { method: 'POST', path: '/', headers: { authorization: `Bearer ${token}` }, json },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, json: { channel_id: CHANNEL } },
})
const LINES: RecordLine[] = [MADE, call('***4'), call('***1')]

let service: HttpEndpoint
beforeAll(async () => (service = await startEndpoint(answerJson({ channel_id: CHANNEL }))))
afterAll(() => service.close())

const replayed = (lines: readonly RecordLine[], systems: SystemMaker | null) =>
  replay(
    { head, lines },
    {
      addresses: { live_base_url: service.url },
      ...{ credentials: { access_token: 'first' }, local: true, systems },
    },
  )
const tokens = () =>
  (service.received as ReceivedRequest[]).splice(0).map(({ headers }) => headers.authorization)

function maker() {
  const asked: unknown[] = []
  const systems: SystemMaker = {
    make(wish) {
      asked.push(wish)
      const made = { email: 'now@airdesk.test', password: 'p', accessCode: 'c', accessToken: 'now' }
      return Promise.resolve({ id: 'ID', ...made })
    },
    remove(id) {
      asked.push(id)
      return Promise.resolve()
    },
  }
  return { asked, systems }
}

it('makes a system as it was asked for, calls by its token and removes it', async () => {
  const { asked, systems } = maker()
  const { compared, differences } = await replayed(LINES, systems)
  expect({ compared, differences }).toEqual({ compared: 2, differences: [] })
  expect(tokens()).toEqual(['Bearer now', 'Bearer first'])
  expect(asked).toEqual([{ name: 'One', timeZone: 'Asia/Tokyo' }, 'ID'])
  const removed: RecordedSystem = { kind: 'system', at: 2, system: 1, event: 'removed' }
  await replayed([...LINES, removed, call('***1')], systems)
  expect(asked.slice(2)).toEqual([{ name: 'One', timeZone: 'Asia/Tokyo' }, 'ID'])
  expect(tokens()).toHaveLength(3)
})

it('leaves out what is of a system that cannot be made, and of what it was answered, and counts it', async () => {
  const signaling = (socket: number, message: object): RecordLine => ({
    ...{ kind: 'signaling', at: 2, socket, event: 'received', message },
  })
  const theirs = [
    signaling(1, { type: 'connect', channel_id: CHANNEL }),
    signaling(1, { type: 'disconnect' }),
  ]
  const { compared, differences, notCompared } = await replayed([...LINES.slice(0, 2), ...theirs], null)
  expect({ compared, differences }).toEqual({ compared: 0, differences: [] })
  expect(notCompared).toEqual({
    'calls of further systems, which only a service on this computer with --emulator makes': 3,
  })
  expect(tokens()).toEqual([])
  const refused = { ...maker().systems, make: () => Promise.reject(new Error('no emulator')) }
  expect((await replayed(LINES, refused)).notCompared).toEqual({
    'calls of further systems, which could not be made: no emulator': 1,
  })
  expect(tokens()).toEqual(['Bearer first'])
})
