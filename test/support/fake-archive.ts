/**
 * A stand-in for the archive process, to be started, killed and restarted: it speaks the real protocol and
 * does to uploads what a test tells it. What it says of a recording lies in the recording's folder, so that
 * a restart forgets nothing. It stores nothing.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Answered,
  ArchiveNotifications,
  ArchiveRequests,
  SpoolContents,
} from '../../service/contract/archive-worker.ts'
import type { SealedRecording } from '../../service/contract/archive.ts'
import { TEST_STEPS } from '../../service/contract/console/destinations.ts'
import type { TestStep } from '../../service/contract/console/destinations.ts'
import type { StoreFault } from '../../service/contract/store-fault.ts'
import { WORKER_PROTOCOL_VERSION } from '../../service/contract/worker-protocol.ts'
import { parentLink } from '../../service/platform/parent-link.ts'
import { Rpc } from '../../service/platform/rpc.ts'
import { CONTENTS_FILE, CRASH_AT_START, SEALED_FILE } from './fake-archive-words.ts'

/** What a test tells the process, as notifications. */
export interface FakeArchiveOrders {
  /**
   * What becomes of uploads from now on, also of those that are held; at first they finish. A fault answers
   * deletions too.
   */
  uploads: 'finish' | 'hold' | StoreFault
  /** Sends a notification. */
  progress: ArchiveNotifications['upload.progress']
  /** Refuses to seal, with these words; null to seal again. */
  refuseToSeal: string | null
  /** Ends as a crash does. */
  crash: Record<string, never>
  /** Answers nothing from now on. */
  hang: Record<string, never>
}

type Upload = ArchiveRequests['file.upload'][0]
type Outcome = Answered<Record<string, never>>

const NOTHING_LOST = { segments: 0, seconds: 0 }
const EMPTY: SpoolContents = { files: [], ended: true, writerPid: 0, lost: NOTHING_LOST }
const MOVIE_MD5 = 'd41d8cd98f00b204e9800998ecf8427e'
const SEALED: SealedRecording = {
  files: [
    { kind: 'playlist', name: 'index.m3u8', bytes: 100, md5: MOVIE_MD5, offset: 0, durationSeconds: 0 },
    { kind: 'movie', name: 'recording.mp4', bytes: 1000, md5: MOVIE_MD5, offset: 0, durationSeconds: 2 },
  ],
  durationSeconds: 2,
  videoFrames: 60,
  startedAt: Date.parse('2026-01-01T00:00:00Z'),
}

const done = {}
const held = new Map<number, { upload: Upload; settle(outcome: Outcome): void }>()
let uploads: FakeArchiveOrders['uploads'] = 'finish'
let refusal: string | null = null
let hanging = false

const link = parentLink()
link.onClose(() => process.exit(0))
const control = Rpc.connect<Record<string, never>, ArchiveRequests, ArchiveNotifications, FakeArchiveOrders>(
  link,
  {
    start({ version, origins }) {
      if (version !== WORKER_PROTOCOL_VERSION) throw new Error(`unknown version ${version}`)
      if (origins.includes(CRASH_AT_START)) process.exit(1)
      return answer({ playerPort: 4321 })
    },
    async 'spool.read'({ folder }) {
      return answer({ ok: true, value: await said<SpoolContents>(join(folder, CONTENTS_FILE), EMPTY) })
    },
    async 'recording.seal'({ folder }) {
      if (refusal !== null) throw new Error(refusal)
      return answer({ ok: true, value: await said<SealedRecording>(join(folder, SEALED_FILE), SEALED) })
    },
    async 'spool.remove'({ folder }) {
      await rm(folder, { recursive: true, force: true })
      return answer(done)
    },
    'file.upload': (upload) =>
      new Promise<Outcome>((settle) => {
        held.set(upload.id, { upload, settle })
        settleUploads()
      }).then(answer),
    'upload.cancel'({ id }) {
      settleUpload(id, { ok: false, fault: cancelled })
      return answer(done)
    },
    'objects.delete': () =>
      answer(
        typeof uploads === 'object' ? { ok: false, fault: uploads } : { ok: true, value: { deleted: 1 } },
      ),
    'destination.test'({ id }) {
      const steps = TEST_STEPS.map((name): TestStep => ({
        ...{ name, outcome: 'passed', durationMs: 1, fault: null, note: '' },
      }))
      for (const step of steps) control.notify('test.step', { id, step })
      return answer({ outcome: 'passed', steps })
    },
    'publish.set': () => answer(done),
    'player.open': ({ file }) => answer({ url: `http://127.0.0.1:4321/play/token/${file.name}` }),
    stop() {
      // After the reply, as the protocol has it.
      if (!hanging) setImmediate(() => process.disconnect())
      return answer(done)
    },
  },
  {
    uploads(order) {
      uploads = order
      settleUploads()
    },
    progress: (progress) => control.notify('upload.progress', progress),
    refuseToSeal: (words) => (refusal = words),
    crash: () => process.kill(process.pid, 'SIGKILL'),
    hang: () => (hanging = true),
  },
)

const cancelled: StoreFault = {
  ...{ kind: 'interrupted', status: null, code: 'Cancelled', message: 'The upload was cancelled.' },
  retryAfterMs: null,
}

function settleUploads(): void {
  if (uploads === 'hold') return
  for (const [id, { upload }] of held) {
    if (uploads === 'finish') {
      control.notify('upload.progress', { id, sentBytes: upload.file.bytes, state: null })
      settleUpload(id, { ok: true, value: done })
    } else settleUpload(id, { ok: false, fault: uploads })
  }
}

function settleUpload(id: number, outcome: Outcome): void {
  held.get(id)?.settle(outcome)
  held.delete(id)
}

async function said<T>(path: string, otherwise: T): Promise<T> {
  const text = await readFile(path, 'utf8').catch(() => null)
  return text === null ? otherwise : (JSON.parse(text) as T)
}

function answer<Reply>(reply: Reply): Promise<Reply> {
  return hanging ? new Promise(() => undefined) : Promise.resolve(reply)
}
