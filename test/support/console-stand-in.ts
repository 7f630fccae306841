/**
 * Draws states of the console that are hard to bring about for real: many channels, findings, an engine
 * that is away. It speaks the console's contract and serves the built console; it has no media. The main
 * flows are tested on the real service, never here.
 */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { Refusal } from '../../service/contract/refusal/refusal.ts'
import { consoleForm } from '../../service/control/api/console/error-form.ts'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { WebSocketServer, type WebSocket } from 'ws'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { consoleMessage } from '../../service/contract/console/events.ts'
import type { ConsoleMessage, ConsoleState, SoundLevels } from '../../service/contract/console/events.ts'
import type { SessionView } from '../../service/contract/console/session.ts'
import { CONSOLE_API as api, CONSOLE_ROUTES } from '../../service/contract/console/index.ts'
import { shownTo } from '../../service/contract/console/member-rules.ts'
import { rulesOf } from '../../service/contract/console/rules-of.ts'
import { MESSAGES } from '../../service/contract/console/who-sees.ts'
import { isGranted } from '../../service/contract/permission.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import type { Address } from '../../service/contract/console/request.ts'
import type { JsonRoute, Route } from '../../service/contract/console/route.ts'
import { engineView } from './console-views.ts'

const RENDERER = join(import.meta.dirname, '../../out/renderer')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** What a request is known by. */
function keyOf(route: Route, address?: Address): string {
  return `${route.method} ${addressOf(route, address)}`
}

/** The committed documents, as the service serves them but for the address. */
const DOCUMENTS: Readonly<Record<string, string>> = {
  [keyOf(api.documents.option)]: 'option-api.json',
  [keyOf(api.documents.live)]: 'live-api.json',
}
/** As the service does. */
const LEVELS_MS = 200
/** What panels that show something else ask for besides. */
const NOTHING_YET: readonly [JsonRoute, object][] = [
  [api.destinations.list, { destinations: [] }],
  [api.catchers.list, { catchers: [] }],
  [api.schedules.list, { schedules: [] }],
  [api.schedules.search, { schedules: [] }],
  [api.schedules.sessions, { sessions: [] }],
  [api.option.listSchedules, []],
  [api.option.listUsers, []],
  [api.option.listChat, { ok: true, messages: [] }],
  [api.requests.list, { requests: [], next: null }],
  [api.recordings.list, { recordings: [], before: null }],
  [api.publishing.readSystem, { target: null }],
  [api.lowLatency.readInstallation, { on: false }],
  [api.lowLatency.read, { mode: 'installation', on: false, installation: false }],
]
const NOBODY = consoleForm(refusal('NOT_AUTHENTICATED'))?.body ?? {}

const SESSION: SessionView = {
  user: {
    userId: 1,
    name: 'Aiko Tanaka',
    email: 'aiko@studio.example',
    isMaster: true,
    permissions: { delivery: true, view: true, schedule: true, user: true },
  },
  system: { name: 'Demo studio', timeZone: 'Asia/Tokyo' },
  viewedBy: null,
}

async function documentAnswer(request: string): Promise<Answer | undefined> {
  const file = DOCUMENTS[request]
  if (file === undefined) return undefined
  const text = await readFile(join(import.meta.dirname, '../../docs/openapi', file), 'utf8')
  return { status: 200, body: JSON.parse(text) as object, headers: {} }
}

interface Answer {
  readonly status: number
  readonly body: object
  readonly headers: Record<string, string>
}

type Granted = Partial<SessionView['user']['permissions']>

export interface StandIn {
  readonly url: string
  /** Shows these channels; `engine` replaces members of the engine's view. */
  show(channels: readonly ChannelView[], engine?: Partial<ConsoleState['engine']>): void
  /** Says 5 times a second how loud channels are, until it is reset. */
  hear(levels: () => readonly SoundLevels[]): void
  /**
   * Answers of a route, with this query or for any: status, headers and body; without one: 200 and an empty
   * object. @throws ZodError for a body that the service would not answer
   */
  answer(
    route: Route,
    status: number,
    body: object,
    more?: Address & { readonly headers?: Record<string, string> },
  ): void
  /** The same with a refusal, as the console's API answers it. */
  refuse(route: Route, refused: Refusal, address?: Address): void
  signedIn: boolean
  /** Who is no master is signed in from now on, and is told and answered what they may see. */
  signInAs(granted: Granted, viewedBy?: SessionView['viewedBy']): void
  /** Bodies of the requests so far, by `METHOD path`. */
  readonly requests: { readonly request: string; readonly body: string }[]
  /** Requests that who is signed in may not make. */
  readonly refusals: readonly string[]
  /** Cuts the event streams and refuses new ones. */
  away(isAway: boolean): void
  /** As it was when it was started; the address stays, so that browsers keep what they have loaded. */
  reset(): void
  close(): Promise<void>
}

/** The route that a request is of. */
const routeAt = (key: string): Route | undefined =>
  CONSOLE_ROUTES.find(({ method, path }) =>
    new RegExp(`^${method} ${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(key.replace(/\?.*/, '')),
  )

const rulesAt = (key: string) => {
  const route = routeAt(key)
  return route ? rulesOf(route) : 'all'
}

/** What the service answers who may not call; null for who may. */
function refusalOf(key: string, { user }: SessionView): object | null {
  const who = routeAt(key)?.who ?? 'public'
  if (isGranted(who === 'owner' ? 'master' : who, user)) return null
  return consoleForm(refusal('MASTERS_ONLY'))?.body ?? {}
}

/** Starts it on a free port. @param now the engine's clock; it stands still */
export async function startConsoleStandIn(now = (): number => Date.now()): Promise<StandIn> {
  const answers = new Map<string, Answer>()
  const requests: StandIn['requests'] = []
  const refusals: string[] = []
  const sockets = new Set<WebSocket>()
  let state: ConsoleState = { engine: engineView({ now: now() }), channels: [] }
  let away = false
  let shown = false
  let speaking: ReturnType<typeof setInterval> | undefined
  let session = SESSION
  const snapshot = (): ConsoleMessage =>
    shownTo(session.user, MESSAGES.snapshot, {
      type: 'snapshot',
      seq: 1,
      state: { ...state, engine: { ...state.engine, now: now() } },
    })

  /** By its address, by it for any query, by its route where no parameters were named. */
  const answerTo = (key: string) => {
    const route = routeAt(key)
    const ofAny = route && answers.get(keyOf(route))
    return answers.get(key) ?? answers.get(key.replace(/\?.*/, '')) ?? ofAny
  }

  const api = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = `${request.method ?? ''} ${request.url ?? ''}`
    let body = ''
    for await (const chunk of request) body += String(chunk)
    requests.push({ request: key, body })
    const asksWho = key.endsWith('/session') || key.endsWith('/login')
    const refused = asksWho && !standIn.signedIn
    const kept = refusalOf(key, session)
    if (kept) {
      refusals.push(key)
      response.writeHead(403, { 'Content-Type': 'application/json' })
      return void response.end(JSON.stringify(kept))
    }
    const known = answerTo(key) ?? (await documentAnswer(key))
    const status = known?.status ?? (refused ? 401 : 200)
    response.writeHead(status, { 'Content-Type': 'application/json', ...known?.headers })
    const plain = known?.body ?? (refused ? NOBODY : asksWho ? session : {})
    response.end(JSON.stringify(status < 300 ? shownTo(session.user, rulesAt(key), plain) : plain))
  }
  const file = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = new URL(request.url ?? '/', 'http://x').pathname
    const name = join(RENDERER, normalize(path === '/' ? 'index.html' : path))
    const bytes = await readFile(name).catch(() => null)
    response.writeHead(bytes ? 200 : 404, {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      // Names of built files hold their hash.
      'Cache-Control': path.startsWith('/assets/') ? 'max-age=3600, immutable' : 'no-store',
      'Content-Security-Policy':
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; worker-src blob:; media-src 'self' blob: http://127.0.0.1:*; connect-src 'self' http://127.0.0.1:* ws://127.0.0.1:*",
    })
    response.end(bytes ?? '')
  }
  const server = createServer((request, response) => {
    if (away) return void request.socket.destroy()
    void (request.url?.startsWith('/console/api/') ? api(request, response) : file(request, response))
  })
  const streams = new WebSocketServer({ noServer: true })
  server.on('upgrade', (request, socket, head) => {
    if (away) return void socket.destroy()
    streams.handleUpgrade(request, socket, head, (stream) => {
      sockets.add(stream)
      stream.on('close', () => sockets.delete(stream))
      if (shown) stream.send(JSON.stringify(snapshot()))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const standIn: StandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    signedIn: true,
    requests,
    refusals,
    signInAs: (granted, viewedBy = null) => {
      const permissions = { delivery: false, view: false, schedule: false, user: false, ...granted }
      const user = {
        userId: 7,
        name: 'Priya Nair',
        email: 'priya@studio.example',
        isMaster: false,
        permissions,
      }
      session = { ...SESSION, user, viewedBy }
    },
    show: (channels, engine = {}) => {
      shown = true
      state = { engine: { ...engineView({ now: now() }), ...engine }, channels }
      consoleMessage.parse(snapshot())
      for (const stream of sockets) stream.send(JSON.stringify(snapshot()))
    },
    hear: (levels) => {
      clearInterval(speaking)
      speaking = setInterval(() => {
        const all: ConsoleMessage = { type: 'levels', levels: levels() }
        consoleMessage.parse(all)
        const message = shownTo(session.user, MESSAGES.levels, all)
        for (const stream of sockets) stream.send(JSON.stringify(message))
      }, LEVELS_MS)
    },
    answer: (route, status, body, { headers = {}, ...address } = {}) => {
      if ('answer' in route && status < 300) route.answer.parse(body)
      answers.set(keyOf(route, address), { status, body, headers })
    },
    refuse: (route, refused, address) => {
      const { status = 500, body = {} } = consoleForm(refused) ?? {}
      answers.set(keyOf(route, address), { status, body, headers: {} })
    },
    away: (isAway) => {
      away = isAway
      if (isAway) for (const stream of sockets) stream.terminate()
    },
    reset: () => {
      clearInterval(speaking)
      session = SESSION
      refusals.length = 0
      for (const stream of sockets) stream.terminate()
      answers.clear()
      for (const [route, body] of NOTHING_YET) standIn.answer(route, 200, body)
      requests.length = 0
      state = { engine: engineView({ now: now() }), channels: [] }
      away = false
      shown = false
      standIn.signedIn = true
    },
    close: async () => {
      clearInterval(speaking)
      for (const stream of sockets) stream.terminate()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  standIn.reset()
  return standIn
}
