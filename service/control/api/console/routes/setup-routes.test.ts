import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inEnglish } from '../../../../../test/support/in-english.ts'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import {
  finishSetupResponse,
  firstUserResponse,
  portFindingResponse,
  setupPortsResponse,
} from '../../../../contract/console/setup.ts'
import type { User } from '../../../identity/user.ts'
import { setupRepository } from '../../../store/setup.ts'

let consoles: AdministrationConsole
let master: User

beforeEach(async () => {
  consoles = await startAdministrationConsole()
  master = consoles.first.master
})
afterEach(() => consoles.close())

const ask = async (method: string, path: string, user: User, body?: unknown, token?: string) => {
  const given = { ...(body === undefined ? {} : { body }), ...(token === undefined ? {} : { token }) }
  const { status, text } = await consoles.call({ method, path, user, ...given })
  return { status, text, body: inEnglish(JSON.parse(text)) }
}

const FINISH = { data: 'empty', language: 'en' }
const OF_OWNERS: [string, string, unknown][] = [
  ['GET', 'setup/user', undefined],
  ['PUT', 'setup/user', { name: 'Aiko' }],
  ['POST', 'setup/finish', FINISH],
  ['GET', 'setup/ports', undefined],
  ['POST', 'setup/ports/check', { name: 'rtmp', port: 1935 }],
  ['PUT', 'setup/ports', { ports: { rtmp: 1940 } }],
]

test.each(OF_OWNERS)('%s %s is for masters of the first system', async (method, path, body) => {
  const users = [
    [consoles.second.master, 'OWNERS_ONLY'],
    [consoles.addUser(consoles.first.system.id), 'MASTERS_ONLY'],
  ] as const
  for (const [user, code] of users) {
    const refused = await ask(method, path, user, body)
    expect([refused.status, refused.body]).toMatchObject([403, { error: { code } }])
  }
  expect((await ask('GET', 'setup', master)).body).toEqual({ finished: false })
  expect((await ask(method, path, master, body)).status).toBe(200)
})

test('nobody else is asked', async () => {
  for (const user of [consoles.second.master, consoles.addUser(consoles.first.system.id)]) {
    expect((await ask('GET', 'setup', user)).body).toEqual({ finished: true })
  }
})

describe('the first user', () => {
  test('is changed, signs in with what was chosen, and stays signed in', async () => {
    const { accessCode, password } = consoles.first.credentials
    const before = firstUserResponse.parse((await ask('GET', 'setup/user', master)).body)
    expect(before).toMatchObject({ email: master.email, password, accessCode })

    const { token } = consoles.identity.sessions.open(master, 'console')
    const other = consoles.identity.sessions.open(master, 'console').token
    const change = { name: 'Aiko', email: 'aiko@studio.example', password: 'pw-4567', accessCode: 'stage' }
    expect((await ask('PUT', 'setup/user', master, change, token)).status).toBe(200)
    expect((await ask('GET', 'setup', master, undefined, token)).status).toBe(200)
    expect((await ask('GET', 'setup', master, undefined, other)).status).toBe(401)
    await consoles.identity.login.login({
      ...{ email: change.email, password: change.password, accessCode: change.accessCode },
      ...{ remoteAddress: '127.0.0.1', kind: 'console' },
    })
    expect((await ask('GET', 'setup/user', master)).body).toEqual(change)
  })

  test('what breaks a rule is named, and nothing of it is changed', async () => {
    const change = { name: 'Aiko', email: 'aiko', password: '', accessCode: '' }
    const refused = await ask('PUT', 'setup/user', master, change)
    expect(refused.status).toBe(400)
    for (const member of ['email', 'password', 'accessCode']) expect(refused.text).toContain(`"${member}"`)
    expect(consoles.identity.store.users.find(master.id)).toMatchObject({ name: master.name })
  })

  test.each([
    ['specified', null, 'too-long-1', 'pw-4567', { rule: 'characters', values: { min: 1, max: 7 } }],
    ['its own', 10, 'pw-4567', 'long-enough-1', { rule: 'minCharacters', values: { min: 10 } }],
  ])('has a password by the rule of the system, %s', async (_, passwordMinLength, bad, good, broken) => {
    const { store } = consoles.identity
    store.systems.setPasswordMinLength(consoles.first.system.id, passwordMinLength)
    const refused = await ask('PUT', 'setup/user', master, { name: 'Aiko', password: bad })
    expect(refused.status).toBe(400)
    expect(JSON.parse(refused.text)).toMatchObject({ error: { problems: [{ path: 'password', ...broken }] } })
    expect(refused.text).not.toContain(bad)
    expect(store.users.find(master.id)).toMatchObject({ name: master.name })
    expect((await ask('PUT', 'setup/user', master, { password: good })).status).toBe(200)
  })

  test('is told of and changed no more once set-up is finished', async () => {
    await ask('POST', 'setup/finish', master, FINISH)
    for (const [method, path, body] of OF_OWNERS.slice(0, 3)) {
      expect((await ask(method, path, master, body)).status).toBe(403)
    }
  })
})

describe('finishing', () => {
  test.each([
    ['empty', 'en', 'Test picture', [0, 1, 0]],
    ['demo', 'ja', 'デモチャンネル', [2, 6, 4]],
  ])('with %s data in %s', async (data, language, name, counts) => {
    const systemId = consoles.first.system.id
    const before = consoles.identity.users.list(systemId).length
    const finished = await ask('POST', 'setup/finish', master, { data, language })
    const { channelId } = finishSetupResponse.parse(finished.body)
    expect(consoles.option.channels.find(systemId, channelId)).toMatchObject({ name, kind: 'rtmp' })
    const schedules = consoles.option.schedules.list(systemId)
    const channels = consoles.database.prepare('SELECT id FROM channels').all()
    expect([
      consoles.identity.users.list(systemId).length - before,
      channels.length,
      schedules.length,
    ]).toEqual(counts)
    expect((await ask('GET', 'setup', master)).body).toEqual({ finished: true })
  })

  test('all or nothing: where a demo user is there already, set-up goes on', async () => {
    const demo = { data: 'demo', language: 'en' }
    const { users } = consoles.identity.store
    users.setEmail(consoles.addUser(consoles.first.system.id).id, 'viewer@demo.example')
    expect((await ask('POST', 'setup/finish', master, demo)).status).toBe(409)
    expect(consoles.database.prepare('SELECT id FROM channels').all()).toEqual([])
    expect((await ask('GET', 'setup', master)).body).toEqual({ finished: false })
  })
})

describe('ports', () => {
  test('the one that is held says by whom; where it listens meanwhile is the next one', async () => {
    const { ports } = setupPortsResponse.parse((await ask('GET', 'setup/ports', master)).body)
    expect(ports.find(({ name }) => name === 'rtmp')).toEqual({
      ...{ name: 'rtmp', running: 1936, wanted: 1935, fixed: false },
      ...{ state: 'held', heldBy: { pid: 7, program: 'x' }, next: 1936 },
    })
    const check = async (port: number, name = 'rtmp') =>
      portFindingResponse.parse((await ask('POST', 'setup/ports/check', master, { name, port })).body).state
    expect([await check(1936), await check(1940), await check(1935)]).toEqual(['ours', 'free', 'held'])
    // UDP of a further SFU process is no matter to TCP.
    expect([await check(8450, 'sfu'), await check(8450)]).toEqual(['ours', 'free'])
  })

  test('what is chosen is kept, usual numbers are not, and two never share one', async () => {
    const choose = (ports: object) => ask('PUT', 'setup/ports', master, { ports })
    expect((await choose({ rtmp: 1940, live: 1940 })).status).toBe(400)
    expect((await choose({ rtmp: 0 })).status).toBe(400)
    expect((await choose({ nginx: 80 })).status).toBe(400)
    const { ports } = setupPortsResponse.parse((await choose({ rtmp: 1940, live: 8082 })).body)
    expect(ports.find(({ name }) => name === 'rtmp')).toMatchObject({ wanted: 1940, state: 'free' })
    expect(setupRepository(consoles.database).ports()).toEqual({ rtmp: 1940 })
  })
})
