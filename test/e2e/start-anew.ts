import type { ResetKind } from '../../service/contract/console/state.ts'
import { callLive } from '../support/live-client.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

/** What is reset; channels were deleted before, and users stay. */
const KINDS = ['chat', 'recordings', 'schedules', 'incidents', 'webhooks', 'catchers'] satisfies ResetKind[]

type Cookie = Readonly<Record<'name' | 'value', string>>

/** Leaves the system without channels: then the console shows how to make the first. */
export async function deleteChannels({ ready }: RunningService): Promise<void> {
  for (const channel_id of (await callLive(ready, 'Service_20200729.ListChannelIDs', {})).channel_ids)
    await callLive(ready, 'Service_20180501.DeleteChannel', { channel_id })
}

/** Removes what the tests before have left; users and settings stay. @param cookie of a session of the master */
export async function startAnew(service: RunningService, cookie: Cookie): Promise<void> {
  const { ready } = service
  await deleteChannels(service)
  // What was on air, or on its way to a store, is gone a moment later.
  await waitFor(() => reset(service, cookie), 'the reset')
  const { destinations } = await callLive(ready, 'Service_20190205.ListArchiveDestinations', {})
  for (const { archive_destination_id } of destinations) {
    const remove = () =>
      callLive(ready, 'Service_20190205.DeleteArchiveDestination', { archive_destination_id })
    await waitFor(remove, 'the end of a destination')
  }
}

/** @throws Error with the answer where it is refused */
async function reset({ ready }: RunningService, { name, value }: Cookie): Promise<true> {
  const answer = await fetch(`${ready.console_url}/console/api/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: ready.console_url, Cookie: `${name}=${value}` },
    body: JSON.stringify({ kinds: KINDS }),
  })
  if (!answer.ok) throw new Error(`not reset: ${await answer.text()}`)
  return true
}
