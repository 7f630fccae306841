import { expect } from 'vitest'
import type { Airdesk, System } from '../../../../service/kit/index.ts'

/** A channel of each, which nobody else sees. */
export async function makeChannels(airdesk: Airdesk, system: System): Promise<void> {
  for (const { live } of [airdesk, system]) {
    const { data } = await live('Service_20200316.CreateMultistreamChannel', {})
    const { data: listed } = await live('Service_20200729.ListChannelIDs', {})
    expect(listed?.channel_ids).toEqual([data?.channel_id])
  }
}
