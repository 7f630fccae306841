/** The archive process, its spool and its stores in memory, for tests of what control makes of them. */
import type {
  Answered,
  ArchiveNotifications,
  ArchiveRequests,
  SpoolContents,
} from '../../service/contract/archive-worker.ts'
import type { LostMedia, RecordedFile, SealedRecording } from '../../service/contract/archive.ts'
import type { TestStep } from '../../service/contract/console/destinations.ts'
import type { StoreFault, StoreFaultKind } from '../../service/contract/store-fault.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { ArchiveProcess } from '../../service/control/archive/archive-process.ts'

const STARTED_AT = Date.parse('2026-01-01T00:00:00Z')
export const NO_LOSS: LostMedia = { segments: 0, seconds: 0 }

/** What lies on disk of one recording. */
interface Spool {
  readonly files: RecordedFile[]
  ended: boolean
  writerPid: number
  lost: LostMedia
}

export type Upload = ArchiveRequests['file.upload'][0]
type UploadAnswer = ArchiveRequests['file.upload'][1]
type Name = Exclude<keyof ArchiveRequests, 'start' | 'stop' | 'publish.set'>

/** The disks of this machine and of the stores: they outlive every process. */
export class ArchiveDisks {
  /** By folder. */
  readonly spools = new Map<string, Spool>()
  /** Key → digest. */
  readonly stored = new Map<string, string>()
  /** Keys in the order in which they were stored. */
  readonly puts: string[] = []

  spool(folder: string, writerPid = 1): Spool {
    const found = this.spools.get(folder) ?? { files: [], ended: false, writerPid, lost: NO_LOSS }
    this.spools.set(folder, found)
    return found
  }

  /** What the recorder writes: the next file of the recording. */
  record(folder: string, writerPid = 1): RecordedFile {
    const { files } = this.spool(folder, writerPid)
    const file = files.length === 0 ? initFile() : segmentFile(files.length - 1)
    files.push(file)
    return file
  }

  put({ key, file }: Upload): void {
    this.stored.set(key, file.md5)
    this.puts.push(key)
  }
}

const initFile = (): RecordedFile => ({
  ...{ kind: 'init', name: 'init-0.mp4', bytes: 10, md5: 'init', offset: 0, durationSeconds: 0 },
})
export const segmentFile = (n: number): RecordedFile => ({
  ...{ kind: 'segment', name: `${String(n).padStart(6, '0')}.m4s`, bytes: 100, md5: `segment ${n}` },
  ...{ offset: n * 100, durationSeconds: 2 },
})

/** What sealing makes of files. */
export function sealedOf(files: readonly RecordedFile[]): SealedRecording {
  const segments = files.filter(({ kind }) => kind === 'segment').length
  if (segments === 0) return { files: [], durationSeconds: 0, videoFrames: 0, startedAt: 0 }
  const rest = { offset: 0, durationSeconds: 0 }
  return {
    files: [
      { kind: 'playlist', name: 'index.m3u8', bytes: 50, md5: `playlist of ${files.length}`, ...rest },
      { kind: 'movie', name: 'recording.mp4', bytes: segments * 100, md5: `movie of ${segments}`, ...rest },
    ],
    durationSeconds: segments * 2,
    videoFrames: segments * 60,
    startedAt: STARTED_AT,
  }
}

export function fault(kind: StoreFaultKind, change: Partial<StoreFault> = {}): StoreFault {
  return { kind, status: null, code: '', message: `it is ${kind}`, retryAfterMs: null, ...change }
}

/** One run of the process. Uploads are held until they are settled; everything else is answered at once. */
export class InMemoryArchive implements ArchiveProcess {
  readonly uploads = new Map<number, { readonly upload: Upload; settle(answer: UploadAnswer): void }>()
  readonly requests: { readonly name: Name; readonly body: unknown }[] = []
  /** Names of requests that the process refuses. */
  readonly refusing = new Set<Name>()
  /** What deletions are answered; null when they succeed. */
  deletionFault: StoreFault | null = null
  /** What sealing is answered; null when it succeeds. */
  sealFault: StoreFault | null = null
  #alive = true
  readonly #disks: ArchiveDisks
  readonly #progress = new Set<(progress: ArchiveNotifications['upload.progress']) => void>()
  readonly #steps = new Set<(id: string, step: TestStep) => void>()
  readonly #ends = new Set<() => void>()

  constructor(disks: ArchiveDisks) {
    this.#disks = disks
  }

  request<N extends Name>(name: N, body: ArchiveRequests[N][0]): Promise<ArchiveRequests[N][1]> {
    this.requests.push({ name, body })
    if (!this.#alive || this.refusing.has(name)) return Promise.reject(refusal('SERVICE_UNAVAILABLE'))
    return new Promise((resolve, reject) => {
      const end = () => reject(refusal('SERVICE_UNAVAILABLE'))
      this.#ends.add(end)
      this.#answers[name](body as never).then((answer) => {
        this.#ends.delete(end)
        resolve(answer)
      }, reject)
    })
  }

  onProgress(listener: (progress: ArchiveNotifications['upload.progress']) => void): void {
    this.#progress.add(listener)
  }

  onTestStep(listener: (id: string, step: TestStep) => void): void {
    this.#steps.add(listener)
  }

  progress(progress: ArchiveNotifications['upload.progress']): void {
    for (const listener of this.#progress) listener(progress)
  }

  step(id: string, step: TestStep): void {
    for (const listener of this.#steps) listener(id, step)
  }

  /** The upload of the file named so; the first one, where it is named by nothing. */
  find(name?: string): { readonly id: number; readonly upload: Upload } {
    for (const [id, { upload }] of this.uploads) {
      if (name === undefined || upload.key.endsWith(name)) return { id, upload }
    }
    throw new Error(`nothing uploads ${name ?? ''}`)
  }

  /** The store has the file. */
  finish(id: number): void {
    const { upload } = this.uploads.get(id) ?? {}
    if (upload) this.#disks.put(upload)
    this.#settle(id, { ok: true, value: {} })
  }

  fail(id: number, why: StoreFault): void {
    this.#settle(id, { ok: false, fault: why })
  }

  /** Everything that was asked breaks off. */
  crash(): void {
    this.uploads.clear()
    for (const end of this.#ends) end()
    this.#ends.clear()
  }

  /** The same, for good. */
  kill(): void {
    this.#alive = false
    this.crash()
  }

  #settle(id: number, answer: UploadAnswer): void {
    this.uploads.get(id)?.settle(answer)
    this.uploads.delete(id)
  }

  readonly #answers: { [N in Name]: (body: ArchiveRequests[N][0]) => Promise<ArchiveRequests[N][1]> } = {
    'spool.read': async ({ folder }): Promise<Answered<SpoolContents>> => {
      const found = this.#disks.spools.get(folder)
      const empty = { files: [], ended: true, writerPid: 0, lost: NO_LOSS }
      return { ok: true, value: found ? { ...found, files: [...found.files] } : empty }
    },
    'recording.seal': async ({ folder }) =>
      this.sealFault
        ? { ok: false, fault: this.sealFault }
        : { ok: true, value: sealedOf(this.#disks.spool(folder).files) },
    'spool.remove': async ({ folder }) => {
      this.#disks.spools.delete(folder)
      return {}
    },
    'file.upload': (upload) => new Promise((settle) => void this.uploads.set(upload.id, { upload, settle })),
    'upload.cancel': async ({ id }) => {
      this.fail(id, fault('interrupted', { code: 'Cancelled' }))
      return {}
    },
    'objects.delete': async ({ prefix }) => {
      if (this.deletionFault) return { ok: false, fault: this.deletionFault }
      const keys = [...this.#disks.stored.keys()].filter((key) => key.startsWith(prefix))
      for (const key of keys) this.#disks.stored.delete(key)
      return { ok: true, value: { deleted: keys.length } }
    },
    'destination.test': () => new Promise(() => undefined),
    'player.open': async ({ from, file }) => ({ url: `http://127.0.0.1:1/${from}/${file.name}` }),
  }
}
