import type { MediaDescription } from 'sdp-transform'
import type { Rid } from '../../../contract/sfu-api.ts'
import { EXTENSIONS } from '../../../protocol/rtp/extensions.ts'
import type { AnsweredLine } from './lines.ts'
import { SdpError } from './sdp-error.ts'
import { isRefused } from './session.ts'

/** Of one m-line. A client sends one track there. */
const MAX_SSRCS = 16
const RIDS: ReadonlySet<string> = new Set<Rid>(['r0', 'r1', 'r2'])

/** @throws SdpError where an m-line of an answer is none that was ever offered */
export function readLine(media: MediaDescription): AnsweredLine {
  const { type: kind, mid } = media
  if (kind !== 'audio' && kind !== 'video') throw new SdpError('m-lines must be of audio or video')
  if (mid === undefined || mid === '') throw new SdpError('every m-line must have a=mid')
  const line = { mid: String(mid), kind, reportsArrivals: reportsArrivals(media) } as const
  if (isRefused(media)) return { ...line, direction: 'inactive', ssrcs: [], rids: null }
  if (media.rtcpMux === undefined) throw new SdpError('every m-line must have a=rtcp-mux')
  return {
    ...line,
    direction: media.direction ?? 'sendrecv',
    ssrcs: readSsrcs(media),
    rids: readRids(media),
  }
}

/** Firefox, for one, has the extension for video only, and never reports a packet of sound. */
function reportsArrivals({ ext = [] }: MediaDescription): boolean {
  const { id, uri } = EXTENSIONS.transportSequenceNumber
  return ext.some((each) => each.value === id && each.uri === uri)
}

/** RFC 5576; groups with the semantics FID pair media with its retransmissions (RFC 4588 8). */
function readSsrcs({ ssrcs = [], ssrcGroups = [] }: MediaDescription): AnsweredLine['ssrcs'] {
  const ids = new Set(ssrcs.map(({ id }) => readSsrc(id)))
  if (ids.size > MAX_SSRCS || ssrcGroups.length > MAX_SSRCS) {
    throw new SdpError(`an m-line must have at most ${MAX_SSRCS} SSRCs`)
  }
  const rtxOf = new Map<number, number>()
  for (const group of ssrcGroups) {
    if (group.semantics !== 'FID') continue
    const [media, rtx, ...more] = String(group.ssrcs).trim().split(' ').map(readSsrc)
    if (media === undefined || rtx === undefined || more.length > 0) {
      throw new SdpError('a group of FID must have two SSRCs')
    }
    rtxOf.set(media, rtx)
    ids.add(media)
  }
  const retransmissions = new Set(rtxOf.values())
  return [...ids]
    .filter((id) => !retransmissions.has(id))
    .map((media) => ({ media, rtx: rtxOf.get(media) ?? null }))
}

function readSsrc(text: string | number): number {
  const ssrc = text === '' ? NaN : Number(text)
  if (!Number.isInteger(ssrc) || ssrc < 0 || ssrc >= 2 ** 32) throw new SdpError('SSRCs must have 32 bits')
  return ssrc
}

/** RFC 8853 5.1. A layer that begins paused (`~`) is one too. */
function readRids({ simulcast }: MediaDescription): Rid[] | null {
  if (!simulcast) return null
  const list = simulcast.dir1 === 'send' ? simulcast.list1 : simulcast.list2
  if (list === undefined) return null
  const rids = [
    ...new Set(
      String(list)
        .split(';')
        .map((layer) => layer.replace(/^~/, '')),
    ),
  ]
  if (!rids.every(isRid)) throw new SdpError('layers of a simulcast are r0, r1 and r2')
  return rids
}

function isRid(text: string): text is Rid {
  return RIDS.has(text)
}
