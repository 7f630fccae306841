import { connect } from 'node:net'
import { RtmpClient } from '../support/rtmp-client.ts'
import { waitFor } from '../support/wait-for.ts'
import { MUTATION_NAMES, MUTATIONS } from './mutations.ts'
import type { MutationName } from './mutations.ts'
import { Random, sessionSeed } from './random.ts'
import { validSession } from './session.ts'
import type { Pieces } from './session.ts'
import { CLEAN_PREFIX, startFuzzTarget } from './target.ts'
import type { FuzzTarget } from './target.ts'

export interface FuzzOptions {
  readonly seed: number
  readonly sessions: number
  /** Index of the first session, to repeat one of an earlier run. */
  readonly first?: number
  /** Sessions at the same time. */
  readonly parallel?: number
  /** Called after each round with what was done so far. */
  onProgress?(result: FuzzResult): void
}

export interface FuzzResult {
  readonly sessions: number
  readonly seconds: number
  /** Resident memory of this process before the first session and at its highest, bytes. */
  readonly rssBefore: number
  readonly rssHighest: number
  /** How the connections ended. */
  readonly reasons: Readonly<Record<string, number>>
  readonly accepted: number
  readonly messages: number
  /** What must never happen; [] where all is well. */
  readonly faults: readonly string[]
}

/** Sessions between two checks of the clean publishers. */
const ROUND = 250

/** A session that takes longer hangs. */
const HANG_MS = 30_000

/**
 * Sends mutated sessions to a real listener over real sockets. A clean publisher stays on the same listener
 * all the time, and after each round another one comes and goes; both must arrive whole.
 * The same seed gives the same bytes.
 */
export async function fuzzRtmp(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, sessions, first = 0, parallel = 16 } = options
  const target = await startFuzzTarget()
  const onUncaught = (error: unknown) => target.faults.push(`uncaught: ${String(error)}`)
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught)
  const startedAt = performance.now()
  const rssBefore = process.memoryUsage.rss()
  let rssHighest = rssBefore
  const result = (done: number): FuzzResult => ({
    sessions: done,
    seconds: (performance.now() - startedAt) / 1000,
    rssBefore,
    rssHighest,
    reasons: Object.fromEntries(target.reasons),
    accepted: target.accepted,
    messages: target.messages,
    faults: target.faults,
  })
  try {
    const bystander = await CleanPublisher.start(target, 'bystander')
    let done = 0
    while (done < sessions && target.faults.length === 0) {
      const count = Math.min(ROUND, sessions - done)
      await runRound(target, seed, first + done, count, parallel)
      done += count
      await bystander.check()
      const visitor = await CleanPublisher.start(target, `visitor-${done}`)
      await visitor.check()
      await visitor.stop()
      rssHighest = Math.max(rssHighest, process.memoryUsage.rss())
      options.onProgress?.(result(done))
    }
    await bystander.stop()
    return result(done)
  } finally {
    await target.listener.close('service-closed')
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught)
  }
}

async function runRound(
  target: FuzzTarget,
  seed: number,
  first: number,
  count: number,
  parallel: number,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) {
      const index = first + next
      next += 1
      const { pieces, names, random } = mutatedSession(seed, index)
      const ended = await send(target.listener.port, pieces, random)
      if (!ended) target.faults.push(`session ${index} (${names.join(', ')}) hangs`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
}

/** Session `index` of a seed: the pieces to send, and the mutations in them. */
export function mutatedSession(
  seed: number,
  index: number,
): { pieces: Pieces; names: MutationName[]; random: Random } {
  const random = new Random(sessionSeed(seed, index))
  const names = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(MUTATION_NAMES))
  let pieces = validSession(random)
  for (const name of names) pieces = MUTATIONS[name](pieces, random)
  return { pieces, names, random }
}

/** Writes the pieces in parts of any size, then ends or breaks off. Resolves with false where it hangs. */
function send(port: number, pieces: Pieces, random: Random): Promise<boolean> {
  const bytes = Buffer.concat(pieces)
  const breaksOff = random.once(10)
  // On Linux all of 127.0.0.0/8 is this machine; many addresses keep free ports from running out.
  const localAddress =
    process.platform === 'linux' ? `127.0.${random.below(16)}.${random.between(1, 250)}` : '127.0.0.1'
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress, noDelay: true })
    const hang = setTimeout(() => {
      resolve(false)
      socket.destroy()
    }, HANG_MS)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.on('close', () => {
      clearTimeout(hang)
      resolve(true)
    })
    const parts = random.once(2) ? 1 : random.between(2, 12)
    for (let part = 0; part < parts; part++) {
      const [from, to] = [part, part + 1].map((i) => Math.floor((bytes.length * i) / parts))
      socket.write(bytes.subarray(from, to))
    }
    if (breaksOff)
      socket.once('connect', () => afterTurns(random.between(1, 30), () => socket.resetAndDestroy()))
    else socket.end()
  })
}

/** Runs after some turns of the event loop, so that connections break off at any stage. */
function afterTurns(turns: number, run: () => void): void {
  setImmediate(() => (turns > 1 ? afterTurns(turns - 1, run) : run()))
}

/** A publisher that sends nothing wrong, and knows what must have arrived of it. */
class CleanPublisher {
  readonly #target: FuzzTarget
  readonly #client: RtmpClient
  readonly #channel: string
  #sent = 0

  private constructor(target: FuzzTarget, client: RtmpClient, channel: string) {
    this.#target = target
    this.#client = client
    this.#channel = channel
  }

  static async start(target: FuzzTarget, name: string): Promise<CleanPublisher> {
    const client = new RtmpClient('127.0.0.1', target.listener.port)
    const channel = `${CLEAN_PREFIX}${name}`
    client.handshake()
    client.setChunkSize(1000)
    client.publish({ app: channel, name: '' })
    await client.published()
    return new CleanPublisher(target, client, channel)
  }

  /** Sends ten messages and checks that they arrive as sent. */
  async check(): Promise<void> {
    for (let i = 0; i < 10; i++) {
      this.#client.message(9, this.#sent * 33, 1, Buffer.alloc(1500 + i, this.#sent))
      this.#sent += 1
    }
    const arrived = this.#target.clean.get(this.#channel) ?? []
    await waitFor(
      () => arrived.length >= 10 || this.#client.socket.destroyed,
      'the messages of a clean publisher',
    )
    const taken = arrived.splice(0)
    const right = taken.every((payload, i) => payload.equals(Buffer.alloc(1500 + i, this.#sent - 10 + i)))
    if (taken.length !== 10 || !right) this.#target.faults.push(`${this.#channel} was disturbed`)
  }

  async stop(): Promise<void> {
    await this.#client.stop()
    const end = this.#target.cleanEnds.get(this.#channel)
    if (end !== 'client-closed') this.#target.faults.push(`${this.#channel} ended with ${String(end)}`)
    this.#target.clean.delete(this.#channel)
    this.#target.cleanEnds.delete(this.#channel)
  }
}
