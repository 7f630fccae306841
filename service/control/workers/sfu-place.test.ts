import { expect, it } from 'vitest'
import type { ConnectionId } from '../../contract/ids.ts'
import { SfuPlace } from './sfu-place.ts'
import type { SfuWorker, SfuWorkerParts } from './sfu-worker.ts'

const [a, b, c] = ['a', 'b', 'c'] as [ConnectionId, ConnectionId, ConnectionId]

/** A place whose process runs, and what that would tell. */
function place() {
  let hears: Pick<SfuWorkerParts, 'onLost' | 'onLoad'> | null = null
  const worker: Partial<SfuWorker> = {
    state: 'running',
    rests: false,
    configure: () => undefined,
    start: () => Promise.resolve(),
  }
  const made = new SfuPlace({
    isFurther: false,
    worker: (told) => {
      hears = told
      return worker as SfuWorker
    },
    options: () => ({ listen: [], port: 0 }),
    now: () => 0,
    onLost: () => undefined,
    onFailed: () => undefined,
  })
  return {
    made,
    connections: () => made.candidate.connections,
    tell: (connections: number) => hears?.onLoad({ cpu: 0, connections }),
    lose: () => hears?.onLost(),
  }
}

it('a connection counts from its being expected on, whenever the process tells its load', async () => {
  const { made, connections, tell } = place()
  await Promise.all([made.expect(a), made.expect(b), made.expect(c)])
  expect(connections()).toBe(3)
  tell(0)
  expect(connections()).toBe(3)
  made.answered(a, true)
  expect(connections()).toBe(3)
  tell(1)
  expect(connections()).toBe(3)
  made.answered(b, true)
  made.answered(c, false)
  expect(connections()).toBe(2)
  tell(2)
  expect(connections()).toBe(2)
})

it('nothing counts of a process that is gone', async () => {
  const { made, connections, lose } = place()
  await made.expect(a)
  lose()
  made.answered(a, true)
  expect(connections()).toBe(0)
})
