import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { ComputerView, LoadView, ProcessView } from '../../service/contract/console/load.ts'
import { fieldCamera, SCENE_NOW, townHall, waiting } from '../support/console-scenes.ts'
import { engineView } from '../support/console-views.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const GB = 1e9
const SAMPLES = 60
const test = { ...waiting, name: '開演前のテスト映像とカメラの確認', testPicture: true, viewers: 3 }

const process = (
  name: ProcessView['name'],
  cpu: number | null,
  memoryBytes: number | null,
  more: Partial<ProcessView> = {},
): ProcessView => ({
  ...{ name, pid: Math.round((cpu ?? 0) * 1000) + 4000, channelId: null, spare: false },
  ...{ cpu, memoryBytes, ...more },
})

/** @param busy share of all cores at the end */
function computer(load: LoadView, busy: number): ComputerView {
  const factor = busy / 0.98
  return {
    now: SCENE_NOW,
    load: { ...load, cpu: busy },
    processes: [
      process('transcode', 0.47 * factor, 1.9 * GB, { channelId: townHall.channelId }),
      process('transcode', 0.14 * factor, 0.6 * GB, { channelId: test.channelId }),
      process('test-picture', 0.11 * factor, 0.3 * GB, { channelId: test.channelId }),
      process('sfu', 0.05 * factor, 0.4 * GB),
      process('ingest', 0.024 * factor, 0.1 * GB),
      process('control', 0.02 * factor, 0.3 * GB),
      process('transcode', 0, 0.09 * GB, { spare: true }),
      process('archive', null, null),
    ],
    others: { cpu: 0.166 * factor, memoryBytes: 10.3 * GB },
    recent: {
      at: Array.from({ length: SAMPLES }, (_, i) => SCENE_NOW - (SAMPLES - 1 - i) * 5000),
      cpu: Array.from({ length: SAMPLES }, (_, i) =>
        i === 0 ? null : Math.min(busy, 0.5 + Math.max(0, i - 24) * 0.06 + (i % 3) / 100),
      ),
    },
  }
}

function show(s: StandIn, busy: number, overload: LoadView['overload']): void {
  const load = { ...engineView().load, cpu: busy, overload }
  s.answer(CONSOLE_API.load.read, 200, computer(load, busy))
  s.show([townHall, { ...fieldCamera, findings: [] }, test], { load })
}

export const COMPUTER_SCENES: readonly Scene[] = [
  { name: 'computer', path: '/computer', prepare: (s) => show(s, 0.54, null) },
  {
    name: 'computer-overload',
    path: '/computer',
    prepare: (s) => show(s, 0.98, { since: SCENE_NOW - 170_000, of: 'cpu' }),
  },
  {
    name: 'computer-memory',
    path: '/computer',
    prepare: (s) => show(s, 0.4, { since: SCENE_NOW - 40_000, of: 'memory' }),
  },
]
