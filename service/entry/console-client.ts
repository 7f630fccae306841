import { createWriteStream, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { COMMAND_LINE, sessionApi as session } from '../contract/console/session.ts'
import { addressOf } from '../contract/console/request.ts'
import type { Address, Given } from '../contract/console/request.ts'
import type { FileRoute, JsonRoute, Route, Shown, UploadRoute } from '../contract/console/route.ts'
import { wordsOf } from '../contract/refusal/rules.ts'
import type { Problem } from '../contract/refusal/rules.ts'
import type { Milliseconds } from '../contract/units.ts'
import { readInstance } from '../platform/settings/instance-info.ts'

const LOOK_EVERY: Milliseconds = 50
const RESTART_LIMIT: Milliseconds = 60_000

/** A refusal by the service; the message is its own. */
class RefusedError extends Error {
  override readonly name = 'RefusedError'
}

/** Calls the console's API of the instance that holds a data folder, as its owner. */
export class ConsoleClient {
  readonly #dataDir: string
  readonly #endedText: () => string | null
  #origin = ''
  #entry = ''
  #cookie = ''

  /** @param endedText says that the instance has ended, and is null before; nobody knows without it */
  constructor(dataDir: string, endedText: () => string | null = () => null) {
    this.#dataDir = dataDir
    this.#endedText = endedText
  }

  /** Signs in, as soon as the instance listens. @throws RefusedError where it has ended or does not answer */
  async open(): Promise<void> {
    const before = this.#entry
    for (let waited = 0; waited < RESTART_LIMIT; waited += LOOK_EVERY) {
      const instance = readInstance(this.#dataDir)
      if (instance?.consoleUrl && instance.entry !== null && instance.entry !== before) {
        this.#origin = instance.consoleUrl
        this.#entry = instance.entry
        return await this.#enter()
      }
      const ended = this.#endedText()
      if (ended !== null) throw new RefusedError(ended)
      await delay(LOOK_EVERY)
    }
    throw new RefusedError('The instance on this data folder does not answer.')
  }

  /** Waits until the service, which is about to, has started again. */
  restarted(): Promise<void> {
    return this.open()
  }

  async #enter(): Promise<void> {
    const response = await this.#fetch(session.enter, {}, JSON.stringify({ entry: this.#entry }))
    this.#cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  }

  async close(): Promise<void> {
    await this.#fetch(session.leave).catch(() => undefined)
  }

  /** Address of the console with a token that signs in once. Secret. @throws RefusedError */
  async entryUrl(): Promise<string> {
    const { entry, url } = await this.call(session.newEntry, { body: { entry: this.#entry } })
    return url ?? `${this.#origin}/#entry=${entry}`
  }

  /** @throws RefusedError */
  async call<R extends JsonRoute>(route: R, ...given: Given<R>): Promise<Shown<R['answer']>> {
    const { body, ...address }: Address & { readonly body?: unknown } = given[0] ?? {}
    const response = await this.#fetch(route, address, body === undefined ? undefined : JSON.stringify(body))
    return (await response.json()) as Shown<R['answer']>
  }

  /** The file is there once it is complete. @throws RefusedError */
  async download(route: FileRoute, address: Address, file: string): Promise<void> {
    const { body } = await this.#fetch(route, address)
    if (!body) throw new RefusedError('The service sent nothing.')
    const partial = `${file}.partial`
    try {
      const content = Readable.fromWeb(body as ReadableStream)
      await pipeline(content, createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  /** @throws RefusedError */
  async upload<R extends UploadRoute>(route: R, file: string): Promise<Shown<R['answer']>> {
    const response = await this.#fetch(route, {}, await openAsBlob(file), route.mediaType)
    return (await response.json()) as Shown<R['answer']>
  }

  async #fetch(route: Route, address?: Address, body?: string | Blob, type?: string): Promise<Response> {
    const send = () =>
      fetch(this.#origin + addressOf(route, address), {
        method: route.method,
        headers: {
          origin: this.#origin,
          'user-agent': COMMAND_LINE,
          cookie: this.#cookie,
          ...(body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      })
    let response = await send()
    // Sessions end after a day, also where the service's clock is moved; the entry stays good.
    if (
      response.status === 401 &&
      this.#cookie !== '' &&
      route !== session.enter &&
      route !== session.leave
    ) {
      await this.#enter()
      response = await send()
    }
    if (response.ok) return response
    const { error } = (await response.json().catch(() => ({}))) as { error?: Refusal }
    throw new RefusedError(textOf(error, response.status))
  }
}

interface Refusal {
  readonly code: string
  readonly message: string
  readonly problems?: readonly Problem[]
}

function textOf(refusal: Refusal | undefined, status: number): string {
  if (!refusal) return `The service answered with status ${status}.`
  const details = refusal.problems?.map((problem) => `${problem.path} ${wordsOf(problem)}`) ?? []
  return details.length > 0 ? `${details.join('; ')}.` : refusal.message
}
