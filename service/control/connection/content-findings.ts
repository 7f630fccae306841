/** What viewers hear and see, where it is decoded, and how large it comes. Pure. */
import type { Finding } from '../../contract/console/channel-view.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import { STARVING_AFTER } from './channel-state.ts'
import type { LiveConnection } from './channel-activity.ts'
import { finding } from './finding-look.ts'
import type { Code, Found, Look } from './finding-look.ts'

/**
 * Viewers hear nothing, or see black, for this long: speech and cuts have shorter pauses. Slides stand still too,
 * and what is missing is told before.
 */
const UNHEARD: Milliseconds = 3_000
const UNSEEN: Milliseconds = 3_000
const UNMOVED: Milliseconds = 15_000
/** A picture that has to be enlarged by more than this is not what viewers were promised. */
const ENLARGED = 1.05

/** Findings that say what another one would say less well: a picture that does not come stands still, too. */
export const SAYS_MORE: Readonly<Partial<Record<Code, readonly Code[]>>> = {
  silent: ['no-audio'],
  black: ['no-video'],
  frozen: ['no-video', 'black'],
  'sound-late': ['no-audio', 'no-video'],
}

export const CONTENT_LOOKS: readonly Look[] = [
  lasting('silent', 'fail', UNHEARD, ({ sound }) => sound?.silentSince),
  lasting('black', 'fail', UNSEEN, ({ picture }) => picture?.blackSince),
  lasting('frozen', 'warn', UNMOVED, ({ picture }) => picture?.frozenSince),
  sourceSmall,
]

/** What was decoded is so for a while; not where nothing at all comes, which the state says. */
function lasting(
  code: 'silent' | 'black' | 'frozen',
  severity: Finding['severity'],
  after: Milliseconds,
  sinceOf: (stats: ConnectionStats) => EpochMilliseconds | null | undefined,
): Look {
  return ({ stats }, _renditions, now) => {
    const since = stats ? (sinceOf(stats) ?? null) : null
    if (since === null || now - since < after) return null
    if (now - (stats?.lastMediaAt ?? 0) >= STARVING_AFTER) return null
    return { ...finding(code, severity, { seconds: Math.floor((now - since) / 1000) }), since }
  }
}

/** The top rendition is larger than what the encoder sends: enlarging adds nothing. */
function sourceSmall(connection: LiveConnection, renditions: readonly Rendition[]): Found | null {
  const source = connection.stats?.video ?? null
  // WebRTC clients make their picture smaller where the network is slow.
  if (connection.kind !== 'rtmp' || source === null) return null
  const [top] = renditions.flatMap(({ video }) => video ?? []).sort((a, b) => b.height - a.height)
  if (!top || Math.min(top.width / source.width, top.height / source.height) <= ENLARGED) return null
  const size = ({ width, height }: { width: number; height: number }) => `${width}×${height}`
  return finding('source-small', 'warn', { size: size(source), topSize: size(top) })
}
