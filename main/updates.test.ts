import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UpdateView } from '../service/contract/desktop-bridge.ts'
import { QUIET_MS } from './update-machine.ts'
import { UpdateError, type Updater } from './updater.ts'
import { Updates, type UpdatesParts } from './updates.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DAY = 86_400_000

/** A feed that has one newer version. */
function scripted(): Updater & { installed: number } {
  return {
    installed: 0,
    check: vi.fn(() => Promise.resolve('2.0.0')),
    download: (onPercent) => Promise.resolve(onPercent(30)),
    install() {
      this.installed += 1
    },
  }
}

function start(updater: UpdatesParts['updater'], automatic = false) {
  const views: UpdateView[] = []
  const quit = vi.fn()
  const parts = { updater, from: 'updates.example', quit, wanted: automatic }
  const updates = new Updates({
    ...parts,
    automatic: () => parts.wanted,
    changed: (view) => views.push(view),
  })
  updates.start()
  const phase = () => updates.view.state.phase
  return { updates, views, quit, parts, phase }
}

/** To a version that is downloaded. */
async function ready(updater: Updater) {
  const started = start(updater)
  started.updates.tell('off')
  for (const action of ['check', 'download'] as const) {
    started.updates.act(action)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(started.phase()).toBe('ready')
  return started
}

test('nothing is asked for before the operator wants it', async () => {
  const updater = scripted()
  const { updates, parts, phase } = start(updater)
  await vi.advanceTimersByTimeAsync(3 * DAY)
  expect(updater.check).not.toHaveBeenCalled()
  parts.wanted = true
  updates.checkIfWanted()
  await vi.advanceTimersByTimeAsync(0)
  expect(phase()).toBe('available')
  await vi.advanceTimersByTimeAsync(DAY)
  expect(updater.check).toHaveBeenCalledTimes(2)
})

test('where it is wanted, it is asked for at the start; nothing is downloaded', async () => {
  const updater = scripted()
  const download = vi.spyOn(updater, 'download')
  const { updates } = start(updater, true)
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.view).toEqual({
    state: { phase: 'available', version: '2.0.0' },
    ...{ automatic: true, from: 'updates.example', onAir: true },
  })
  expect(download).not.toHaveBeenCalled()
})

test.each(['no-feed', 'managed'] as const)(
  'off (%s) does nothing, and tells it when asked',
  async (reason) => {
    const { updates, views } = start(reason, true)
    for (const action of ['check', 'download', 'install', 'tell'] as const) updates.act(action)
    await vi.advanceTimersByTimeAsync(2 * DAY)
    expect(views).toEqual([expect.objectContaining({ state: { phase: 'off', reason } })])
    expect(updates.install(() => undefined)).toBe(false)
  },
)

test('off air, the application ends for it and installs at the very end', async () => {
  const updater = scripted()
  const { updates, quit } = await ready(updater)
  expect(updates.install(() => undefined)).toBe(false)
  updates.act('install')
  expect(quit).toHaveBeenCalledTimes(1)
  expect(updater.installed).toBe(0)
  expect(updates.install(() => undefined)).toBe(true)
  expect(updater.installed).toBe(1)
})

test('on air it waits, through a service that is gone for a while, until nothing has been on air long enough', async () => {
  const updater = scripted()
  const { updates, quit, phase } = await ready(updater)
  updates.tell('on')
  updates.act('install')
  expect(updates.view).toMatchObject({ state: { phase: 'waiting', restartsAt: null }, onAir: true })
  await vi.advanceTimersByTimeAsync(DAY)
  updates.tell('unknown')
  await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
  // The service is back, its encoder not yet.
  updates.tell('off')
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
  updates.tell('on')
  await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
  expect(quit).not.toHaveBeenCalled()
  updates.tell('off')
  expect(updates.view.state).toMatchObject({ restartsAt: Date.now() + QUIET_MS })
  await vi.advanceTimersByTimeAsync(QUIET_MS - 1)
  expect(phase()).toBe('waiting')
  await vi.advanceTimersByTimeAsync(1)
  expect(quit).toHaveBeenCalledTimes(1)
  expect(updater.installed).toBe(0)
})

test('what waits can be put off, and then stays', async () => {
  const { updates, quit, phase } = await ready(scripted())
  updates.tell('on')
  updates.act('install')
  updates.tell('off')
  updates.act('postpone')
  await vi.advanceTimersByTimeAsync(2 * QUIET_MS)
  expect(phase()).toBe('ready')
  expect(quit).not.toHaveBeenCalled()
})

test('an end that the operator asked for installs nothing that still waits', async () => {
  const updater = scripted()
  const { updates } = await ready(updater)
  updates.tell('on')
  updates.act('install')
  expect(updates.install(() => undefined)).toBe(false)
  expect(updater.installed).toBe(0)
})

test('what fails is told with its fault, and can be tried again', async () => {
  const updater = scripted()
  updater.check = () => Promise.reject(new UpdateError('unreachable', 'no answer', null))
  const { updates } = start(updater)
  updates.act('check')
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.view.state).toEqual({
    ...{ phase: 'failed', step: 'check', fault: 'unreachable', detail: 'no answer' },
  })
  updater.check = () => Promise.resolve(null)
  updates.act('check')
  await vi.advanceTimersByTimeAsync(0)
  expect(updates.view.state).toEqual({ phase: 'idle', checkedAt: Date.now() })
})
