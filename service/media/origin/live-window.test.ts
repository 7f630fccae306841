import { expect, it } from 'vitest'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import { newId } from '../../platform/ids.ts'
import { LiveWindow } from './live-window.ts'

const channel = newId<ChannelId>()
const connection = newId<ConnectionId>()
const segment = (number: number) => `${channel}/${connection}/r0/${number}.m4s`
const bytes = (size: number, value = 0) => Buffer.alloc(size, value)

it('keeps the newest within its limit, and what the disk does not have for longer', () => {
  const window = new LiveWindow(1000)
  window.written(`${channel}/r0.m3u8`, bytes(100), true)
  window.written(`${channel}/${connection}/r0/init-0.mp4`, bytes(100), true)
  window.written(segment(0), bytes(300), false)
  for (const number of [1, 2, 3]) window.written(segment(number), bytes(300), true)
  const held = [0, 1, 2, 3].filter((number) => window.get(segment(number)))
  expect([held, window.size]).toEqual([[0, 3], 800])
  window.written(segment(4), bytes(2000), false)
  expect([0, 3, 4].filter((number) => window.get(segment(number)))).toEqual([])
  expect([window.get(`${channel}/r0.m3u8`)?.bytes.length, window.size]).toEqual([100, 200])
})

it('has another validator for other bytes of a playlist, and forgets files and folders', () => {
  const window = new LiveWindow(1000)
  const playlist = `${channel}/${connection}/r0.m3u8`
  const etag = (value: number) => {
    window.written(playlist, bytes(100, value), true)
    return window.get(playlist)?.headers.etag
  }
  expect([etag(1) === etag(2), etag(1) === etag(1)]).toEqual([false, true])
  window.written(segment(0), bytes(10), true)
  window.removed(segment(0))
  expect([window.get(segment(0)), window.size]).toEqual([undefined, 100])
  window.written(segment(1), bytes(10), true)
  window.removed(`${channel}/${connection}`)
  expect([window.get(segment(1)), window.get(playlist), window.size]).toEqual([undefined, undefined, 0])
})

it('leaves out what is no path of HLS', () => {
  const window = new LiveWindow(1000)
  window.written('../secrets.key', bytes(10), true)
  expect([window.get('../secrets.key'), window.size]).toEqual([undefined, 0])
})

it('does not keep all of what a small file was part of', () => {
  const window = new LiveWindow(1000)
  window.written(segment(0), Buffer.alloc(64 * 1024).subarray(0, 10), true)
  expect(window.get(segment(0))?.bytes.buffer.byteLength).toBe(10)
})
