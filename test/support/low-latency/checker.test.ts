import { describe, expect, it } from 'vitest'
import { Checker } from './checker.ts'
import { goodPlaylist } from './good-playlists.ts'
import { readPlaylist } from './playlist.ts'
import type { Playlist } from './playlist.ts'

const URLS = ['https://media.example/r0.m3u8', 'https://media.example/r1.m3u8'] as const
const HEADERS = { 'content-type': 'application/vnd.apple.mpegurl', 'content-encoding': 'gzip' }
const at = (rendition: 0 | 1, open: number, change = (text: string) => text) =>
  readPlaylist(change(goodPlaylist({ from: 100, open, rendition })))

/** A checker that has loaded both playlists with one part of what is being made. */
function checking() {
  const checker = new Checker()
  const latest: Playlist[] = [at(0, 1), at(1, 1)]
  for (const [i, playlist] of latest.entries()) checker.begun(URLS[i] ?? '', playlist)
  const load = (rendition: 0 | 1, playlist: Playlist, sentAt: number, endedAt: number) => {
    const before = latest[rendition] ?? playlist
    const exchange = {
      ...{ asked: {}, tookMs: endedAt - sentAt, status: 200, protocol: 'h2', headers: HEADERS },
      ...{ playlist, before, whole: null },
    }
    latest[rendition] = checker.exchanged(URLS[rendition], exchange, { sentAt, endedAt }) ?? before
  }
  return { checker, load, rules: () => [...checker.broken.keys()] }
}

const reporting = (part: number) => (text: string) => text.replace(/LAST-PART=\d+/, `LAST-PART=${part}`)

describe('reports', () => {
  it('are good as of when their playlist was written', () => {
    const { load, rules } = checking()
    load(0, at(0, 2), 0, 100)
    load(1, at(1, 2), 0, 110)
    load(0, at(0, 3), 120, 200)
    expect(rules()).toEqual([])
  })

  it('are too old where the rendition was further two parts before that', () => {
    const { load, rules } = checking()
    load(1, at(1, 3, reporting(0)), 0, 50)
    load(0, at(0, 2, reporting(2)), 60, 100)
    load(0, at(0, 3, reporting(0)), 120, 200)
    expect(rules()).toEqual(['reports-go-on', 'report-is-new'])
  })

  it('are wrong where the rendition has less in the next load', () => {
    const { load, rules } = checking()
    load(0, at(0, 2, reporting(3)), 0, 100)
    load(0, at(0, 3, reporting(3)), 110, 200)
    load(1, at(1, 2), 120, 210)
    expect(rules()).toEqual(['report-is-true'])
  })
})

describe('findings', () => {
  it('are kept once each, and counted each time', () => {
    const { checker, load } = checking()
    const text = (from: string) => from.replace('VERSION:9', 'VERSION:10')
    load(0, at(0, 2, text), 0, 100)
    load(0, at(0, 3, text), 110, 200)
    expect(checker.findings.map(({ rule, url }) => [rule, url])).toEqual([['version-no-more', URLS[0]]])
    expect(checker.broken.get('version-no-more')).toBe(2)
  })

  it('are of whole presentations too', () => {
    const { checker } = checking()
    checker.presentation('#EXTM3U\n')
    expect(checker.findings).toEqual([])
    const other = at(1, 1, (text) => text.replace('TARGETDURATION:2', 'TARGETDURATION:3'))
    checker.presentation(
      '#EXTM3U\n',
      new Map([
        [URLS[0], at(0, 1)],
        [URLS[1], other],
      ]),
    )
    expect(checker.findings.map(({ rule }) => rule)).toEqual(['same-target-duration'])
  })
})
