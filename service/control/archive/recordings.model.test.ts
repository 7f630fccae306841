import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_LOSS, fault, sealedOf } from '../../../test/support/archive-in-memory.ts'
import { ArchiveScene, settled } from '../../../test/support/archive-scene.ts'
import type { RecordedFile, RecordingPlan } from '../../contract/archive.ts'
import type { ArchiveDestinationId } from '../../contract/ids.ts'
import type { StoreFaultKind } from '../../contract/store-fault.ts'

type Step =
  | { readonly do: 'begin'; readonly where: number; readonly renditions: number }
  | { readonly do: 'record' | 'record untold' | 'lose' | 'end' | 'upload' | 'damage'; readonly which: number }
  | { readonly do: 'ingest dies' | 'process dies' | 'control dies' | 'all die' | 'mend' }
  | { readonly do: 'break'; readonly where: number; readonly kind: StoreFaultKind }
  | { readonly do: 'pass'; readonly ms: number }

const which = fc.nat(50)
const where = fc.nat(1)
const of = <Do extends Step['do']>(...names: Do[]) => fc.constantFrom(...names)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: of('begin'), where, renditions: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 10, arbitrary: fc.record({ do: of('record', 'upload', 'upload'), which }) },
  { weight: 4, arbitrary: fc.record({ do: of('record untold', 'lose', 'end', 'end', 'damage'), which }) },
  { weight: 2, arbitrary: fc.record({ do: of('ingest dies', 'process dies', 'control dies', 'all die') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: of('break'),
      where,
      kind: fc.constantFrom<StoreFaultKind>('timeout', 'busy', 'forbidden', 'full'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: of('mend') }) },
  { weight: 4, arbitrary: fc.record({ do: of('pass'), ms: fc.nat(40_000) }) },
)

interface Known {
  readonly plan: RecordingPlan
  readonly files: RecordedFile[]
  lost: boolean
  open: boolean
}

/** The machine: what is really there, whatever control believes. */
class Machine {
  readonly scene = new ArchiveScene()
  readonly where: readonly ArchiveDestinationId[]
  readonly all: Known[] = []
  readonly broken = new Map<string, StoreFaultKind>()
  #pid = 1

  constructor() {
    this.where = [this.scene.destination, this.scene.addDestination('s3://two')]
    this.scene.plane.start()
  }

  async run(step: Step): Promise<void> {
    const { scene } = this
    const open = this.all.filter((known) => known.open)
    const one = 'which' in step ? open[step.which % Math.max(1, open.length)] : undefined
    if (step.do === 'begin') this.#begin(step)
    else if (step.do === 'pass') scene.clock.advance(step.ms)
    else if (step.do === 'break') this.broken.set(`bucket-${step.where}`, step.kind)
    else if (step.do === 'mend') this.broken.clear()
    else if (step.do === 'upload' || step.do === 'damage') this.#settleOne(step.which, step.do === 'damage')
    else if (step.do === 'process dies') scene.process.crash()
    else if (step.do === 'ingest dies') {
      this.#ingestDies(false)
      scene.ingest.tell('ingest.lost', { reason: 'worker-lost' })
    } else if (step.do === 'control dies' || step.do === 'all die') {
      // Killed ingest processes leave no last line; one that sees control go writes it.
      this.#ingestDies(step.do === 'control dies')
      await scene.restart()
    } else if (one) this.#write(step.do, one)
    await settled()
    this.#check()
  }

  /** Everything is well from now on, for as long as it takes. */
  async conclude(): Promise<void> {
    const { scene } = this
    this.broken.clear()
    for (const known of this.all.filter(({ open }) => open)) this.#write('end', known)
    await settled()
    for (let i = 0; i < 48 && !this.#isDone(); i++) {
      scene.clock.advance(450_000)
      await settled()
      await scene.uploadAll()
      this.#check()
    }
  }

  #isDone(): boolean {
    return this.all.every(({ plan, files }) => {
      const { disks } = this.scene
      const state = this.scene.state(plan.recordingId)
      if (!hasMedia(files)) return state === null || state === 'failed'
      return state === 'available' && !disks.spools.has(plan.folder)
    })
  }

  #begin({ where, renditions }: { readonly where: number; readonly renditions: number }): void {
    const destinations = Array.from({ length: renditions }, (_, i) => this.where[(where + i) % 2] ?? '')
    for (const plan of this.scene.begin(destinations as ArchiveDestinationId[])) {
      this.all.push({ plan, files: [], lost: false, open: true })
    }
  }

  #write(what: 'record' | 'record untold' | 'lose' | 'end', known: Known): void {
    const { scene } = this
    const { recordingId, folder } = known.plan
    const spool = scene.disks.spool(folder, this.#pid)
    if (what === 'end') {
      known.open = false
      spool.ended = true
      scene.ingest.tell('recording.ended', { recordingId, lost: spool.lost })
    } else if (what === 'lose') {
      known.lost = true
      spool.lost = { segments: spool.lost.segments + 1, seconds: spool.lost.seconds + 2 }
      scene.ingest.tell('recording.lost', { recordingId, lost: spool.lost })
    } else {
      const file = scene.disks.record(folder, this.#pid)
      known.files.push(file)
      if (what === 'record') scene.ingest.tell('recording.file', { recordingId, file })
    }
  }

  #ingestDies(isTold: boolean): void {
    const { scene } = this
    for (const known of this.all.filter(({ open }) => open)) {
      known.open = false
      const spool = scene.disks.spools.get(known.plan.folder)
      if (spool && isTold) spool.ended = true
    }
    scene.pids.delete(this.#pid)
    scene.pids.add(++this.#pid)
  }

  #settleOne(which: number, isDamaged: boolean): void {
    const { process } = this.scene
    const ids = [...process.uploads.keys()]
    const id = ids[which % Math.max(1, ids.length)]
    if (id === undefined) return
    const { destination } = process.uploads.get(id)?.upload ?? {}
    const bucket = destination?.kind === 's3' ? destination.bucket : ''
    const kind = this.broken.get(bucket === 'one' ? 'bucket-0' : 'bucket-1')
    if (kind) process.fail(id, fault(kind))
    else if (isDamaged) process.fail(id, fault('damaged'))
    else process.finish(id)
  }

  #check(): void {
    const { process, disks } = this.scene
    const uploads = [...process.uploads.values()].map(({ upload }) => upload)
    expect(uploads.length).toBeLessThanOrEqual(6)
    expect(new Set(uploads.map(({ key }) => key)).size).toBe(uploads.length)
    for (const { bucketUri } of this.scene.plane.destinations.views(this.scene.system.systemId)
      .destinations) {
      const there = uploads.filter(
        ({ destination }) => `s3://${(destination as { bucket: string }).bucket}` === bucketUri,
      )
      expect(there.length).toBeLessThanOrEqual(3)
    }
    for (const { plan, files } of this.all) {
      const state = this.scene.state(plan.recordingId)
      const stored = this.#stored(plan)
      const segments = files.filter(({ name }) => stored.has(name)).length
      // The playlist names nothing that is not there, and the movie comes last.
      if (stored.has('index.m3u8')) expect(segments).toBe(files.length)
      if (stored.has('recording.mp4')) expect(stored.has('index.m3u8')).toBe(true)
      if (state === 'available') expect(stored).toEqual(wholeOf(files))
      // The local copy goes only when everything is there.
      else if (hasMedia(files)) expect(disks.spools.get(plan.folder)?.files).toHaveLength(files.length)
    }
  }

  #stored({ recordingId }: RecordingPlan): Map<string, string> {
    const found = this.scene.plane.recordings.find(this.scene.system.systemId, recordingId)
    if (!found) return new Map()
    return new Map(
      [...this.scene.disks.stored]
        .filter(([key]) => key.startsWith(found.path))
        .map(([key, md5]) => [key.slice(found.path.length), md5]),
    )
  }
}

/** An initialization segment is nothing without a segment. */
const hasMedia = (files: readonly RecordedFile[]) => files.some(({ kind }) => kind === 'segment')

const wholeOf = (files: readonly RecordedFile[]) =>
  new Map([...files, ...sealedOf(files).files].map(({ name, md5 }) => [name, md5]))

it('brings everything that was recorded to its store, once and in order, whatever dies when', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
      const machine = new Machine()
      const { scene } = machine
      try {
        for (const one of steps) await machine.run(one)
        await machine.conclude()
        const events = scene.events()
        for (const { plan, files, lost } of machine.all) {
          const told = events.filter(({ data }) => data.recording_id === plan.recordingId)
          const created = told.filter(({ type }) => type === 'archive.created')
          const final = told.filter((event) => event.type === 'archive.failed' && !event.data.will_retry)
          const state = scene.state(plan.recordingId)
          const outcome = { state, created: created.length, failed: final.length }
          if (hasMedia(files)) expect(outcome).toEqual({ state: 'available', created: 1, failed: 0 })
          else if (lost) expect(outcome).toEqual({ state: 'failed', created: 0, failed: 1 })
          else expect(outcome).toEqual({ state: null, created: 0, failed: 0 })
          if (hasMedia(files)) {
            expect(scene.disks.spools.has(plan.folder)).toBe(false)
            expect(scene.view(plan.recordingId)).toMatchObject({ local: false, nextTryAt: null })
          }
        }
      } finally {
        await scene.close()
      }
    }),
    { numRuns: 30 },
  )
})

it('keeps what nothing is said of any more: a recorder that never says that it ended', async () => {
  const scene = new ArchiveScene()
  scene.plane.start()
  const plan = scene.beginOne()
  scene.record(plan, 3)
  // A process of the same id runs after the restart, and will never end this recording.
  await scene.restart()
  expect(scene.state(plan.recordingId)).toBe('recording')
  for (let i = 0; i < 130; i++) {
    scene.clock.advance(250)
    await settled()
  }
  await scene.uploadAll()
  expect(scene.state(plan.recordingId)).toBe('available')
  expect(scene.view(plan.recordingId)).toMatchObject({ lostMs: NO_LOSS.seconds, durationMs: 4000 })
  await scene.close()
})
