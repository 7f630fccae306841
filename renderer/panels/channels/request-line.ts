import { CREATE_CHANNEL, type NewChannel } from '../../api/live.ts'
import { quoted } from '../../snippet/curl.ts'
import { ladder } from '../../channel/ladder.ts'

const SMALL: NewChannel = { kind: 'rtmp', body: { hls: ladder('360p') } }

/**
 * A command that makes a channel by the live API and works when pasted into a shell.
 * @param base address of the live API, from the engine
 */
export function createRequestLine(base: string, channel: NewChannel = SMALL): string {
  return [
    `curl ${base.replace(/\/$/, '')}/ \\`,
    `  -H "Authorization: Bearer $AIRDESK_TOKEN" \\`,
    `  -H "X-Sfu-Target: ${CREATE_CHANNEL[channel.kind]}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d ${quoted(JSON.stringify(channel.body))}`,
  ].join('\n')
}
