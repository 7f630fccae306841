import { beforeEach, expect, test } from 'vitest'
import { fault } from '../../../contract/faults.ts'
import type { WireMessage } from '../../../contract/worker-protocol.ts'
import type { Host, WorkerName } from '../../../platform/host.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { FaultBook } from './book.ts'
import { faultyHost } from './faulty-host.ts'

/** A process that does what a test says. */
class Process {
  readonly pid = 1
  readonly posted: WireMessage[] = []
  readonly #messages: ((message: WireMessage) => void)[] = []
  readonly #closes: (() => void)[] = []
  killed = false
  post = (message: WireMessage) => void this.posted.push(message)
  onMessage = (listener: (message: WireMessage) => void) => void this.#messages.push(listener)
  onClose = (listener: () => void) => void this.#closes.push(listener)
  kill = () => {
    this.killed = true
    for (const close of this.#closes) close()
  }
  say = (message: WireMessage) => {
    for (const listener of this.#messages) listener(message)
  }
  tell = (name: string, body: unknown) => this.say({ kind: 'notification', name, body })
  /** Names of faults that it was told last. */
  get told(): readonly string[] {
    const last = this.posted.findLast((one) => one.kind === 'notification' && one.name === 'faults.arm')
    const { faults } = (last as { body: { faults: { fault: { id: string } }[] } }).body
    return faults.map((one) => one.fault.id)
  }
  get order(): number {
    return (this.posted.at(-1) as { body: { number: number } }).body.number
  }
}

const machine = new ManualClock()
let book: FaultBook
let started: Process[]
let heard: WireMessage[]
let host: Host

beforeEach(() => {
  started = []
  heard = []
  book = new FaultBook({ seed: 1, clock: new ManualClock(), machine })
  const plain: Host = {
    start: () => {
      const process = new Process()
      started.push(process)
      return Promise.resolve(process)
    },
  }
  const faulty = faultyHost(plain, book, machine)
  book.follow(faulty)
  host = faulty
})

async function start(name: WorkerName, atWork = true): Promise<Process> {
  const worker = await host.start(name)
  worker.onMessage((message) => heard.push(message))
  const process = started.at(-1)
  if (!process) throw new Error('nothing was started')
  if (atWork) process.say({ kind: 'reply', id: 1, body: {} })
  await settled()
  return process
}
const settled = () => new Promise<void>((resolve) => void setImmediate(() => setImmediate(resolve)))
const full = fault.parse({ id: 'full', at: 'disk', effect: { kind: 'full' } })
const kill = (more: object = {}) =>
  fault.parse({ id: 'kill', at: 'process', match: { name: 'sfu' }, effect: { kind: 'kill', ...more } })

test('processes that heed faults are told before anything else, others never', async () => {
  await book.put([full, kill()])
  const ingest = await start('ingest')
  const transcoder = await start('transcode')
  expect(ingest.told).toEqual(['full'])
  expect(ingest.posted[0]).toMatchObject({ kind: 'notification', name: 'faults.arm', body: { seed: 1 } })
  expect(transcoder.posted).toEqual([])
})

test('arming waits for those that answer, not for one that is gone or never answered', async () => {
  const [ingest, archive] = [await start('ingest'), await start('archive')]
  ingest.tell('faults.armed', { number: ingest.order })
  const armed: string[] = []
  const arming = book.put([full]).then(() => armed.push('full'))
  await settled()
  expect([armed, archive.told]).toEqual([[], ['full']])
  ingest.tell('faults.armed', { number: ingest.order })
  await arming
  const removing = book.remove('full')
  ingest.kill()
  expect(await removing).toBe(true)
  expect(heard.filter(({ kind }) => kind === 'notification')).toEqual([])
})

test('one that does not say that it has them holds nobody up for good', async () => {
  const ingest = await start('ingest')
  ingest.tell('faults.armed', { number: ingest.order })
  const arming = book.put([full])
  await settled()
  machine.advance(5000)
  await arming
  expect(ingest.told).toEqual(['full'])
})

test('hits of a process are counted, and other notifications go on', async () => {
  const ingest = await start('ingest')
  await book.put([full])
  const order = ingest.posted.at(-1) as { body: { faults: { arming: number }[] } }
  const arming = order.body.faults[0]?.arming
  ingest.tell('faults.hit', { counts: [{ id: 'full', arming, asked: 3, hits: 2 }] })
  ingest.tell('connection.stats', { connections: [] })
  expect(book.list()[0]).toMatchObject({ hits: 2, matched: 3 })
  expect(heard.flatMap((one) => (one.kind === 'notification' ? [one.name] : []))).toEqual([
    'connection.stats',
  ])
})

test('what is at work is killed when the fault is armed, and no other', async () => {
  const [ingest, sfu, starting] = [await start('ingest'), await start('sfu'), await start('sfu', false)]
  await book.put([kill()])
  expect([ingest.killed, sfu.killed, starting.killed]).toEqual([false, true, false])
  expect(book.list()[0]?.hits).toBe(1)
  starting.say({ kind: 'reply', id: 1, body: {} })
  await settled()
  expect(starting.killed).toBe(true)
})

test('killed once, the next is left alone', async () => {
  await book.put([{ ...kill(), ends: { afterHits: 1 } }])
  const first = await start('sfu')
  const second = await start('sfu')
  expect([first.killed, second.killed, book.list()[0]?.state]).toEqual([true, false, 'over'])
})

test('killed later', async () => {
  await book.put([kill({ delayMs: 3000 })])
  const sfu = await start('sfu')
  machine.advance(2999)
  expect(sfu.killed).toBe(false)
  machine.advance(1)
  expect(sfu.killed).toBe(true)
})
