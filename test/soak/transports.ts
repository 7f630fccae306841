/**
 * Connects native clients to the SFU's transports and disconnects them, again and again, and counts what did
 * not open. `node test/soak/transports.ts --connects 1000 --parallel 8 --busy 2`
 */
import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { connectNativeClient } from '../../service/kit/webrtc/native-client.ts'
import { MIDS, rtpPacket } from '../support/webrtc/transport-offer.ts'
import type { FromServer, ToServer } from './messages.ts'

const CLIENT_SSRC = 0x2222
/** Longest wait for a packet to come back, and the pause between two of them, ms. */
const ECHO_MS = 5_000
const AGAIN_MS = 50

const { values } = parseArgs({
  options: {
    connects: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '8' },
    /** Processes that do nothing but use a core. */
    busy: { type: 'string', default: '0' },
    address: { type: 'string', default: '127.0.0.1' },
  },
})
const connects = Number(values.connects)
const failures = new Map<string, number>()
const openTimes: number[] = []
const clientTimes: number[] = []
const waiting = new Map<number, (message: FromServer & { readonly id: number }) => void>()

const server = fork(fileURLToPath(new URL('server-child.ts', import.meta.url)), [values.address])
const died = once(server, 'exit').then(([code, signal]: unknown[]): never => {
  throw new Error(`the SFU's side died: ${String(code ?? signal)}`)
})
died.catch(() => undefined)
const reports: ((report: FromServer & { readonly kind: 'report' }) => void)[] = []
const ready = Promise.withResolvers<undefined>()
server.on('message', (message: FromServer) => {
  if (message.kind === 'ready') ready.resolve(undefined)
  else if (message.kind === 'report') reports.shift()?.(message)
  else waiting.get(message.id)?.(message)
})
const tell = (message: ToServer) => server.send(message)

/** One client from offer to close; gives what went wrong, in words. */
async function connect(id: number): Promise<string | null> {
  const offer = Promise.withResolvers<string>()
  const ended = Promise.withResolvers<string>()
  const opened = Promise.withResolvers<undefined>()
  waiting.set(id, (message) => {
    if (message.kind === 'offer') offer.resolve(message.sdp)
    else if (message.kind === 'ended') ended.resolve(message.cause)
    else if (message.kind === 'opened') {
      opened.resolve(undefined)
      openTimes.push(message.took)
    }
  })
  tell({ kind: 'open', id })
  const begun = performance.now()
  const client = await connectNativeClient({
    offerSdp: await offer.promise,
    sends: { [MIDS.receives]: { ssrc: CLIENT_SSRC } },
  })
  try {
    const echo = Promise.withResolvers<null>()
    client.onMessage(() => echo.resolve(null))
    tell({ kind: 'answer', id, sdp: client.answerSdp })
    const failed = () => 'the client did not open'
    const broken = await Promise.race([client.opened.then(() => null, failed), ended.promise])
    if (broken !== null) return broken
    clientTimes.push(performance.now() - begun)
    let sequence = 0
    const send = () => client.send(rtpPacket(CLIENT_SSRC, sequence++))
    send()
    const sending = setInterval(send, AGAIN_MS)
    const late = delay(ECHO_MS, 'no packet came back', { ref: false })
    const both = Promise.all([echo.promise, opened.promise]).then(() => null)
    const result = await Promise.race([both, ended.promise, late])
    clearInterval(sending)
    return result
  } finally {
    tell({ kind: 'close', id })
    client.close()
    waiting.delete(id)
  }
}

function percentile(of: readonly number[], share: number): number {
  const sorted = of.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN)
}

const burners = Array.from({ length: Number(values.busy) }, () => spawn(process.execPath, ['-e', 'for(;;);']))
const begun = performance.now()
try {
  await Promise.race([ready.promise, died])
  let next = 0
  const worker = async () => {
    while (next < connects) {
      const failure = await connect(next++)
      if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1)
    }
  }
  await Promise.race([Promise.all(Array.from({ length: Number(values.parallel) }, worker)), died])
  const report = new Promise<FromServer & { readonly kind: 'report' }>((resolve) => reports.push(resolve))
  tell({ kind: 'report' })
  const { counters, rssMegabytes } = await Promise.race([report, died])
  console.log('the SFU process:', JSON.stringify(counters), `${rssMegabytes} MB resident`)
  if (counters.live !== 0) failures.set('not freed', counters.live)
} catch (error) {
  failures.set((error as Error).message, 1)
} finally {
  for (const burner of burners) burner.kill('SIGKILL')
  server.disconnect()
}

const seconds = Math.round((performance.now() - begun) / 1000)
const load = `${values.parallel} in parallel, ${values.busy} busy loops, ${seconds} s`
console.log(`${openTimes.length} of ${connects} opened (${load})`)
const slow = openTimes.filter((took) => took > 800).length
console.log(
  `answer to open: p50 ${percentile(openTimes, 0.5)} ms, p95 ${percentile(openTimes, 0.95)} ms, ` +
    `longest ${percentile(openTimes, 1)} ms, ${slow} over 800 ms; ` +
    `client, offer to open: p95 ${percentile(clientTimes, 0.95)} ms`,
)
for (const [failure, count] of failures) console.error(`${count} × ${failure}`)
console.log(failures.size === 0 ? 'no failure' : 'there were failures')
// Native threads of clients that have just closed need not be waited for.
process.exit(failures.size === 0 ? 0 : 1)
