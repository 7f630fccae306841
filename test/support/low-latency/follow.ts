/** Follows all renditions of a live presentation as players do, and has everything checked that comes. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../../service/contract/units.ts'
import { Checker } from './checker.ts'
import { OriginClient } from './origin-client.ts'
import { PlaylistFollower } from './playlist-follower.ts'
import type { Finding } from './rule.ts'
import type { Seen } from './seen.ts'
import type { KeyOf } from './whole-segments.ts'

/** The playlists of all renditions are compared each so often. */
const COMPARE_EVERY: Milliseconds = 2000

export interface FollowOptions {
  /** Of the multivariant playlist, by https. */
  readonly url: string
  /** Certificates that are trusted, PEM. */
  readonly authority: string
  /** Asked between updates; the end of the playlists ends it too. @param updates the fewest of a rendition */
  readonly isOver: (updates: number) => boolean
  /** Asks for delta updates; false where it is left out. */
  readonly deltas?: boolean
  /** Asks also for what is to be refused, now and then; false where it is left out. */
  readonly probes?: boolean
  /** Gives keys, so that what is encrypted is compared too. */
  readonly keyOf?: KeyOf
}

export interface Followed {
  /** By the address of each media playlist. */
  readonly seen: ReadonlyMap<string, Seen>
  readonly findings: readonly Finding[]
  /** How often each rule was broken. */
  readonly broken: ReadonlyMap<string, number>
  /** True where all playlists had ended. */
  readonly isEnded: boolean
}

/**
 * Loads each playlist by blocking reloads, each part by its hint, each segment, and what left as long as it has to be
 * there.
 * @throws Error where there is no presentation yet
 */
export async function follow(options: FollowOptions): Promise<Followed> {
  const { url, authority, isOver, deltas = false, probes = false, keyOf = null } = options
  const client = new OriginClient(authority)
  const checker = new Checker()
  const followers: PlaylistFollower[] = []
  const updates = () => Math.min(...followers.map(({ seen }) => seen.updates))
  const all = { isOver: () => isOver(updates()), deltas, probes, keyOf }
  try {
    const { status, body } = await client.get(url)
    if (status !== 200) throw new Error(`${url}: status ${status}`)
    const multivariant = body.toString()
    const uris = multivariant.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    for (const uri of uris)
      followers.push(await PlaylistFollower.begin(new URL(uri, url).href, client, checker, all))
    const stopped = new AbortController()
    const comparing = compareAll(checker, multivariant, stopped.signal)
    await Promise.all(followers.map((follower) => follower.run())).finally(() => stopped.abort())
    await comparing
  } finally {
    client.close()
  }
  return {
    seen: new Map(followers.map((follower) => [follower.url, follower.seen])),
    findings: checker.findings,
    broken: checker.broken,
    isEnded: followers.every(({ isEnded }) => isEnded),
  }
}

async function compareAll(checker: Checker, multivariant: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    checker.presentation(multivariant)
    await delay(COMPARE_EVERY, null, { signal }).catch(() => null)
  }
}
