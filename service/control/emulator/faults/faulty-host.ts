import type { FaultOrders } from '../../../contract/faults.ts'
import type { FaultsFromWorker, WireMessage } from '../../../contract/worker-protocol.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { Host, WorkerName, WorkerProcess } from '../../../platform/host.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { FaultBook, FaultFollower } from './book.ts'

/** A process that is told of faults says within this that it has them, or is not waited for. */
const ARMED_WITHIN: Milliseconds = 5000

/** Those that heed faults themselves. */
const HEEDS: ReadonlySet<WorkerName> = new Set(['ingest', 'sfu', 'archive'])

/** A process that was started by way of here. */
interface Started {
  readonly name: WorkerName
  readonly worker: WorkerProcess
  /** It has answered something: it is at work, and can be killed in the midst of it. */
  atWork: boolean
  /** The newest orders that it said to have; 0 before it said anything. */
  armed: number
  gone: boolean
}

/**
 * A host whose processes are told of faults, beside whatever else they are told, before anything else; and in which
 * processes are killed. Nobody who talks to a process knows of it.
 * @param machine real time
 */
export function faultyHost(host: Host, book: FaultBook, machine: Clock): Host & FaultFollower {
  const running = new Set<Started>()
  const waiting = new Set<() => void>()
  const goOn = () => {
    for (const resolve of waiting) resolve()
    waiting.clear()
  }

  function strike(started: Started): void {
    if (!started.atWork || started.gone) return
    const effect = book.at('process', { name: started.name })
    if (!effect) return
    if (effect.delayMs === 0) started.worker.kill()
    else machine.after(effect.delayMs, () => started.worker.kill())
  }

  /** @returns whether the message is for somebody else */
  function take(started: Started, message: WireMessage): boolean {
    if (message.kind === 'reply' && !started.atWork) {
      started.atWork = true
      // The answer gets through first.
      setImmediate(() => strike(started))
    }
    if (message.kind !== 'notification') return true
    if (message.name === 'faults.hit') {
      book.counted((message.body as FaultsFromWorker['faults.hit']).counts)
      return false
    }
    if (message.name !== 'faults.armed') return true
    started.armed = (message.body as FaultsFromWorker['faults.armed']).number
    goOn()
    return false
  }

  return {
    async start(name) {
      const worker = await host.start(name)
      const started: Started = { name, worker, atWork: false, armed: 0, gone: false }
      running.add(started)
      worker.onClose(() => {
        started.gone = true
        running.delete(started)
        goOn()
      })
      if (HEEDS.has(name)) tell(started, book.orders())
      return {
        pid: worker.pid,
        post: (message) => worker.post(message),
        onClose: (listener) => worker.onClose(listener),
        kill: () => worker.kill(),
        onMessage: (listener) =>
          worker.onMessage((message) => {
            if (take(started, message)) listener(message)
          }),
      }
    },

    async deliver(orders) {
      const told = [...running].filter(({ name }) => HEEDS.has(name))
      for (const started of told) tell(started, orders)
      let late = false
      const timer = machine.after(ARMED_WITHIN, () => {
        late = true
        goOn()
      })
      // One that has not said anything yet is just starting: it reads these before its work.
      const isWaitedFor = ({ armed, gone }: Started) => !late && !gone && armed > 0 && armed < orders.number
      while (told.some(isWaitedFor)) await new Promise<void>((resolve) => waiting.add(resolve))
      timer.cancel()
    },

    strikeProcesses() {
      for (const started of running) strike(started)
    },
  }
}

const tell = ({ worker }: Started, orders: FaultOrders) =>
  worker.post({ kind: 'notification', name: 'faults.arm', body: orders })
