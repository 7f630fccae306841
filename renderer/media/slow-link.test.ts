import type { HlsConfig, Loader, LoaderCallbacks, LoaderContext, LoaderStats } from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { overLink, SlowLink } from './slow-link.ts'

test('a link hands over what is asked of it one after the other', () => {
  const link = new SlowLink()
  expect(link.arrival(1000, 1_000_000)).toBe(1000)
  link.limitBps = 80_000
  expect(link.arrival(1000, 10_000)).toBe(2000)
  expect(link.arrival(1500, 10_000)).toBe(3000)
  expect(link.arrival(9000, 5000)).toBe(9500)
  link.limitBps = null
  expect(link.arrival(9000, 1_000_000)).toBe(9000)
})

const BYTES = 10_000
const stats = { loaded: BYTES, loading: { start: 0, first: 0, end: 0 } } as LoaderStats

/** As hls.js's own, which has everything at once. */
class AtOnce implements Pick<Loader<LoaderContext>, 'load' | 'abort' | 'destroy'> {
  load(context: LoaderContext, _config: unknown, { onSuccess }: LoaderCallbacks<LoaderContext>): void {
    onSuccess({ url: context.url, data: 'x' }, stats, context, null)
  }
  abort(): void {}
  destroy(): void {}
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open(limitBps: number | null) {
  const link = new SlowLink()
  link.limitBps = limitBps
  const Slow = overLink(AtOnce as unknown as HlsConfig['loader'], link, () => Date.now())
  const loader = new Slow({} as HlsConfig)
  const arrived: number[] = []
  const load = () =>
    loader.load({ url: 'x', responseType: 'text', type: 'manifest' as never }, {} as never, {
      onSuccess: (_response, { loading }) => arrived.push(loading.end),
      onError: () => undefined,
      onTimeout: () => undefined,
    })
  return { loader, load, arrived }
}

test('an answer comes when the link would have brought it, and says so', () => {
  const began = Date.now()
  const { load, arrived } = open(80_000)
  load()
  vi.advanceTimersByTime(999)
  expect(arrived).toEqual([])
  vi.advanceTimersByTime(1)
  expect(arrived).toEqual([began + 1000])
})

test('without a limit it comes at once', () => {
  const { load, arrived } = open(null)
  load()
  expect(arrived).toHaveLength(1)
})

test.each(['abort', 'destroy'] as const)('nothing comes after %s', (end) => {
  const { loader, load, arrived } = open(80_000)
  load()
  loader[end]()
  vi.advanceTimersByTime(10_000)
  expect(arrived).toEqual([])
})
