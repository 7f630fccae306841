/** What is asked of a process that is still loading: nothing that has a time of its own. */
import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { WireMessage } from '../../contract/worker-protocol.ts'
import type { Host } from '../../platform/host.ts'
import { createLogger } from '../../platform/logger.ts'
import { TestPictures } from './test-pictures.ts'
import { TranscoderPool } from './transcoder-pool.ts'

const logger = createLogger('silent')

/** One process, which answers when it is told to. */
function process() {
  const asked: { readonly id: number; readonly name: string }[] = []
  const listeners: ((message: WireMessage) => void)[] = []
  const host: Host = {
    start: () =>
      Promise.resolve({
        pid: 7,
        post: (message) => message.kind === 'request' && asked.push({ id: message.id, name: message.name }),
        onMessage: (listener) => listeners.push(listener),
        onClose: () => undefined,
        kill: () => undefined,
      }),
  }
  const isAsked = (count: number) => waitFor(() => asked.length === count, `request ${count}`)
  const answer = (index: number) => {
    for (const listener of listeners) listener({ kind: 'reply', id: asked[index]?.id ?? 0, body: {} })
  }
  return { host, isAsked, answer, names: () => asked.map(({ name }) => name) }
}

it.each([
  [
    'assign',
    (host: Host) => {
      const timing = { assignMs: 10_000, drainMs: 1000, spareDelayMs: 1000 }
      const backOff = { firstMs: 10, longestMs: 10, stableMs: 1000 }
      const pool = new TranscoderPool({ host, clock: new ManualClock(), logger, timing, backOff })
      return pool.start({ connectionId: 'N' as ConnectionId, pipe: 'pipe', token: 'token' })
    },
  ],
  [
    'publish',
    (host: Host) =>
      new TestPictures(host, logger, () => undefined).start('C' as ChannelId, 'rtmp://a.test/C'),
  ],
])('%s comes when it is there', async (name, start) => {
  const { host, isAsked, answer, names } = process()
  const started = start(host)
  await isAsked(1)
  expect(names()).toEqual(['begin'])
  answer(0)
  await isAsked(2)
  expect(names()).toEqual(['begin', name])
  answer(1)
  await started
})
