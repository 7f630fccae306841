import { expect, it } from 'vitest'
import type { LinkFrame, LinkPeer } from '../link/media-link.ts'
import { Handover } from './handover.ts'

const MIB = 1024 * 1024

/** A peer with so much that waits for it. */
function peer(backlogBytes: number) {
  const got: string[] = []
  let close: () => void = () => undefined
  let closed = false
  const one: LinkPeer = {
    backlogBytes,
    send: (frame: LinkFrame) => {
      if (frame.type === 'file') got.push(`${frame.path} ${frame.bytes.length}${frame.onDisk ? '' : ' held'}`)
      else if (frame.type === 'gone') got.push(`gone ${frame.path}`)
      return true
    },
    onFrame: () => undefined,
    onClose: (listener) => (close = () => listener(null)),
    onDrain: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => (closed = true),
  }
  return { peer: one, got, gone: () => close(), isClosed: () => closed }
}

it('hands every file to every process, in order, and first what the disk does not have', () => {
  const handover = new Handover()
  const [one, two] = [peer(0), peer(0)]
  handover.attach(one.peer, [['c/0.m4s', Buffer.alloc(3)]])
  handover.written('c/1.m4s', Buffer.alloc(5), true)
  handover.attach(two.peer, [])
  handover.written('c/r0.m3u8', Buffer.alloc(7), true)
  handover.removed('c/0.m4s')
  const after = ['c/r0.m3u8 7', 'gone c/0.m4s']
  expect(one.got).toEqual(['c/0.m4s 3 held', 'c/1.m4s 5', ...after])
  expect(two.got).toEqual(after)
  one.gone()
  handover.written('c/2.m4s', Buffer.alloc(1), true)
  expect([one.got.at(-1), two.got.at(-1)]).toEqual(['gone c/0.m4s', 'c/2.m4s 1'])
})

it('leaves a process that is late the disk, but for playlists and for what is nowhere else', () => {
  const handover = new Handover()
  const late = peer(17 * MIB)
  handover.attach(late.peer, [])
  handover.written('c/1.m4s', Buffer.alloc(1), true)
  handover.written('c/2.m4s', Buffer.alloc(2), false)
  handover.written('c/r0.m3u8', Buffer.alloc(3), true)
  expect(late.got).toEqual(['c/2.m4s 2 held', 'c/r0.m3u8 3'])
})

it('gives a process up that takes nothing: others go on', () => {
  const handover = new Handover()
  const [stuck, other] = [peer(65 * MIB), peer(0)]
  handover.attach(stuck.peer, [])
  handover.attach(other.peer, [])
  handover.written('c/r0.m3u8', Buffer.alloc(3), true)
  expect([stuck.got, stuck.isClosed(), other.got]).toEqual([[], true, ['c/r0.m3u8 3']])
})

it('leaves the disk what is too large for one frame', () => {
  const handover = new Handover()
  const one = peer(0)
  handover.attach(one.peer, [])
  handover.written('c/1.m4s', Buffer.alloc(16 * MIB), true)
  expect(one.got).toEqual([])
})
