import type { RecordingPlan } from '../../contract/archive.ts'
import type { RecordingBook } from '../archive/ports.ts'
import type { CarriedConnection } from './carried-connection.ts'

/** Begins recordings of a connection's renditions that are archived, in the open transaction. */
export function newRecordings(
  book: Pick<RecordingBook, 'begin'>,
  { channel, connectionId }: CarriedConnection,
): readonly RecordingPlan[] {
  const { systemId, channelId, settings } = channel
  return book.begin({
    ...{ systemId, channelId, connectionId },
    renditions: settings.hls,
    eventWebhookUrl: settings.event_webhook_url,
  })
}
