import type { ReadyInfo } from '../platform/settings/ready-file.ts'

export interface ReadyText {
  readonly version: string
  readonly info: ReadyInfo
  /** Address of the console with a one-time token. */
  readonly entryUrl: string
  readonly dataDir: string
  /** Addresses that WebRTC clients are told besides this computer's own. */
  readonly mediaAnnounce: readonly string[]
  readonly notes: readonly string[]
}

/** What a person reads when everything listens. */
export function readyText(given: ReadyText): string {
  const { version, info, entryUrl, dataDir, mediaAnnounce, notes } = given
  const alsoAt = mediaAnnounce.length === 0 ? '' : `, also at ${mediaAnnounce.join(', ')}`
  const blocks = [
    [`Airdesk ${version} is ready.`],
    notes.map((note) => `  ${note}`),
    rows([
      ['Console', `${entryUrl}   (this link opens once)`],
      ['Console address', info.console_url],
      ['RTMP', info.rtmp_base_url],
      ['HLS', info.media_base_url],
      ['Live API', info.live_base_url],
      ['Option API', info.option_base_url],
      ['Signaling', info.signaling_url],
      ['WebRTC media', `UDP ${info.webrtc_udp_ports}${alsoAt}`],
      ['CA certificate', info.ca_cert_file],
      ['Data folder', dataDir],
    ]),
    credentials(info),
    ['  Stop with Ctrl+C.'],
  ]
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`
}

/** Only what is known in clear. */
function credentials(info: ReadyInfo): string[] {
  const known = rows([
    ['E-mail', info.email],
    ['Password', info.password],
    ['Access code', info.access_code],
    ['API token', info.access_token],
  ])
  return known.length > 0 ? ['  To sign in by hand, and for programs:', ...known] : []
}

function rows(pairs: readonly (readonly [string, string | null])[]): string[] {
  return pairs.flatMap(([name, value]) => (value === null ? [] : [`  ${name.padEnd(15)} ${value}`]))
}
