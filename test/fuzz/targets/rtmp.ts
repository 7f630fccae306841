import { connect } from 'node:net'
import type { FuzzOptions, FuzzResult, FuzzTarget } from '../fuzz-target.ts'
import { MemoryWatch } from '../memory-watch.ts'
import type { Random } from '../random.ts'
import { CleanPublisher } from '../rtmp/clean-publisher.ts'
import { startRtmpUnderTest } from '../rtmp/listener.ts'
import type { RtmpUnderTest } from '../rtmp/listener.ts'
import { mutatedSession } from '../rtmp/mutated-session.ts'
import type { Pieces } from '../rtmp/session.ts'

export const target: FuzzTarget = {
  name: 'rtmp',
  cases: 3000,
  reaches: {
    ...{ accepted: 300, messages: 3000 },
    ...{ 'client-closed': 1, 'client-lost': 1, denied: 1, 'limit-exceeded': 1, 'protocol-error': 1 },
  },
  run: fuzzRtmp,
}

/** Sessions between two checks of the clean publishers. */
const ROUND = 250

/** Sessions at the same time. */
const PARALLEL = 16

/** A session that is not over after so many looks hangs: a process that gets no time does not look. */
const HANG_LOOKS = 30
const LOOK_MS = 1000

/**
 * Sends mutated sessions to a real listener over real sockets. A clean publisher stays on the same listener
 * all the time, and after each round another one comes and goes; both must arrive whole.
 * The same seed gives the same bytes.
 */
async function fuzzRtmp(options: FuzzOptions): Promise<FuzzResult> {
  const { seed, cases, first = 0, seconds: most = Infinity, onProgress } = options
  const target = await startRtmpUnderTest()
  const { faults } = target
  const onUncaught = (error: unknown) => faults.push(`uncaught: ${String(error)}`)
  process.on('uncaughtException', onUncaught).on('unhandledRejection', onUncaught)
  const startedAt = performance.now()
  const memory = new MemoryWatch()
  try {
    const bystander = await CleanPublisher.start(target, 'bystander')
    let done = 0
    const isLate = () => performance.now() - startedAt > most * 1000
    while (done < cases && faults.length === 0 && !isLate()) {
      const count = Math.min(ROUND, cases - done)
      await runRound(target, seed, first + done, count)
      done += count
      await bystander.check()
      const visitor = await CleanPublisher.start(target, `visitor-${done}`)
      await visitor.check()
      await visitor.stop()
      memory.look()
      onProgress?.(done)
    }
    await bystander.stop()
    const seconds = (performance.now() - startedAt) / 1000
    const { accepted, messages } = target
    const outcomes = { ...Object.fromEntries(target.reasons), accepted, messages }
    return { cases: done, seconds, memory: memory.read(), outcomes, faults }
  } finally {
    await target.listener.close('service-closed')
    process.off('uncaughtException', onUncaught).off('unhandledRejection', onUncaught)
  }
}

async function runRound(target: RtmpUnderTest, seed: number, first: number, count: number): Promise<void> {
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
  await Promise.all(Array.from({ length: PARALLEL }, worker))
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
    let looks = 0
    const hang = setInterval(() => {
      if (++looks < HANG_LOOKS) return
      resolve(false)
      socket.destroy()
    }, LOOK_MS)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.on('close', () => {
      clearInterval(hang)
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
