import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasDiscontinuity, hasEnded } from '../../../test/support/broadcast.ts'
import { PublicationScene, SMALLER } from '../../../test/support/publication-scene.ts'
import type { TestPublisher } from '../../../test/support/publication-scene.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { SegmentStore } from '../hls/segment-store.ts'

const GRACE_MS = 10_000
const RETENTION_MS = 600_000

let scene: PublicationScene
beforeEach(async () => {
  scene = await PublicationScene.open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await scene.close()
})

const idOf = ({ publication }: TestPublisher) => publication.connectionId
const ends = async (of: TestPublisher | null) => hasEnded((await scene.playlist(of)) ?? '')
const segments = (text: string | null) => (text ?? '').split('#EXTINF').length - 1

/** Sends 3 s, and waits until the channel's playlist shows them. */
async function onAir(): Promise<TestPublisher> {
  const publisher = scene.publish()
  publisher.send(3)
  const shown = async () => (await scene.playlist())?.includes(idOf(publisher))
  await waitFor(shown, 'the connection in the playlist of the channel')
  return publisher
}

/** The publisher goes; what it sent is packaged. */
async function leave(publisher: TestPublisher): Promise<void> {
  publisher.leave()
  await publisher.publication.drained
}

const untilEnded = (count: number) => waitFor(() => scene.ended.length >= count, `${count} end marks`)

describe('a publisher that goes', () => {
  it('is no longer on air at once; its end mark comes after 10 s, and the channel’s with it', async () => {
    const publisher = await onAir()
    expect(scene.output.publications).toEqual([publisher.publication])
    await leave(publisher)
    expect(scene.output.publications).toEqual([])
    const end = vi.spyOn(publisher.publication.stream, 'end')
    scene.clock.advance(GRACE_MS - 1)
    await setImmediate()
    expect(end).not.toHaveBeenCalled()
    expect([await ends(publisher), await ends(null)]).toEqual([false, false])
    scene.clock.advance(1)
    await untilEnded(1)
    expect(scene.ended).toEqual([idOf(publisher)])
    expect([await ends(publisher), await ends(null)]).toEqual([true, true])
    expect((await scene.playlist())?.match(/(?<=#EXTINF:)[\d.]+/g)?.map(Number)).toEqual([1, 1, 1])
  })

  it('and is back within 10 s goes on in the channel’s playlist after a discontinuity', async () => {
    const first = await onAir()
    await leave(first)
    scene.clock.advance(GRACE_MS - 3000)
    const second = await onAir()
    await untilEnded(1)
    expect(scene.ended).toEqual([idOf(first)])
    expect([await ends(first), await ends(second), await ends(null)]).toEqual([true, false, false])
    const text = (await scene.playlist()) ?? ''
    expect(hasDiscontinuity(text)).toBe(true)
    expect(text).toContain(idOf(first))
    await leave(second)
    scene.clock.advance(GRACE_MS)
    await untilEnded(2)
    expect([await ends(second), await ends(null)]).toEqual([true, true])
  })

  it('and is back later starts the channel’s playlist anew', async () => {
    const first = await onAir()
    await leave(first)
    scene.clock.advance(GRACE_MS)
    await untilEnded(1)
    const second = await onAir()
    const text = (await scene.playlist()) ?? ''
    expect(text).toContain('#EXT-X-MEDIA-SEQUENCE:0\n')
    expect([hasEnded(text), hasDiscontinuity(text), text.includes(idOf(first))]).toEqual([
      false,
      false,
      false,
    ])
    expect(await ends(second)).toBe(false)
  })

  it('beside another that sends on ends its own playlist only', async () => {
    const stays = await onAir()
    const goes = await onAir()
    await leave(goes)
    scene.clock.advance(GRACE_MS)
    await untilEnded(1)
    expect([await ends(goes), await ends(stays), await ends(null)]).toEqual([true, false, false])
    expect(scene.output.publications).toEqual([stays.publication])
  })

  it('on purpose has its end mark at once, and the channel’s with it', async () => {
    const publisher = await onAir()
    publisher.publication.close('operator-closed')
    await untilEnded(1)
    expect([await ends(publisher), await ends(null)]).toEqual([true, true])
    // One that comes back all the same starts the channel's playlist anew.
    const back = await onAir()
    const text = (await scene.playlist()) ?? ''
    expect([hasEnded(text), text.includes(idOf(publisher))]).toEqual([false, false])
    expect(await ends(back)).toBe(false)
  })

  it('on purpose leaves another on air; after the last of them nobody is waited for', async () => {
    const [vanished, ended, last] = [await onAir(), await onAir(), await onAir()]
    vanished.leave('client-lost')
    ended.leave('operator-closed')
    await untilEnded(1)
    expect([scene.ended, await ends(null)]).toEqual([[idOf(ended)], false])
    last.leave('client-left')
    await untilEnded(3)
    expect(new Set(scene.ended)).toEqual(new Set([idOf(vanished), idOf(ended), idOf(last)]))
    expect([await ends(vanished), await ends(null)]).toEqual([true, true])
  })

  it('and is ended on purpose within its grace has no grace any more', async () => {
    const publisher = await onAir()
    await leave(publisher)
    const end = vi.spyOn(publisher.publication.stream, 'end')
    scene.output.closeConnection(idOf(publisher), 'media-failed')
    await setImmediate()
    expect(end).not.toHaveBeenCalled()
    scene.output.closeConnection(idOf(publisher), 'operator-closed')
    await untilEnded(1)
    expect([publisher.closes, await ends(null)]).toEqual([[], true])
  })

  it('has its end mark after its last pictures, however long a transcoder takes for them', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(3)
    const [transcoder] = await waitFor(
      () => publisher.transcoders[0]?.plan && publisher.transcoders,
      'a plan',
    )
    publisher.leave()
    scene.clock.advance(GRACE_MS)
    expect([transcoder?.isEnded, await scene.playlist(publisher)]).toEqual([true, null])
    transcoder?.finish()
    await untilEnded(1)
    const text = (await scene.playlist(publisher)) ?? ''
    expect([segments(text), hasEnded(text)]).toEqual([3, true])
  })

  it('leaves its files for 10 minutes', async () => {
    const publisher = await onAir()
    await leave(publisher)
    scene.clock.advance(GRACE_MS)
    await untilEnded(1)
    const remove = vi.spyOn(SegmentStore.prototype, 'remove')
    scene.clock.advance(RETENTION_MS - 1)
    await setImmediate()
    expect(remove).not.toHaveBeenCalled()
    scene.clock.advance(1)
    await waitFor(async () => (await scene.playlist(publisher)) === null, 'the files to go')
    expect(await scene.playlist()).toBeNull()
  })
})

describe('a channel that is closed', () => {
  it('closes its publishers and ends all playlists at once, each told once', async () => {
    const gone = await onAir()
    const sending = await onAir()
    await leave(gone)
    await scene.output.close('channel-deleted')
    expect(sending.closes).toEqual(['channel-deleted'])
    expect(scene.told).toEqual([
      { connectionId: idOf(gone), reason: 'client-closed' },
      { connectionId: idOf(sending), reason: 'channel-deleted' },
    ])
    expect([await ends(gone), await ends(sending), await ends(null)]).toEqual([true, true, true])
    expect(scene.output.publications).toEqual([])
    scene.clock.advance(GRACE_MS)
    expect(scene.ended.toSorted()).toEqual([idOf(gone), idOf(sending)].toSorted())
  })

  it('while an end mark is being written tells it once', async () => {
    const publisher = await onAir()
    await leave(publisher)
    scene.clock.advance(GRACE_MS)
    await scene.output.close('channel-deleted')
    expect(scene.ended).toEqual([idOf(publisher)])
  })

  it('and removed has no files any more after a while', async () => {
    const publisher = await onAir()
    await scene.output.close('channel-deleted')
    scene.output.remove(60_000)
    scene.clock.advance(59_999)
    expect(await ends(publisher)).toBe(true)
    scene.clock.advance(1)
    await waitFor(async () => (await scene.playlist(publisher)) === null, 'the files to go')
  })
})
