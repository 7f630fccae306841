import type { UpdateState, UpdateView } from '../../service/contract/desktop-bridge.ts'
import { many, mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { failingOf } from '../support/console-views.ts'
import { webhookEndpoints } from '../support/console-webhook-scenes.ts'
import type { Scene } from './scene.ts'

/** Runs in the page before its own scripts: the bridge of the desktop's preload, which says this of updates. */
export function offerUpdates(view: UpdateView): void {
  const done = () => Promise.resolve()
  const bridge = {
    ...{ host: 'electron', version: '0.5.0', platform: 'linux', onCommand: () => () => undefined },
    ...{ setLanguage: done, setNotices: done, update: done, setAutomaticUpdates: done, showFile: done },
    onUpdates: (listener: (view: UpdateView) => void) => {
      listener(view)
      return () => undefined
    },
  }
  Object.assign(globalThis, { airdesk: bridge })
}

const VERSION = '0.6.0'
const settings = '/settings?section=about'

function scene(name: string, state: UpdateState, more: Partial<UpdateView> & { path?: string } = {}): Scene {
  const { path = settings, ...view } = more
  const from = 'updates.example'
  return {
    name: `updates-${name}`,
    path,
    prepare: (s: StandIn) => s.show(mixed),
    updates: { state, automatic: false, from, onAir: true, ...view },
  }
}

export const UPDATES_SCENES: readonly Scene[] = [
  scene('none', { phase: 'off', reason: 'no-feed' }, { from: null }),
  scene('never', { phase: 'idle', checkedAt: null }),
  scene('newest', { phase: 'idle', checkedAt: SCENE_NOW - 3_600_000 }, { automatic: true }),
  scene('available', { phase: 'available', version: VERSION }),
  scene('downloading', { phase: 'downloading', version: VERSION, percent: 42 }),
  scene('ready', { phase: 'ready', version: VERSION }, { onAir: false }),
  scene('ready-on-air', { phase: 'ready', version: VERSION }),
  scene('waiting', { phase: 'waiting', version: VERSION, restartsAt: null }),
  scene(
    'restarting',
    { phase: 'waiting', version: VERSION, restartsAt: SCENE_NOW + 20_000 },
    { onAir: false },
  ),
  scene('failed', {
    ...{ phase: 'failed', step: 'download', fault: 'checksum' },
    detail: 'sha512 checksum mismatch, expected kq0V…, got 9c2B…',
  }),
  {
    ...scene('room', { phase: 'waiting', version: VERSION, restartsAt: null }, { path: '/channels' }),
    prepare: (s) => s.show(many(40), { webhooks: failingOf(webhookEndpoints) }),
  },
]
