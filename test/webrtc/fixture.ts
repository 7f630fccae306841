/** Clients of the vendor's SDK in Chromium, on the real service. */
import { expect, test as base } from '@playwright/test'
import type { Page } from '@playwright/test'
import { startEndpoint } from '../support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import type { ClientRequest, Clients, Failure, Media, Seen } from './page/clients.ts'
import { startSite } from './site.ts'

export { expect }
export type { Seen }

/** One SDK client in the page. */
export interface SdkClient {
  readonly id: string
  see(): Promise<Seen>
  /** Waits until what is seen fits. */
  until(fits: (seen: Seen) => boolean, what: string): Promise<Seen>
  inbound(): ReturnType<Clients['inbound']>
  /** Waits until the media of a sender, or of any, moves on by some frames or packets. */
  receives(kind: 'audio' | 'video', from?: string): Promise<void>
  outbound(): ReturnType<Clients['outbound']>
  disconnect(): Promise<void>
  reconnect(): Promise<{ connectionId: string } | { failure: Failure }>
  enable(kind: 'audio' | 'video', enabled: boolean): Promise<void>
}

export type OpenRequest = Omit<ClientRequest, 'url'> & { readonly url?: string | readonly string[] }

export interface Room {
  readonly page: Page
  /** Connects, and waits until the service knows of it; throws where that fails. */
  join(role: ClientRequest['role'], channelId: string, more?: Partial<OpenRequest>): Promise<SdkClient>
  /** Tries to connect and gives what the SDK says. */
  refused(role: ClientRequest['role'], channelId: string, more?: Partial<OpenRequest>): Promise<Failure>
}

interface Fixtures {
  readonly room: Room
  /** Pages of their own, for clients that are to die. */
  readonly anotherRoom: () => Promise<Room>
  readonly webhook: (respond?: Respond) => Promise<HttpEndpoint>
  readonly newChannel: (settings?: object) => Promise<string>
  readonly call: <T = Record<string, unknown>>(operation: string, body: object) => Promise<T>
}
interface WorkerFixtures {
  readonly service: RunningService
  readonly site: string
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  service: [
    async ({}, use) => {
      const service = await startService()
      await use(service)
      await service.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  site: [
    async ({}, use) => {
      const site = await startSite()
      await use(site.url)
      site.close()
    },
    { scope: 'worker' },
  ],
  room: async ({ page, site, service }, use) => use(await openRoom(page, site, service)),
  anotherRoom: async ({ context, site, service }, use) => {
    await use(async () => openRoom(await context.newPage(), site, service))
  },
  webhook: async ({}, use) => {
    const open: HttpEndpoint[] = []
    await use(async (respond) => {
      const endpoint = await startEndpoint(respond)
      open.push(endpoint)
      return endpoint
    })
    await Promise.all(open.map((endpoint) => endpoint.close()))
  },
  call: async ({ service }, use) => {
    await use(<T>(operation: string, body: object) => callLive<T>(service, operation, body))
  },
  newChannel: async ({ service }, use) => {
    await use(async (settings) => {
      const created = await callLive<{ channel_id: string }>(
        service,
        'Service_20200316.CreateMultistreamChannel',
        { auth_webhook_url: '', event_webhook_url: '', ...settings },
      )
      return created.channel_id
    })
  },
})

/** Calls the live API as an application would. @throws Error with the answer when it is refused */
export async function callLive<T>(service: RunningService, operation: string, body: object): Promise<T> {
  const response = await fetch(`${service.ready.live_base_url}/`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Sfu-Target': operation,
      Authorization: `Bearer ${service.ready.access_token}`,
    },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as T
  if (!response.ok) throw new Error(`${operation}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

export async function openRoom(page: Page, site: string, service: RunningService): Promise<Room> {
  await page.goto(site)
  await page.waitForFunction(() => 'clients' in window)
  let opened = 0
  const open = async (role: ClientRequest['role'], channelId: string, more: Partial<OpenRequest>) => {
    const name = `client${++opened}`
    const request: ClientRequest = { url: service.ready.signaling_url, role, channelId, ...more }
    const result = await page.evaluate(([n, r]) => window.clients.open(n, JSON.parse(r) as ClientRequest), [
      name,
      JSON.stringify(request),
    ] as const)
    return { name, result }
  }
  return {
    page,
    async join(role, channelId, more = {}) {
      const { name, result } = await open(role, channelId, more)
      if ('failure' in result) {
        const said = service.output().trimEnd().split('\n').slice(-8).join('\n')
        throw new Error(`could not connect: ${JSON.stringify(result.failure)}; the service said:\n${said}`)
      }
      const client = sdkClient(page, name, result.connectionId)
      // It finds itself connected before the service does, which then tells it of itself.
      await client.until(
        ({ notifies }) => notifies.some((notify) => notify['connection_id'] === client.id),
        'its own notification',
      )
      return client
    },
    async refused(role, channelId, more = {}) {
      const { result } = await open(role, channelId, more)
      if (!('failure' in result)) throw new Error('connected, although it was not to')
      return result.failure
    },
  }
}

function sdkClient(page: Page, name: string, id: string): SdkClient {
  const see = () => page.evaluate((n) => window.clients.see(n), name)
  const inbound = () => page.evaluate((n) => window.clients.inbound(n), name)
  const progress = async (kind: string, from?: string) => {
    const found = (await inbound()).filter((one) => one.kind === kind && (!from || one.streamId === from))
    return found.reduce((sum, one) => sum + (kind === 'video' ? one.framesDecoded : one.packets), 0)
  }
  return {
    id,
    see,
    inbound,
    async until(fits, what) {
      let seen = await see()
      await expect
        .poll(async () => fits((seen = await see())), { message: what, timeout: 60_000, intervals: [100] })
        .toBe(true)
      return seen
    },
    async receives(kind, from) {
      const before = await progress(kind, from)
      await expect
        .poll(() => progress(kind, from), {
          ...{ message: `${kind} of ${from ?? 'anyone'}`, timeout: 60_000, intervals: [200] },
        })
        .toBeGreaterThan(before + 5)
    },
    outbound: () => page.evaluate((n) => window.clients.outbound(n), name),
    disconnect: () => page.evaluate((n) => window.clients.disconnect(n), name),
    reconnect: () => page.evaluate((n) => window.clients.reconnect(n), name),
    enable: (kind, enabled) =>
      page.evaluate(([n, k, e]) => window.clients.enable(n, k, e), [name, kind, enabled] as const),
  }
}

/** Pictures large enough for three layers of simulcast, and few enough for a busy machine. */
export const LARGE: Media = { audio: true, video: { width: 960, height: 540, frameRate: 10 } }

/** Of the video codecs, those that most use are tested by every run; the others every night. */
export const oftenOrNightly = (codec: string) =>
  codec === 'VP8' || codec === 'H264' ? {} : { tag: '@nightly' }
