/** Starts the stand-ins as real child processes, and keeps hold of them for the test. */
import { fileURLToPath } from 'node:url'
import { nodeHost } from '../../service/platform/host.ts'
import type { Host, WorkerName, WorkerProcess } from '../../service/platform/host.ts'
import type { Environment } from '../../service/contract/live-api.ts'
import type { SfuRequests } from '../../service/contract/sfu-worker.ts'
import type { FakeArchiveOrders } from './fake-archive.ts'
import type { FakeIngestOrders } from './fake-ingest.ts'
import type { FakeSfuOrders } from './fake-sfu-process.ts'

export interface StartedWorker {
  readonly name: WorkerName
  readonly process: WorkerProcess
  /** Requests it was sent. */
  readonly requests: { readonly name: string; readonly body: unknown }[]
}

const ENTRIES: Record<WorkerName, string> = {
  ingest: 'fake-ingest.ts',
  origin: 'fake-origin.ts',
  sfu: 'fake-sfu-process.ts',
  archive: 'fake-archive.ts',
  transcode: 'fake-transcoder.ts',
  'test-picture': 'fake-transcoder.ts',
  thumbnail: 'fake-thumbnail.ts',
}

export class FakeWorkers implements Host {
  readonly started: StartedWorker[] = []
  /** Starts that fail before the next one succeeds. */
  failures = 0
  readonly #host = nodeHost((name) => fileURLToPath(new URL(ENTRIES[name], import.meta.url)))

  async start(name: WorkerName): Promise<WorkerProcess> {
    if (this.failures > 0) {
      this.failures--
      throw new Error('cannot start processes')
    }
    const process = await this.#host.start(name)
    const requests: StartedWorker['requests'] = []
    this.started.push({ name, process, requests })
    return {
      ...process,
      post(message) {
        if (message.kind === 'request') requests.push({ name: message.name, body: message.body })
        process.post(message)
      },
    }
  }

  of(name: WorkerName): WorkerProcess[] {
    return this.started.filter((worker) => worker.name === name).map(({ process }) => process)
  }

  /** Tells the last started ingest process what to do. */
  order<Name extends keyof FakeIngestOrders>(name: Name, body: FakeIngestOrders[Name]): void {
    this.of('ingest').at(-1)?.post({ kind: 'notification', name, body })
  }

  /** Tells the last started archive process what to do. */
  orderArchive<Name extends keyof FakeArchiveOrders>(name: Name, body: FakeArchiveOrders[Name]): void {
    this.of('archive').at(-1)?.post({ kind: 'notification', name, body })
  }

  /** SFU processes of an environment, in the order of their starts. */
  sfus(environment: Environment): WorkerProcess[] {
    const ofEnvironment = ({ requests }: StartedWorker) =>
      requests.some(({ name, body }) => name === 'start' && isOf(environment, body))
    return this.started
      .filter((worker) => worker.name === 'sfu' && ofEnvironment(worker))
      .map(({ process }) => process)
  }

  /** Names of what the SFU processes of an environment were asked, in order. */
  requests(environment: Environment): string[] {
    const processes = this.sfus(environment)
    const ofEnvironment = this.started.filter(({ process }) => processes.includes(process))
    return ofEnvironment.flatMap(({ requests }) => requests.map(({ name }) => name))
  }

  /** Tells the last started SFU process of an environment what to do. */
  orderSfu<Name extends keyof FakeSfuOrders>(
    environment: Environment,
    name: Name,
    body: FakeSfuOrders[Name],
  ): void {
    this.sfus(environment).at(-1)?.post({ kind: 'notification', name, body })
  }
}

const isOf = (environment: Environment, body: unknown) =>
  (body as SfuRequests['start'][0]).environment === environment

/** True while a child of this process runs. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
