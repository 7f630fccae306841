import { CREATE_RTMP_CHANNEL, type CreateRtmpChannel } from '../../api/live.ts'
import { ladder } from './ladder.ts'

/**
 * A command that makes a channel by the live API and works when pasted into a shell.
 * @param base address of the live API, from the engine
 */
export function createRequestLine(base: string, body: CreateRtmpChannel = { hls: ladder('360p') }): string {
  return [
    `curl ${base.replace(/\/$/, '')}/ \\`,
    `  -H "Authorization: Bearer $AIRDESK_TOKEN" \\`,
    `  -H "X-Sfu-Target: ${CREATE_RTMP_CHANNEL}" \\`,
    `  -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`,
  ].join('\n')
}
