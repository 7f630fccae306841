/** What API clients make, change, delete and list, a kind each. */
import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { CONSOLE_API } from '../../../service/contract/console/index.ts'
import type { ChannelId } from '../../../service/contract/ids.ts'
import {
  createScheduleResponse,
  createUserResponse,
  listSchedulesResponse,
  listUsersResponse,
} from '../../../service/contract/option-api.ts'
import type { Random } from '../../fuzz/random.ts'
import type { ConsoleClient } from '../../support/console-client.ts'
import { callLive, LiveRefusal, RENDITION_360 } from '../../support/live-client.ts'
import { callOption } from '../../support/option-client.ts'
import type { Facts, Listed } from './account-book.ts'
import type { Answer } from './answered.ts'
import type { KeptService } from './kept-service.ts'

export interface Kind {
  readonly name: string
  /** What the next one is to be. @param number of its own */
  readonly facts: (number: number) => Facts
  /** What one is to be changed to. */
  readonly changed: (before: Facts) => Facts
  /** @param key the same for the same one */
  readonly make: (facts: Facts, key: string) => Promise<Answer>
  /** Of the answer to `make`. */
  readonly idOf: (body: unknown) => string
  readonly change: (id: string, facts: Facts) => Promise<Answer>
  readonly remove: (id: string) => Promise<Answer>
  /** True for an answer that says that there is no such object. */
  readonly isUnknown: (answer: Answer) => boolean
  readonly list: () => Promise<readonly Listed[]>
}

export interface Callers {
  readonly service: KeptService
  readonly random: Random
  /** A login token of the option API. */
  readonly token: string
  readonly console: ConsoleClient
  readonly db: Database
}

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const isNotFound = ({ status }: Answer) => status === 404
const twoDigits = (value: number) => String(value).padStart(2, '0')

/** A day each, in years that nobody broadcasts in meanwhile, so that none overlaps another. */
export function schedules({ service, random, token }: Callers): Kind {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', more: object = {}) =>
    callOption(service.ready.option_base_url, method, '/api/schedule', { token, ...more })
  const asAsked = ({ day = '', from = '', to = '', name = '' }: Facts) => ({
    ...{ start_datetime: `${day} ${from}`, end_datetime: `${day} ${to}`, name },
  })
  const times = () => ({
    from: `10:${twoDigits(random.below(60))}:00`,
    to: `11:${twoDigits(random.below(60))}:00`,
  })
  return {
    name: 'schedules',
    changed: ({ day = '', name = '' }) => ({
      day,
      ...times(),
      name: `${name.split(',')[0]}, ${random.below(100)}`,
    }),
    facts: (number) => {
      const day = new Date(Date.UTC(2030, 0, 1 + number)).toISOString().slice(0, 10).replaceAll('-', '/')
      return { day, ...times(), name: `Show ${number}` }
    },
    make: (facts, key) =>
      call('POST', { ...keyed(key), json: { ...asAsked(facts), service_params: [RENDITION_360] } }),
    idOf: (body) => createScheduleResponse.parse(body).schedule_id,
    change: (schedule_id, facts) => call('PATCH', { json: { schedule_id, ...asAsked(facts) } }),
    remove: (schedule_id) => call('DELETE', { query: { schedule_id } }),
    isUnknown: isNotFound,
    list: async () =>
      listSchedulesResponse.parse((await call('GET')).body).map((one) => {
        const [day = '', from = ''] = one.start_datetime.replaceAll('-', '/').split('T')
        const to = one.end_datetime.split('T')[1] ?? ''
        return { id: one.schedule_id, facts: { day, from, to, name: one.name } }
      }),
  }
}

export function users({ service, random, token }: Callers): Kind {
  const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', more: object = {}) =>
    callOption(service.ready.option_base_url, method, '/api/user', { token, ...more })
  const permissions = () => ({ delivery: may(), view: may(), schedule: may() })
  const may = () => String(random.below(2))
  const granted = ({ delivery, view, schedule }: Facts) => ({
    ...{ delivery: delivery === '1', view: view === '1', schedule: schedule === '1', user: false },
  })
  return {
    name: 'users',
    facts: (number) => ({
      ...{ name: `User ${number}`, email: `user-${number}@example.test` },
      ...permissions(),
    }),
    changed: ({ name = '', email = '' }) => {
      return { name: `${name.split(',')[0]}, ${random.below(100)}`, email, ...permissions() }
    },
    make: (facts, key) => {
      const { name, email } = facts
      return call('POST', { ...keyed(key), json: { name, email, password: 'of-them', ...granted(facts) } })
    },
    idOf: (body) => String(createUserResponse.parse(body).user_id),
    // An e-mail is not changed.
    change: (id, facts) =>
      call('PATCH', { json: { user_id: Number(id), name: facts['name'], ...granted(facts) } }),
    remove: (user_id) => call('DELETE', { query: { user_id } }),
    isUnknown: isNotFound,
    list: async () =>
      listUsersResponse.parse((await call('GET')).body).map(({ user_id, name, email, permissions }) => {
        const { delivery, view, schedule } = permissions
        const facts = { delivery: String(delivery), view: String(view), schedule: String(schedule) }
        return { id: String(user_id), facts: { name, email, ...facts } }
      }),
  }
}

/** Of both families; the live API changes nothing of a channel, and the console its label. */
export function channels({ service, random, console: client, db }: Callers): Kind {
  const live = async (
    target: Parameters<typeof callLive>[1],
    body: object,
    headers = {},
  ): Promise<Answer> => {
    try {
      return { status: 200, body: await callLive(service.ready, target, body, headers) }
    } catch (error) {
      if (!(error instanceof LiveRefusal)) throw error
      return { status: error.status, body: error.message }
    }
  }
  const labels = db.prepare<[], { id: string; label: string }>('SELECT id, label FROM channels')
  return {
    name: 'channels',
    facts: () => ({ label: '' }),
    changed: () => ({ label: `label ${random.below(100)}` }),
    // Of the same family each time it is asked for.
    make: (_facts, key) =>
      key < '8'
        ? live('Service_20250901.CreateRTMPChannel', { hls: [RENDITION_360] }, keyed(key).headers)
        : live('Service_20200316.CreateMultistreamChannel', {}, keyed(key).headers),
    idOf: (body) => (body as { channel_id: string }).channel_id,
    change: (id, { label = '' }) =>
      client.call(CONSOLE_API.channels.setLabel, { params: { id: id as ChannelId }, body: { label } }),
    remove: (channel_id) => live('Service_20180501.DeleteChannel', { channel_id }),
    isUnknown: ({ status, body }) => status === 400 && String(body).includes('CHANNEL-NOT-FOUND'),
    list: async () => {
      const { channel_ids } = await callLive(service.ready, 'Service_20200729.ListChannelIDs', {})
      const labelOf = new Map(labels.all().map(({ id, label }) => [id, label]))
      return channel_ids.map((id) => ({ id, facts: { label: labelOf.get(id) ?? '' } }))
    },
  }
}

/** One that no two requests share. */
export const newKey = (): string => randomUUID()
