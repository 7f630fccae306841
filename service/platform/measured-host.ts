import type { ProcessUsage } from '../contract/worker-protocol.ts'
import type { Host, WorkerName, WorkerProcess } from './host.ts'

/** A process that runs. */
export interface MeasuredProcess {
  readonly name: WorkerName
  readonly pid: number
  /** Asks what it uses; `onUsage` of the host is told the answer, if one comes. */
  ask(): void
}

/** A host that knows what runs, and can ask each process what it uses. */
export interface MeasuredHost extends Host {
  running(): readonly MeasuredProcess[]
  /** Called with each answer; one listener. */
  onUsage(listener: (process: MeasuredProcess, usage: ProcessUsage) => void): void
}

/** Workers answer beside whatever they are asked for otherwise, so that nobody who talks to one knows of it. */
export function measuredHost(host: Host): MeasuredHost {
  const running = new Set<MeasuredProcess>()
  let tell: (process: MeasuredProcess, usage: ProcessUsage) => void = () => undefined
  return {
    running: () => [...running],
    onUsage: (listener) => (tell = listener),
    async start(name) {
      const worker = await host.start(name)
      const measured: MeasuredProcess = {
        name,
        pid: worker.pid,
        ask: () => worker.post({ kind: 'usage' }),
      }
      running.add(measured)
      worker.onClose(() => running.delete(measured))
      return withoutUsage(worker, (usage) => tell(measured, usage))
    },
  }
}

function withoutUsage(worker: WorkerProcess, tell: (usage: ProcessUsage) => void): WorkerProcess {
  return {
    pid: worker.pid,
    post: (message) => worker.post(message),
    onClose: (listener) => worker.onClose(listener),
    kill: () => worker.kill(),
    onMessage: (listener) =>
      worker.onMessage((message) => {
        if (message.kind === 'used') tell(message.usage)
        else listener(message)
      }),
  }
}
