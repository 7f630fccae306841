import { randomBytes } from 'node:crypto'
import type { KeyId } from '../../contract/ids.ts'
import type { EncryptionPlan } from '../../contract/media.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { newId } from '../../platform/ids.ts'
import type { HlsChannel, LiveParts } from './dependencies.ts'
import { keyUriFor } from './key-uri.ts'
import type { HlsOutput, Member } from './member.ts'

/**
 * Begins playlists of a connection in the open transaction: writes a new key where its channel is encrypted,
 * and a recording for each rendition that is archived.
 */
export function beginHls(
  parts: Pick<LiveParts, 'keys' | 'recordings' | 'renditionPlan' | 'clock' | 'rules'>,
  { connectionId }: Pick<Member, 'connectionId'>,
  channel: HlsChannel,
  since: EpochMilliseconds,
): HlsOutput {
  const { keys, recordings, clock, rules = clock } = parts
  const { channelId, systemId, settings } = channel
  return {
    since,
    renditions: parts.renditionPlan(channel),
    encryption: newEncryption(),
    recordings: recordings.begin({
      ...{ systemId, channelId, connectionId },
      renditions: settings.hls,
      eventWebhookUrl: settings.event_webhook_url,
    }),
    place: null,
    playlistReadyAt: null,
    end: null,
    stats: null,
    observed: undefined,
    unreported: 0,
    timer: null,
  }

  function newEncryption(): EncryptionPlan | null {
    const uri = settings.encrypt_key_uri
    if (uri === '') return null
    const kid = newId<KeyId>('key id')
    const keyHex = randomBytes(16).toString('hex')
    keys.insert({ kid, connectionId, channelId, keyHex, createdAt: rules.now() })
    return { keyHex, keyUri: keyUriFor(uri, kid) }
  }
}

/**
 * Begins playlists of a connection that the ingest process did not carry in, and asks it for a place for its media.
 * @returns what was begun, null where it could not be written; `place` rejects where there is none
 */
export function askPlace(
  parts: LiveParts,
  member: Member,
  channel: HlsChannel,
): { readonly hls: HlsOutput | null; readonly place: Promise<void> } {
  const { clock, media, transactions } = parts
  let hls: HlsOutput | null = null
  const ask = async () => {
    const begun = transactions.transaction(() => beginHls(parts, member, channel, clock.now()))
    hls = begun
    member.hls = begun
    const { encryption, recordings } = begun
    const renditions = [...begun.renditions]
    const { connectionId } = member
    const { channelId } = channel
    begun.place = await media.openRelay({ channelId, connectionId, renditions, encryption, recordings })
  }
  const place = ask()
  return { hls, place }
}
