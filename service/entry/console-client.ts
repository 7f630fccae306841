import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { COMMAND_LINE, sessionApi as session } from '../contract/console/session.ts'
import { addressOf } from '../contract/console/request.ts'
import type { Address, Given } from '../contract/console/request.ts'
import type { FileRoute, JsonRoute, Route, Shown, UploadRoute } from '../contract/console/route.ts'
import { wordsOf } from '../contract/refusal/rules.ts'
import type { Problem } from '../contract/refusal/rules.ts'
import type { Bytes, Milliseconds } from '../contract/units.ts'
import { ask } from './ask.ts'
import { readInstance } from '../platform/settings/instance-info.ts'

const LOOK_EVERY: Milliseconds = 50
const RESTART_LIMIT: Milliseconds = 60_000

/** A refusal by the service; the message is its own. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError'
  /** Of the service's answer; null where it gave none. */
  readonly code: string | null
  constructor(message: string, { code = null, ...options }: ErrorOptions & { code?: string | null } = {}) {
    super(message, options)
    this.code = code
  }
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

  /** Nobody is there any more to ask. */
  get hasEnded(): boolean {
    return this.#endedText() !== null
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
    const response = await this.#ask(session.enter, {}, JSON.stringify({ entry: this.#entry }))
    response.resume()
    this.#cookie = response.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  }

  async close(): Promise<void> {
    await this.#ask(session.leave).then(
      (response) => response.resume(),
      () => undefined,
    )
  }

  /** Address of the console with a token that signs in once. Secret. @throws RefusedError */
  async entryUrl(): Promise<string> {
    const { entry, url } = await this.call(session.newEntry, { body: { entry: this.#entry } })
    return url ?? `${this.#origin}/#entry=${entry}`
  }

  /** @throws RefusedError */
  async call<R extends JsonRoute>(route: R, ...given: Given<R>): Promise<Shown<R['answer']>> {
    const { body, ...address }: Address & { readonly body?: unknown } = given[0] ?? {}
    const response = await this.#ask(route, address, body === undefined ? undefined : JSON.stringify(body))
    return (await json(response)) as Shown<R['answer']>
  }

  /** The file is there once it is complete. @throws RefusedError */
  async download(route: FileRoute, address: Address, file: string): Promise<void> {
    const content = await this.#ask(route, address)
    const partial = `${file}.partial`
    try {
      await pipeline(content, createWriteStream(partial, { mode: 0o600 }))
      await rename(partial, file)
    } catch (error) {
      await rm(partial, { force: true })
      throw error
    }
  }

  /** @throws RefusedError */
  async upload<R extends UploadRoute>(route: R, file: string): Promise<Shown<R['answer']>> {
    const { size } = await stat(file)
    const response = await this.#ask(route, {}, { file, size }, route.mediaType)
    return (await json(response)) as Shown<R['answer']>
  }

  /** What it answers is to be read. @throws RefusedError */
  async #ask(
    route: Route,
    address?: Address,
    body?: string | FileContent,
    type = 'application/json',
  ): Promise<IncomingMessage> {
    const send = () =>
      ask(this.#origin + addressOf(route, address), {
        method: route.method,
        headers: {
          origin: this.#origin,
          'user-agent': COMMAND_LINE,
          cookie: this.#cookie,
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(typeof body === 'object' && { 'content-length': String(body.size) }),
        },
        body: typeof body === 'object' ? createReadStream(body.file) : body,
      }).catch((error: unknown) => {
        const ended = this.#endedText()
        throw ended === null ? error : new RefusedError(ended, { cause: error })
      })
    let response = await send()
    // Sessions end after a day, also where the service's clock is moved; the entry stays good.
    if (
      response.statusCode === 401 &&
      this.#cookie !== '' &&
      route !== session.enter &&
      route !== session.leave
    ) {
      response.resume()
      await this.#enter()
      response = await send()
    }
    const { statusCode = 0 } = response
    if (statusCode >= 200 && statusCode < 300) return response
    const { error } = (await json(response).catch(() => ({}))) as { error?: Refusal }
    throw new RefusedError(textOf(error, statusCode), { code: error?.code ?? null })
  }
}

interface FileContent {
  readonly file: string
  readonly size: Bytes
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
