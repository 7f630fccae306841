import type { ChannelLowLatency } from '../../service/contract/console/low-latency.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { fieldCamera, mixed } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { showOpen } from './access-scenes.ts'
import type { Scene } from './scene.ts'

const { read } = CONSOLE_API.lowLatency
/** On air with it. */
const began = {
  ...fieldCamera,
  connections: fieldCamera.connections.map((one) => ({ ...one, lowLatency: true })),
}

const show = (channel: typeof fieldCamera, view: ChannelLowLatency) => (s: StandIn) => {
  showOpen(s)
  s.show(mixed.map((one) => (one.channelId === channel.channelId ? channel : one)))
  s.answer(read, 200, view)
}

const SCENES: readonly Omit<Scene, 'path' | 'after'>[] = [
  { name: 'low-latency-on', prepare: show(began, { mode: 'on', on: true, installation: false }) },
  {
    name: 'low-latency-next',
    prepare: show(fieldCamera, { mode: 'installation', on: true, installation: true }),
  },
  { name: 'low-latency-keeps', prepare: show(began, { mode: 'off', on: false, installation: true }) },
  {
    name: 'low-latency-failed',
    prepare: (s) => {
      showOpen(s)
      s.refuse(read, refusal('INTERNAL'))
    },
  },
]

export const LOW_LATENCY_SCENES: readonly Scene[] = SCENES.map((scene) => ({
  ...scene,
  path: `/channels/${fieldCamera.channelId}?view=access`,
  after: (page) => page.getByRole('region', { name: /^(Low latency|低遅延)$/ }).scrollIntoViewIfNeeded(),
}))
