/** docs/signaling.md: `signaling.template.md` with tables that are made from the code. */
import { readFileSync } from 'node:fs'
import { filterRule, forwardingFilter } from '../../service/contract/forwarding-filters.ts'
import { sfuStats } from '../../service/contract/sfu-api.ts'
import { sfuAuthAllowed } from '../../service/contract/sfu-webhooks.ts'
import {
  FAILURE_REASONS,
  NORMAL_CLOSE,
  NORMAL_REASONS,
  SIGNALING_FAILURE,
  audioOptions,
  connectMessage,
  laterMessage,
  videoOptions,
} from '../../service/contract/signaling.ts'
import { MAX_OPEN, MAX_WAITING_PER_ADDRESS } from '../../service/control/api/signaling/open-sockets.ts'
import { SIGNALING_TIMING } from '../../service/control/api/signaling/session.ts'
import { MEDIA_TIMEOUT } from '../../service/control/sfu/webrtc-member.ts'
import { ANSWER_TIMEOUT } from '../../service/control/sfu/negotiation.ts'
import { Counters } from '../../service/media/sfu/forwarding/counters.ts'
import { EXTENSIONS } from '../../service/protocol/rtp/extensions.ts'
import { OPUS_PAYLOAD_TYPE, VIDEO_PAYLOAD_TYPES } from '../../service/protocol/rtp/payload-types.ts'
import { membersOfInterface, membersOfSchema } from './members.ts'
import { memberTable, table } from './table.ts'

const CONTRACT = 'service/contract/signaling.ts'
const seconds = (ms: number) => `${ms / 1000} s`
const ofInterface = (name: string) => memberTable(membersOfInterface(CONTRACT, name))

/** What stands for `{{name}}` in the template. */
const PARTS: Readonly<Record<string, () => string>> = {
  connect: () => memberTable(membersOfSchema(connectMessage)),
  audio: () => memberTable(membersOfSchema(audioOptions)),
  video: () => memberTable(membersOfSchema(videoOptions)),
  filter: () => memberTable(membersOfSchema(forwardingFilter)),
  'filter-rule': () => memberTable(membersOfSchema(filterRule)),
  later: laterMessages,
  offer: () => ofInterface('OfferMessage'),
  encoding: () => ofInterface('SimulcastEncoding'),
  reoffer: () => ofInterface('ReofferMessage'),
  ping: () => ofInterface('PingMessage'),
  'notify-connection': () => ofInterface('ConnectionNotify'),
  'notify-spotlight': () => ofInterface('SpotlightNotify'),
  push: () => ofInterface('PushMessage'),
  'payload-types': payloadTypes,
  extensions: () =>
    table(
      ['Id', 'Extension'],
      Object.values(EXTENSIONS).map(({ id, uri }) => [String(id), `\`${uri}\``]),
    ),
  closes,
  limits,
  overrides: () => memberTable(membersOfSchema(sfuAuthAllowed)),
  statistics: () =>
    table(
      ['Group', 'Counters'],
      Object.entries(new Counters().groups()).map(([group, counters]) => [
        `\`${group}\``,
        Object.keys(counters)
          .map((name) => `\`${name}\``)
          .join(', '),
      ]),
    ),
  'further-statistics': furtherStatistics,
}

/** @throws Error when the template and the parts do not have the same names */
export function signalingDocument(): string {
  const template = readFileSync(new URL('./signaling.template.md', import.meta.url), 'utf8')
  const used = new Set<string>()
  const text = template.replaceAll(/\{\{([a-z-]+)\}\}/g, (_, name: string) => {
    const part = PARTS[name]
    if (!part) throw new Error(`the template of docs/signaling.md names ${name}, which nobody makes`)
    used.add(name)
    return part()
  })
  const unused = Object.keys(PARTS).filter((name) => !used.has(name))
  if (unused.length > 0) throw new Error(`the template of docs/signaling.md lacks ${unused.join(', ')}`)
  return text
}

function furtherStatistics(): string {
  const { spotlight, ice_connection_state, sctp } = sfuStats.shape
  const rows = Object.entries({ spotlight, ice_connection_state, sctp }).flatMap(([group, schema]) =>
    membersOfSchema(schema.unwrap()).map(({ name, text }) => [`\`${group}\``, `\`${name}\``, text]),
  )
  return table(['Group', 'Counter', 'What it counts'], rows)
}

function laterMessages(): string {
  const rows = laterMessage.options.flatMap((option) => {
    const [type, ...members] = membersOfSchema(option)
    return members.map((row) => [
      type?.type ?? '',
      `\`${row.name}\`${row.optional ? ' ?' : ''}`,
      row.type,
      row.text,
    ])
  })
  return table(['Type', 'Member', 'Its type', 'Meaning'], rows)
}

function payloadTypes(): string {
  const video = Object.entries(VIDEO_PAYLOAD_TYPES).map(([codec, { media, rtx }]) => [
    codec,
    String(media),
    String(rtx),
  ])
  return table(['Codec', 'Media', 'Retransmissions'], [['Opus', String(OPUS_PAYLOAD_TYPE), ''], ...video])
}

function closes(): string {
  const rows = (code: number, reasons: Readonly<Record<string, string>>) =>
    Object.entries(reasons).map(([reason, meaning]) => [String(code), `\`${reason}\``, meaning])
  return table(
    ['Code', 'Reason', 'Meaning'],
    [...rows(NORMAL_CLOSE, NORMAL_REASONS), ...rows(SIGNALING_FAILURE, FAILURE_REASONS)],
  )
}

function limits(): string {
  const { connectMs, pingMs, statsMs, pongMs } = SIGNALING_TIMING
  return table(
    ['What', 'Limit', 'Beyond it'],
    [
      [
        'From the opening of the WebSocket to `connect`',
        seconds(connectMs),
        '`CONNECT-TIMEOUT`; a socket that never said anything is closed with 1000',
      ],
      ['From the offer to `answer`', seconds(ANSWER_TIMEOUT), '`ANSWER-TIMEOUT`'],
      ['From a later offer to `re-answer`', seconds(ANSWER_TIMEOUT), '`NEGOTIATION-FAILED`'],
      ['From `answer` to media', `5 s in the SFU, ${seconds(MEDIA_TIMEOUT)} in all`, '`TRANSPORT-FAILED`'],
      ['Between pings', seconds(pingMs), ''],
      ['Between pings that ask for statistics; the first one does', seconds(statsMs), ''],
      ['Without `pong`', seconds(pongMs), '`PONG-TIMEOUT`'],
      ['One message', '1 MiB; an SDP 262,144 characters', 'close code 1009; `INVALID-MESSAGE`'],
      ['Messages before the offer', '1 MiB', '`INVALID-MESSAGE`'],
      ['What a client has not read', '4 MiB', 'its connection is cut'],
      ['WebSockets of one address that wait to be taken', String(MAX_WAITING_PER_ADDRESS), 'HTTP 429'],
      ['WebSockets in all', MAX_OPEN.toLocaleString('en'), 'HTTP 503'],
    ],
  )
}
