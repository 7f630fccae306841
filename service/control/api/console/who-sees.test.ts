/** Every member of every answer and message of the console, asked for by every kind of session. */
import fastifyCookie from '@fastify/cookie'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelSource } from '../../../../test/support/console-source.ts'
import { startAdministrationConsole } from '../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../test/support/administration-console.ts'
import { expected, KINDS, usersOf } from '../../../../test/support/console-kinds.ts'
import type { Kind } from '../../../../test/support/console-kinds.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { unaudited } from '../../../../test/support/audit.ts'
import { membersOf, samplesOf } from '../../../../test/support/samples.ts'
import { isBlank, needsOf, sees } from '../../../../test/support/seen-members.ts'
import { consoleMessage } from '../../../contract/console/events.ts'
import type { ConsoleMessage, ConsoleState } from '../../../contract/console/events.ts'
import { CONSOLE_ROUTES } from '../../../contract/console/index.ts'
import type { AnyRule } from '../../../contract/console/member-rules.ts'
import { nameOf } from '../../../contract/console/route.ts'
import type { JsonRoute } from '../../../contract/console/route.ts'
import { rulesOf } from '../../../contract/console/rules-of.ts'
import { MESSAGES } from '../../../contract/console/who-sees.ts'
import type { SystemId } from '../../../contract/ids.ts'
import { createLogger } from '../../../platform/logger.ts'
import type { User } from '../../identity/user.ts'
import { createHttpServer, listen } from '../http/server.ts'
import type { Listening } from '../http/server.ts'
import { consoleForm } from './error-form.ts'
import { EventStream } from './event-stream.ts'
import type { Handlers } from './handlers.ts'
import { mountArea } from './mount.ts'
import { sessionView } from './session.ts'

/** What each route answers: every member is in one of its samples. */
const ROUTES = CONSOLE_ROUTES.filter((route) => route.kind === 'json').map((route) => ({
  route,
  samples: samplesOf(route.answer),
}))
const PATHS = new Map(ROUTES.map(({ route, samples }) => [nameOf(route), membersOf(samples).size]))

const messageSamples = consoleMessage.options.flatMap((option) => samplesOf(option)) as ConsoleMessage[]
/** As one state: every member is in one of its channels. */
const STATE = {
  engine: messageSamples.flatMap((one) => (one.type === 'snapshot' ? [one.state.engine] : []))[0],
  channels: messageSamples
    .flatMap((one) => (one.type === 'snapshot' ? one.state.channels : []))
    .map((channel, n) => ({ ...channel, channelId: `channel ${n}` })),
} as ConsoleState
const MESSAGE_PATHS = messageSamples.flatMap((message) => [...membersOf(message, message.type).keys()])

const members = [...PATHS.values()].reduce((sum, count) => sum + count, 0) + new Set(MESSAGE_PATHS).size
const pairs = members * KINDS.length

/** Each member is shown where the table says so, as it is, and only there. */
function expectMembers(kind: Kind, rule: AnyRule, whole: unknown, shown: unknown): number {
  const got = membersOf(shown)
  const all = membersOf(whole)
  for (const [path, values] of all) {
    const visible = sees(kind, needsOf(rule, path.split('.')))
    if (visible) expect(got.get(path), `${kind}: ${path}`).toEqual(values)
    else expect(isBlank(got.get(path)), `${kind}: ${path}`).toBe(true)
  }
  return all.size
}

describe(`${members} members of what the console tells × ${KINDS.length} kinds of session: ${pairs} pairs`, () => {
  let console: AdministrationConsole
  let users: Readonly<Record<Kind, User | null>>
  let listening: Listening
  let base: string
  /** Which sample is answered. */
  let sample = 0

  beforeAll(async () => {
    console = await startAdministrationConsole()
    users = usersOf(console)
    const server = createHttpServer({ form: consoleForm, logger: createLogger('silent') })
    await server.register(fastifyCookie)
    for (const { route, samples } of ROUTES) {
      // Asked with nothing: what is looked at is what comes back.
      const asked = { params: undefined, query: undefined, body: undefined, onlyEmulator: undefined }
      const bare = { ...route, ...asked } as unknown as JsonRoute
      const handlers = { bare: () => samples[sample % samples.length] as object } as Handlers<{
        bare: JsonRoute
      }>
      mountArea(server, { bare }, handlers, {
        door: console.identity,
        cookieName: 'airdesk_test',
        administration: { ownsInstallation: (id) => id === console.first.system.id },
        viewAs: { of: () => null },
        emulator: null,
        audit: unaudited,
      })
    }
    listening = await listen(server, { host: '127.0.0.1', port: 0 })
    base = `http://127.0.0.1:${listening.port}`
  })
  afterAll(async () => {
    await listening.close()
    await console.close()
  })

  it.each(ROUTES.map((one) => [nameOf(one.route), one] as const))('%s', async (_, { route, samples }) => {
    for (const kind of KINDS) {
      const user = users[kind]
      const headers = { ...(user && { cookie: console.cookieOf(user) }) }
      for (sample = 0; sample < samples.length; sample++) {
        const url = base + route.path.replaceAll(/:\w+/g, 'x')
        const response = await fetch(url, { method: route.method, headers })
        const body: unknown = await response.json()
        if (expected(route.who, kind) === null) {
          expect(response.status, kind).toBe(route.status ?? 200)
          expectMembers(kind, rulesOf(route), samples[sample], body)
        } else {
          expect(body).toMatchObject({ ok: false, error: { code: expected(route.who, kind) } })
        }
      }
    }
  })

  it.each(KINDS.filter((kind) => kind !== 'nobody'))('the stream of events, to %s', (kind) => {
    const clock = new ManualClock()
    let state = STATE
    const stream = new EventStream(
      { engine: () => state.engine, ...channelSource(() => state.channels) },
      clock,
    )
    const systemId = 'mine' as SystemId
    const heard: ConsoleMessage[] = []
    const socket = {
      bufferedAmount: 0,
      send: (text: string) => void heard.push(JSON.parse(text) as ConsoleMessage),
      close: () => undefined,
    }
    let session: ReturnType<typeof sessionView> | null = sessionView({
      user: users[kind] ?? console.first.master,
      system: console.first.system,
    })
    stream.subscribe(socket, { systemId, session: () => session })
    const told = <Type extends ConsoleMessage['type']>(type: Type) =>
      heard.findLast((one): one is Extract<ConsoleMessage, { type: Type }> => one.type === type)

    expectMembers(kind, MESSAGES.snapshot, { type: 'snapshot', seq: 0, state }, told('snapshot'))
    state = {
      engine: { ...state.engine, version: 'new' },
      channels: state.channels.map((one) => ({ ...one, name: 'new' })),
    }
    clock.advance(1500)
    const changed = { type: 'delta', seq: 1, ...state }
    expectMembers(kind, MESSAGES.delta, changed, told('delta'))
    const removed = state.channels.map(({ channelId }) => channelId)
    state = { ...state, engine: { ...state.engine, version: 'newer' }, channels: [] }
    clock.advance(1500)
    expectMembers(
      kind,
      MESSAGES.delta,
      { type: 'delta', seq: 2, engine: state.engine, removed },
      told('delta'),
    )

    const levels = { type: 'levels', levels: [['channel 0', -12, -13]] } as const
    stream.levels(systemId, levels.levels)
    if (sees(kind, ['delivery or view'])) expect(told('levels')).toEqual(levels)
    else expect(told('levels')).toBeUndefined()
    session &&= { ...session, system: { name: 'Renamed', timeZone: 'UTC' } }
    stream.sessionsChanged()
    expectMembers(kind, MESSAGES.session, { type: 'session', session }, told('session'))
    session = null
    stream.sessionsChanged()
    expect(heard.at(-1)).toEqual({ type: 'signed-out' })
    stream.close()
  })

  it('have a rule each, where not all who may ask may see the same', () => {
    const open = ROUTES.filter(({ route }) => ['public', 'signed-in'].includes(route.who))
    for (const { route, samples } of open) {
      for (const path of membersOf(samples).keys()) needsOf(rulesOf(route), path.split('.'))
    }
    for (const message of messageSamples) {
      for (const path of membersOf(message).keys()) needsOf(MESSAGES[message.type], path.split('.'))
    }
    expect(() => needsOf(MESSAGES.delta, ['newcomer'])).toThrow('no rule for a member')
  })

  it('give nobody more than the option API does with the same permission', () => {
    const told = (kind: Kind) =>
      MESSAGE_PATHS.filter((path) => path.startsWith('snapshot.state.channels'))
        .map((path) => path.slice('snapshot.'.length))
        .filter((path) => sees(kind, needsOf(MESSAGES.snapshot, path.split('.'))))
    for (const kind of ['a user without permissions', 'a user who may schedule'] as const) {
      expect(told(kind)).toEqual([])
    }
    const watched = told('a user who may view')
    expect(watched).toContain('state.channels.rtmp.playlistUrl')
    const broadcasting = ['rtmp.ingestUrl', 'rtmp.ingestServer', 'rtmp.ingestKey', 'webrtc.sfuUrl']
    for (const path of broadcasting) expect(watched).not.toContain(`state.channels.${path}`)
    expect(told('a user who may deliver')).toEqual(told('a master of the first system'))
  })
})
