import type {
  AddressName,
  ReadRecord,
  RecordedCall,
  RecordedSignaling,
  RecordedWebhook,
  RecordLine,
} from '../../contract/record/record.ts'
import { stableSdp } from '../../contract/record/stable-sdp.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { bodyOf, contentOf } from './body.ts'
import { differencesOf, revealed } from './differences.ts'
import type { Difference } from './differences.ts'
import { Names } from './names.ts'
import { Receivers } from './receivers.ts'
import { send } from './send.ts'
import { kindOf, OF_OWN_MEDIA, ReplayedSocket } from './sockets.ts'
import { Systems } from './systems.ts'
import type { SystemMaker } from './systems.ts'

/** For a message, a webhook or a close that was recorded. */
const PATIENCE: Milliseconds = 60_000

/** Where to send to, and as whom. */
export interface ReplayTarget {
  /** Those that are known; what is asked of an API without one is not sent. Without a slash at the end. */
  readonly addresses: Readonly<Partial<Record<AddressName, string>>>
  /** In place of those of the recording. */
  readonly credentials: Readonly<
    Partial<Record<'email' | 'password' | 'access_code' | 'access_token', string>>
  >
  /** Certificate authority to trust besides the usual ones, PEM. */
  readonly ca?: string | undefined
  /** Null where systems besides the first cannot be made. */
  readonly systems: SystemMaker | null
  /** True: it reaches this computer's loopback, where webhooks are taken. */
  readonly local: boolean
}

export interface ReplayReport {
  readonly differences: readonly Difference[]
  /** Requests, webhooks and messages that were compared. */
  readonly compared: number
  /** Those that were not, by why. */
  readonly notCompared: Readonly<Record<string, number>>
}

/** Sends what a recording has again, one after the other, and compares what comes back. */
export async function replay({ head, lines }: ReadRecord, target: ReplayTarget): Promise<ReplayReport> {
  const run = new Replay(target)
  const { email, password, access_code, access_token } = target.credentials
  run.names.bind(head.known.email, email ?? head.known.email)
  if (password !== undefined) run.names.bind(head.known.password, password)
  if (access_code !== undefined) run.names.bind(head.known.access_code, access_code)
  if (access_token !== undefined) run.names.bind(head.known.access_token, access_token)
  for (const [name, address] of Object.entries(target.addresses)) run.names.bind(`{${name}}`, address)
  try {
    if (target.local) await run.receivers.open(lines.filter((line) => line.kind === 'webhook'))
    for (const [index, line] of lines.entries()) await run.step(index + 2, line)
  } finally {
    await run.close()
  }
  return { differences: run.differences, compared: run.compared, notCompared: run.notCompared }
}

class Replay {
  readonly names = new Names()
  readonly receivers = new Receivers(this.names)
  readonly differences: Difference[] = []
  readonly notCompared: Record<string, number> = {}
  compared = 0
  readonly #target: ReplayTarget
  readonly #systems: Systems
  readonly #sockets = new Map<number, ReplayedSocket>()

  constructor(target: ReplayTarget) {
    this.#target = target
    this.#systems = new Systems(this.names, target.systems)
  }

  async step(number: number, line: RecordLine): Promise<void> {
    if (line.kind === 'system') return this.#systems.step(line)
    const missing = this.#systems.whyNot(line)
    if (missing !== null) return this.#skip(missing)
    if (line.kind === 'call') await this.#call(number, line)
    else if (line.kind === 'webhook') await this.#webhook(number, line)
    else await this.#signaling(number, line)
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.values()) socket.close()
    this.receivers.close()
    await this.#systems.close()
  }

  async #call(line: number, { api, operation, ask, answer }: RecordedCall): Promise<void> {
    const baseUrl = this.#target.addresses[`${api}_base_url`]
    if (baseUrl === undefined) return this.#skip(`no address of the ${api} API`)
    if (ask.withheld) return this.#skip('a body that may hold secrets was not recorded')
    const got = await send(
      baseUrl,
      {
        method: ask.method,
        path: this.names
          .reveal(ask.path)
          .replaceAll(/(?<=_id=)\d+(?=&|$)/g, (id) => String(this.names.revealNumber(Number(id)))),
        headers: revealed(this.names, ask.headers) as Record<string, string>,
        body: this.#bodyOf(ask),
      },
      this.#target.ca,
    )
    const { status, headers } = answer
    const kept = (of: Readonly<Record<string, string>>) =>
      Object.fromEntries(
        COMPARED_HEADERS.flatMap((name) => (of[name] === undefined ? [] : [[name, of[name]]])),
      )
    this.#compare(
      { line, of: operation },
      { status, headers: kept(headers), body: contentOf(bodyOf(answer)) },
      { status: got.status, headers: kept(got.headers), body: contentOf(got.body) },
    )
  }

  /** Only what signaling asks can be had again: other webhooks come of media, or of time. */
  async #webhook(line: number, recorded: RecordedWebhook): Promise<void> {
    const body = contentOf(bodyOf(recorded)) as Readonly<Record<string, unknown>> | undefined
    const asked = recorded.type === 'auth' && body?.['multistream'] === true && URL.canParse(recorded.url)
    if (!asked || !this.#target.local)
      return this.#skip('webhooks of media, and to addresses that are not local')
    const received = await this.receivers.next(recorded, AbortSignal.timeout(PATIENCE))
    const now = received && { path: received.path, body: contentOf(received.body) }
    const { pathname, search } = new URL(recorded.url)
    this.#compare(
      { line, of: `webhook ${recorded.type}` },
      { path: pathname + search, body },
      now ?? undefined,
    )
  }

  async #signaling(line: number, recorded: RecordedSignaling): Promise<void> {
    const { socket: number, event, message } = recorded
    if (event === 'opened') return this.#open(number)
    const socket = this.#sockets.get(number)
    if (!socket) return this.#skip('no address of signaling')
    const of = `signaling ${number}`
    const said = (message ?? {}) as Readonly<Record<string, unknown>>
    const { type } = said
    if (event === 'received') {
      if (OF_OWN_MEDIA.has(type)) return this.#skip('signaling of media')
      if (type === 'answer') return socket.answer(revealed(this.names, said) as object)
      return socket.send(this.#bodyOf({ json: message, text: recorded.text }) ?? '')
    }
    if (event === 'sent') {
      const kind = kindOf(said)
      if (kind === null) return this.#skip('signaling of media')
      const now = await socket.next(kind, AbortSignal.timeout(PATIENCE))
      return this.#compare({ line, of }, { message }, now ? { message: stable(now) } : undefined)
    }
    if (recorded.by === 'client') return socket.close(recorded.code)
    const { code, reason } = recorded
    const now = await socket.closed(AbortSignal.timeout(PATIENCE))
    this.#compare({ line, of }, { code, reason }, now ?? undefined)
  }

  async #open(number: number): Promise<void> {
    const url = this.#target.addresses.signaling_url
    if (url === undefined) return
    const socket = new ReplayedSocket(url, this.#target.ca)
    this.#sockets.set(number, socket)
    await socket.opened()
  }

  #bodyOf(recorded: { readonly json?: unknown; readonly text?: string | undefined }): string | undefined {
    if (recorded.json !== undefined) return JSON.stringify(revealed(this.names, recorded.json))
    return recorded.text === undefined ? undefined : this.names.reveal(recorded.text)
  }

  #compare(what: Pick<Difference, 'line' | 'of'>, recorded: object, now: object | undefined): void {
    this.compared++
    const found = now
      ? differencesOf(this.names, '', recorded, now)
      : [{ where: '', recorded: 'something came', now: 'nothing came' }]
    this.differences.push(
      ...found.map(({ where, ...values }) => ({ ...what, where: where.replace(/^\./, ''), ...values })),
    )
  }

  #skip(why: string): void {
    this.notCompared[why] = (this.notCompared[why] ?? 0) + 1
  }
}

/** Not how long to wait: that is another number each time. */
const COMPARED_HEADERS = ['allow', 'content-type', 'www-authenticate'] as const

function stable(message: Readonly<Record<string, unknown>>): object {
  const { sdp } = message
  return typeof sdp === 'string' ? { ...message, sdp: stableSdp(sdp) } : message
}
