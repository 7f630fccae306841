/** What the tests of the studio do again and again. */
import type { Page } from '@playwright/test'
import type { RunningService } from '../support/service.ts'
import { expect, live, small } from './fixture.ts'

const OPERATIONS = {
  'webrtc-hls': 'Service_20200316.CreateMultistreamChannelWithHLS',
  webrtc: 'Service_20200316.CreateMultistreamChannel',
} as const

/** Opens the studio on a channel that is made for it. @returns the channel's id */
export async function openStudio(
  page: Page,
  service: RunningService,
  kind: keyof typeof OPERATIONS = 'webrtc-hls',
): Promise<string> {
  const made = await live(service, OPERATIONS[kind], kind === 'webrtc' ? {} : small)
  const id = made['channel_id'] ?? ''
  await page.goto(`${service.ready.console_page_url}/#/studio?channel=${id}`)
  // Before the page has heard of a new channel, the room shows none.
  const target = page.getByRole('combobox', { name: 'Schedule or channel' })
  await expect(target).toHaveValue(new RegExp(id.slice(0, 6)))
  await expect(page.getByRole('button', { name: 'Rehearse' })).toBeEnabled()
  return id
}

export const running = (page: Page) => page.getByText('Connected. Picture and sound go out.')

/** Types the word that goes live or ends. */
export async function typeWord(page: Page, word: 'LIVE' | 'END'): Promise<void> {
  await page.getByRole('button', { name: 'Type instead of holding' }).click()
  await page.getByRole('textbox', { name: `Type ${word}` }).fill(word.toLowerCase())
  await page.keyboard.press('Enter')
}

/** Goes live by the typed word, and waits until it is connected. */
export async function typeLive(page: Page): Promise<void> {
  await typeWord(page, 'LIVE')
  await expect(running(page)).toBeVisible()
}

/** Ids of the connections of every channel, by the channel's id, as the engine tells the page. */
export async function connectionsOf(page: Page): Promise<Readonly<Record<string, readonly string[]>>> {
  const answer = await page.evaluate(async () => {
    const address = `${location.origin.replace('http', 'ws')}/console/api/events`
    return new Promise<string>((resolve) => {
      const socket = new WebSocket(address)
      socket.onmessage = ({ data }) => {
        socket.close()
        resolve(String(data))
      }
    })
  })
  const { state } = JSON.parse(answer) as {
    state: { channels: { channelId: string; webrtc: { connections: { connectionId: string }[] } | null }[] }
  }
  return Object.fromEntries(
    state.channels.map(({ channelId, webrtc }) => [
      channelId,
      webrtc?.connections.map(({ connectionId }) => connectionId) ?? [],
    ]),
  )
}
