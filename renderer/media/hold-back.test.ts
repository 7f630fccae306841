import { expect, it } from 'vitest'
import { holdBackByParts } from './hold-back.ts'

it.each([
  ['one part', 0.334, 0.334],
  ['as much as the library does by itself where there are none', 0, 1],
])('holds back %s more after a stall', (_what, partTarget, increase) => {
  let loaded = (_event: string, _data: object) => {}
  const hls = {
    config: { liveSyncOnStallIncrease: 1 },
    on: (_event: string, run: typeof loaded) => (loaded = run),
  }
  holdBackByParts(hls as never, { LEVEL_LOADED: 'loaded' } as never)
  loaded('loaded', { details: { partTarget } })
  expect(hls.config.liveSyncOnStallIncrease).toBe(increase)
})
