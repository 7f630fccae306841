import { expect, it } from 'vitest'
import { SetClock } from '../../../test/support/set-clock.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import { SfuPlace } from './sfu-place.ts'
import type { SfuWorker, SfuWorkerParts } from './sfu-worker.ts'

const [a, b, c] = ['a', 'b', 'c'] as [ConnectionId, ConnectionId, ConnectionId]

/** A place whose process runs, and what that would tell. */
function place({ isFurther = false, ...change }: Partial<SfuWorker> & { readonly isFurther?: boolean } = {}) {
  const clock = new SetClock()
  let hears: Pick<SfuWorkerParts, 'onLost' | 'onLoad'> | null = null
  const worker: Partial<SfuWorker> = {
    state: 'running',
    rests: false,
    configure: () => undefined,
    start: () => Promise.resolve(),
    ...change,
  }
  const made = new SfuPlace({
    isFurther,
    worker: (told) => {
      hears = told
      return worker as SfuWorker
    },
    options: () => ({ listen: [], port: 0 }),
    clock,
    onLost: () => undefined,
    onFailed: () => undefined,
  })
  return {
    ...{ made, clock },
    connections: () => made.candidate.connections,
    tell: (cpu: number) => hears?.onLoad({ cpu }),
    lose: () => hears?.onLost(),
  }
}

it('a connection counts from when it is about to open until it is gone', () => {
  const { made, connections, tell } = place()
  for (const id of [a, b, a]) made.comes(id)
  expect(connections()).toBe(2)
  tell(0.5)
  expect(made.candidate).toMatchObject({ cpu: 0.5, connections: 2 })
  made.gone(a)
  made.gone(c)
  expect(connections()).toBe(1)
})

it('nothing counts of a process that is gone', () => {
  const { made, lose, tell } = place()
  made.comes(a)
  tell(0.5)
  lose()
  expect(made.candidate).toMatchObject({ cpu: 0, connections: 0 })
})

it('a further process that could not be started is left alone for 30 s, also where the clock is set back', async () => {
  const start = () => Promise.reject(new Error('the port is taken'))
  const { made, clock } = place({ isFurther: true, state: 'stopped', start })
  await expect(made.start()).rejects.toThrow('taken')
  clock.step = -3_600_000
  clock.advance(29_999)
  expect(made.candidate.state).toBe('away')
  clock.advance(1)
  expect(made.candidate.state).toBe('absent')
})
