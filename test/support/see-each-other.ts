import type { Page } from '@playwright/test'
import type { ClientRequest, Inbound } from '../webrtc/page/clients.ts'
import { waitFor } from './wait-for.ts'

/**
 * Two clients of the SDK connect to a channel; waits until one has pictures of the other.
 * @param site address of the page of SDK clients, as the browser reaches it
 */
export async function seeEachOther(
  page: Page,
  site: string,
  channel: Pick<ClientRequest, 'url' | 'channelId'>,
): Promise<void> {
  await page.goto(site)
  await page.waitForFunction(() => 'clients' in window)
  for (const role of ['sendonly', 'recvonly'] as const) {
    const joined = await page.evaluate(([name, request]) => window.clients.open(name, request), [
      role,
      { ...channel, role },
    ] as const)
    if (!('connectionId' in joined)) throw new Error(`${role} is refused: ${JSON.stringify(joined)}`)
  }
  const seen = () => page.evaluate(() => window.clients.inbound('recvonly'))
  const hasPictures = (all: readonly Inbound[]) => all.some((one) => one.framesDecoded > 5)
  await waitFor(async () => hasPictures(await seen()), 'pictures of the other client')
}
