import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { MemoryStore } from '../../../../test/support/memory-store.ts'
import type { StoreAct } from '../../../../test/support/memory-store.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { folderDestination } from '../../../../test/support/storage/folder-destination.ts'
import type { ArchiveDestination } from '../../../contract/archive.ts'
import { TEST_STEPS } from '../../../contract/console/destinations.ts'
import type { TestReport, TestStep } from '../../../contract/console/destinations.ts'
import type { StoreFaultKind } from '../../../contract/store-fault.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'
import { testDestination } from './test-destination.ts'

const SETTINGS = { azblobEndpoint: null, gsEndpoint: null, stallMs: 60_000, ownPorts: () => [] }
const SECRET = 'the-secret-key'

let server: Server
let destination: ArchiveDestination
beforeAll(async () => {
  server = createServer((socket) => socket.on('error', () => undefined))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  destination = {
    ...{ kind: 's3', reach: 'computer', bucket: 'archive', path: 'a/b', region: 'eu-west-1' },
    endPoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ accessKeyId: 'id', secretAccessKey: SECRET },
  }
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

let store: MemoryStore
let clock: ManualClock
let told: TestStep[]
beforeEach(() => {
  store = new MemoryStore()
  clock = new ManualClock()
  told = []
})

async function run(of = destination): Promise<TestReport> {
  const report = await testDestination(of, {
    ...{ openStore: () => store, settings: SETTINGS, clock },
    onStep: (step) => told.push(step),
  })
  expect(told).toEqual(report.steps)
  expect(report.steps.map(({ name }) => name)).toEqual(TEST_STEPS)
  expect(JSON.stringify(report)).not.toContain(SECRET)
  return report
}

const outcomes = ({ steps }: TestReport) => steps.map(({ outcome }) => outcome)
const step = ({ steps }: TestReport, name: TestStep['name']) => steps.find((one) => one.name === name)
const fault = (kind: StoreFaultKind) => new StoreError(kind, `told ${kind}`, { status: 403 })

/** The report of a failure in the step, with everything after it skipped. */
async function failsAt(name: TestStep['name'], kind: StoreFaultKind): Promise<TestReport> {
  const report = await run()
  expect(report.outcome).toBe('failed')
  const at = TEST_STEPS.indexOf(name)
  expect(outcomes(report).slice(0, at)).not.toContain('failed')
  expect(step(report, name)).toMatchObject({ outcome: 'failed', fault: { kind } })
  return report
}

describe('the test of a destination that works', () => {
  it('passes every step and leaves nothing behind', async () => {
    const report = await run()
    expect(report.outcome).toBe('passed')
    expect(outcomes(report)).toEqual(TEST_STEPS.map(() => 'passed'))
    expect(step(report, 'reach')?.note).toMatch(/^127\.0\.0\.1:\d+ \(127\.0\.0\.1:\d+\)$/)
    expect(step(report, 'write')?.note).toMatch(/^airdesk-test-[0-9a-f]{16}\.txt$/)
    expect(store.objects.size).toBe(0)
    expect(store.closed).toBe(1)
  })

  it('stores an object that takes more than one part', async () => {
    let parts = 0
    store.beforePart = () => {
      parts++
      return Promise.resolve()
    }
    await run()
    expect(parts).toBe(3) // the marker and two parts
  })

  it('tells the skew of the clocks in seconds', async () => {
    store.found = { clockSkewMs: -1234, mayList: true }
    expect(step(await run(), 'clock')).toMatchObject({ outcome: 'passed', note: '-1.2 s' })
  })
})

describe('the test of a destination that does not work', () => {
  it('fails at reach when nothing listens', async () => {
    const report = await run({ ...destination, endPoint: 'http://127.0.0.1:1' } as ArchiveDestination)
    expect(step(report, 'reach')).toMatchObject({ outcome: 'failed', fault: { kind: 'refused' } })
    expect(outcomes(report).slice(2)).toEqual(TEST_STEPS.slice(2).map(() => 'skipped'))
  })

  it.each(['credentials', 'timeout', 'tls', 'busy'] as const)(
    'fails at credentials when the bucket is asked for and the answer is %s',
    async (kind) => {
      store.faults.probe = fault(kind)
      const report = await failsAt('credentials', kind)
      expect(outcomes(report).slice(3)).toEqual(TEST_STEPS.slice(3).map(() => 'skipped'))
      expect(store.objects.size).toBe(0)
    },
  )

  it('fails at credentials and at clock when the clocks differ too much', async () => {
    store.faults.probe = fault('clock-skew')
    const report = await failsAt('credentials', 'clock-skew')
    expect(step(report, 'clock')).toMatchObject({ outcome: 'failed', fault: { kind: 'clock-skew' } })
    expect(step(report, 'delete')?.outcome).toBe('skipped')
  })

  it('fails at credentials when they cannot even be used, without words of unknown origin', async () => {
    const report = await testDestination(destination, {
      openStore: () => {
        throw new TypeError(`no key: ${SECRET}`)
      },
      ...{ settings: SETTINGS, clock, onStep: () => undefined },
    })
    expect(step(report, 'credentials')).toMatchObject({
      outcome: 'failed',
      fault: { message: 'The test could not go on (TypeError)' },
    })
  })

  it('fails at bucket when there is none', async () => {
    store.faults.probe = fault('no-bucket')
    expect(step(await failsAt('bucket', 'no-bucket'), 'credentials')?.outcome).toBe('passed')
  })

  it.each(['forbidden', 'full', 'clock-skew'] as const)('fails at write when it is %s', async (kind) => {
    store.faults.put = fault(kind)
    await failsAt('write', kind)
  })

  it('fails at read-back when other bytes come back, and removes the marker', async () => {
    store.forged = Buffer.alloc(1000, 'x')
    const report = await failsAt('read-back', 'damaged')
    expect(step(report, 'delete')).toMatchObject({ outcome: 'skipped', note: '' })
    expect(store.objects.size).toBe(0)
  })

  it('fails at multipart when parts are forbidden, and gives the upload up', async () => {
    store.faults.parts = fault('forbidden')
    await failsAt('multipart', 'forbidden')
    expect(store.begun.size).toBe(0)
    expect(store.objects.size).toBe(0)
  })

  it('fails at delete when the store fails, and says what is left behind', async () => {
    store.faults.delete = fault('busy')
    const report = await failsAt('delete', 'busy')
    expect(step(report, 'delete')?.note).toBe([...store.objects.keys()].join(', '))
  })

  it('does not say that something is left behind where nothing may be stored', async () => {
    const forbidden = fault('forbidden')
    Object.assign(store.faults, { put: forbidden, parts: forbidden, delete: forbidden })
    const report = await failsAt('write', 'forbidden')
    expect(step(report, 'delete')).toMatchObject({ outcome: 'skipped', note: '' })
  })

  it('fails at bucket where what is asked for is an object', async () => {
    store.faults.probe = fault('not-found')
    await failsAt('bucket', 'no-bucket')
  })

  it('says what is left behind of a test that failed', async () => {
    Object.assign(store.faults, { parts: fault('forbidden'), delete: fault('forbidden') })
    const report = await failsAt('multipart', 'forbidden')
    expect(step(report, 'delete')).toMatchObject({ outcome: 'skipped' })
    for (const key of store.objects.keys()) expect(step(report, 'delete')?.note).toContain(key)
  })
})

describe('the test of a destination with partial rights', () => {
  it('warns at bucket when listing is not allowed', async () => {
    store.found = { clockSkewMs: null, mayList: false }
    const report = await run()
    expect(report.outcome).toBe('warning')
    expect(step(report, 'bucket')).toMatchObject({ outcome: 'warning', fault: { kind: 'forbidden' } })
    expect(outcomes(report).filter((outcome) => outcome !== 'passed')).toEqual(['warning'])
  })

  it('warns at bucket when asking for it is forbidden, and goes on', async () => {
    store.faults.probe = fault('forbidden')
    const report = await run()
    expect(step(report, 'bucket')).toMatchObject({ outcome: 'warning', fault: { message: 'told forbidden' } })
    expect(step(report, 'write')?.outcome).toBe('passed')
  })

  it('warns at read-back when reading is forbidden', async () => {
    store.faults.read = fault('forbidden')
    const report = await run()
    expect(report.outcome).toBe('warning')
    expect(step(report, 'read-back')).toMatchObject({ outcome: 'warning', fault: { kind: 'forbidden' } })
    expect(step(report, 'multipart')?.outcome).toBe('passed')
  })

  it('warns at delete when deleting is forbidden, and names what is left behind', async () => {
    store.faults.delete = fault('forbidden')
    const report = await run()
    expect(report.outcome).toBe('warning')
    expect(store.objects.size).toBe(2)
    expect(step(report, 'delete')).toMatchObject({
      outcome: 'warning',
      note: [...store.objects.keys()].join(', '),
    })
  })

  it('warns at clock when the clocks are far apart and the store has not minded', async () => {
    store.found = { clockSkewMs: 301_000, mayList: true }
    expect(step(await run(), 'clock')).toMatchObject({
      outcome: 'warning',
      note: '301.0 s',
      fault: { kind: 'clock-skew' },
    })
  })
})

describe('the test of a store that does not answer', () => {
  it.each([
    ['probe', 'credentials'],
    ['put', 'write'],
    ['read', 'read-back'],
    ['parts', 'multipart'],
    ['delete', 'delete'],
  ] as [StoreAct, TestStep['name']][])('fails when %s hangs, at %s after 20 seconds', async (act, name) => {
    store.faults[act] = 'hang'
    const running = run()
    await waitFor(() => store.hanging.length > 0, `${act} to hang`)
    clock.advance(20_000)
    expect(step(await running, name)).toMatchObject({
      outcome: 'failed',
      durationMs: 20_000,
      fault: { kind: 'timeout' },
    })
  })

  it('ends within a minute when every step takes long', async () => {
    const begin = clock.now()
    const pass = async (seconds: number) => {
      for (let passed = 0; passed < seconds; passed++) {
        clock.advance(1000)
        await setImmediate()
      }
    }
    store.beforePart = () => pass(19)
    store.faults.delete = 'hang'
    const ended = run().then(() => clock.now())
    await waitFor(() => store.hanging.length > 0, 'the deletion to hang')
    await pass(60)
    expect(outcomes({ outcome: 'failed', steps: told })).toContain('failed')
    expect((await ended) - begin).toBeGreaterThan(40_000)
    expect((await ended) - begin).toBeLessThanOrEqual(60_000)
  })
})

describe('the test of a folder', () => {
  let root: string
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'airdesk-test-'))
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  it('passes where the folder can be made', async () => {
    const report = await run(folderDestination(join(root, 'archive')))
    expect(report.outcome).toBe('passed')
    expect(step(report, 'reach')?.note).toBe(root)
  })

  it('fails at reach where what holds the folder is not there', async () => {
    const report = await run(folderDestination(join(root, 'gone', 'archive')))
    expect(step(report, 'reach')).toMatchObject({
      outcome: 'failed',
      fault: { kind: 'no-folder', code: 'ENOENT' },
    })
  })

  it('fails at bucket and not at credentials, of which it has none', async () => {
    store.faults.probe = fault('busy')
    const report = await run(folderDestination(join(root, 'archive')))
    expect(step(report, 'credentials')?.outcome).toBe('passed')
    expect(step(report, 'bucket')).toMatchObject({ outcome: 'failed', fault: { kind: 'busy' } })
  })
})
