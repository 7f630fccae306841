import { expect, it } from 'vitest'
import { player } from './play/play.ts'
import { publisher } from './publish.ts'
import type { Publish, PublishParts } from './publish.ts'
import { systemMaker } from './system.ts'
import type { SystemParts } from './system.ts'

/** Nothing is asked of anybody before the options are right. */
const untouched = new Proxy({}, { get: (_, name) => `${String(name)} was used` }) as PublishParts &
  SystemParts
const publish = publisher(untouched)
const wrong = (options: unknown) => publish('room', options as Parameters<Publish>[1])

it.each([
  [() => wrong({ fle: 'a.mp4' }), 'publish takes no option fle; it takes webrtc, file, key, loop,'],
  [() => wrong('a.mp4'), 'publish takes its options as an object.'],
  [
    () => wrong({ webrtc: true, loop: false }),
    'publish with webrtc takes no option loop; it takes webrtc, file',
  ],
  [() => wrong({ webrtc: false }), 'webrtc must be true or members of connect, not false.'],
  [
    () => systemMaker(untouched)({ zone: 'Asia/Tokyo' } as object),
    'system takes no option zone; it takes name,',
  ],
  [
    () =>
      player({ caCertFile: 'ca.pem', key: () => Promise.reject(new Error()) })('x', { time: 5 } as object),
    'play takes no option time; it takes segments, variant, timeoutMs, key.',
  ],
])('%s is refused, for what is not known would count for nothing', async (call, message) => {
  await expect(call()).rejects.toThrow(message)
})
