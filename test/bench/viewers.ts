/** Simulated viewers of a broadcast in a store, through nginx as its cache: how much of what they ask reaches the store. */
import { setTimeout as delay } from 'node:timers/promises'
import { cachedStore } from '../support/cached-store.ts'
import type { CachedStore } from '../support/cached-store.ts'
import { gather } from '../support/crowd.ts'
import type { CrowdSeen } from '../support/crowd.ts'
import { nginxMissing } from '../support/nginx-front.ts'
import { cpuSeconds } from './processes.ts'
import type { Row } from './rows.ts'

const VIEWERS = 10_000
/** They share these. */
const CONNECTIONS = 200
/** With 2 s the client alone, on the machine that it shares with what it measures, would need a core. */
const SEGMENT_SECONDS = 6

/** @param seconds on air with all of them */
export async function measureViewers(seconds: number): Promise<Row[]> {
  if (nginxMissing !== undefined) {
    console.log(`  left out: ${nginxMissing}`)
    return []
  }
  const scene = await cachedStore(SEGMENT_SECONDS, seconds + 30)
  try {
    const crowd = gather({
      ...{ port: scene.port, ca: scene.ca, playlist: scene.playlist },
      ...{ viewers: VIEWERS, connections: CONNECTIONS, period: SEGMENT_SECONDS * 1000 },
    })
    // All have begun, each with a playlist and the newest segment.
    await delay(SEGMENT_SECONDS * 1000)
    const [before, begun] = [{ ...crowd.seen }, performance.now()]
    const used = () => scene.nginx().reduce((sum, pid) => sum + cpuSeconds(pid), 0)
    const [askedBefore, usedBefore] = [new Map(scene.asked), used()]
    await delay(seconds * 1000)
    const passed = (performance.now() - begun) / 1000
    const cpu = used() - usedBefore
    const seen = await crowd.stop()
    return told(scene, before, seen, passed, cpu, askedBefore)
  } finally {
    await scene.close()
  }
}

function told(
  { asked, playlist }: CachedStore,
  before: CrowdSeen,
  seen: CrowdSeen,
  seconds: number,
  cpu: number,
  askedBefore: ReadonlyMap<string, number>,
): Row[] {
  const [playlists, segments] = [seen.playlists - before.playlists, seen.segments - before.segments]
  const bits = ((seen.bytes - before.bytes) * 8) / seconds / 1e6
  const ofSegments = [...asked].filter(([name]) => name.endsWith('.m4s')).map(([, count]) => count)
  const list = playlist.slice(playlist.lastIndexOf('/') + 1)
  const ofList = ((asked.get(list) ?? 0) - (askedBefore.get(list) ?? 0)) / seconds
  const least = Math.min(...seen.newest)
  const newest = Math.max(...seen.newest)
  console.log(
    `  ${playlists} playlists and ${segments} segments in ${seconds.toFixed(0)} s, ${seen.failed} failed; the last viewer has segment ${least} of ${newest}`,
  )
  const who = `${VIEWERS.toLocaleString('en')} viewers through nginx, segments of ${SEGMENT_SECONDS} s`
  const every = ((VIEWERS * seconds) / playlists).toFixed(1)
  const rate = (count: number) => (count / seconds).toFixed(0)
  return [
    [
      `${who}: requests that reach the store for a segment, most`,
      `${Math.max(...ofSegments)}`,
      '',
      '',
      '≤ 2',
    ],
    ['The same for its playlist, a second', ofList.toFixed(2), '', '', ''],
    ['Both for each new segment', (1 + ofList * SEGMENT_SECONDS).toFixed(2), '', '', ''],
    ['Between two questions of a viewer for the playlist, s', every, '', '', `${SEGMENT_SECONDS}`],
    [
      'Playlists and segments that nginx answers, a second',
      `${rate(playlists)} and ${rate(segments)}`,
      '',
      '',
      '',
    ],
    ['Media that it sends, Mbit/s', bits.toFixed(0), '', '', ''],
    ['CPU of nginx for each answer, µs', ((cpu / (playlists + segments)) * 1e6).toFixed(1), '', '', ''],
    ['Requests that failed', `${seen.failed}`, '', '', '0'],
  ]
}
