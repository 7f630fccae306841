/** Going live from the console itself, with the fake camera of Chromium and nothing else bent. */
import type { Locator, Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import type { RunningService } from '../support/service.ts'
import { expect, live, small, test } from './fixture.ts'

const executablePath = findChromium()
test.use({
  launchOptions: {
    args: [...CHROMIUM_FLAGS, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    ...(executablePath ? { executablePath } : {}),
  },
})

/** Longer than a hold, so that what only looks like one would have begun. */
const LONGER_THAN_A_HOLD_MS = 1300

async function openStudio(page: Page, service: RunningService): Promise<string> {
  const made = await live(service, 'Service_20200316.CreateMultistreamChannelWithHLS', small)
  const id = made['channel_id'] ?? ''
  await page.goto(`${service.ready.console_url}/#/studio?channel=${id}`)
  await expect(page.getByRole('button', { name: 'Rehearse' })).toBeEnabled()
  return id
}

/** Holds Enter until the button has acted, which takes it away. */
async function holdEnter(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.down('Enter')
  await expect(button).toBeHidden()
  await page.keyboard.up('Enter')
}

const running = (page: Page) => page.getByText('Connected. Picture and sound go out.')

test('a held Enter goes live and ends; taps, Space, key repeat and double clicks do neither', async ({
  console: page,
  service,
}) => {
  await openStudio(page, service)
  const goLive = page.getByRole('button', { name: 'Hold to go live' })
  await expect(page.getByRole('button', { name: 'Rehearse' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(goLive).toBeFocused()

  const nothingBegins = async (button: typeof goLive) => {
    await button.focus()
    for (let tap = 0; tap < 3; tap += 1) await page.keyboard.press('Enter')
    await page.keyboard.down('Space')
    await page.waitForTimeout(LONGER_THAN_A_HOLD_MS)
    await page.keyboard.up('Space')
    // Held somewhere else, it repeats here.
    await page.getByRole('heading', { level: 1 }).evaluate((h1) => {
      h1.tabIndex = -1
      h1.focus()
    })
    await page.keyboard.down('Enter')
    await button.focus()
    for (let repeat = 0; repeat < 13; repeat += 1) {
      await page.keyboard.down('Enter')
      await page.waitForTimeout(100)
    }
    await page.keyboard.up('Enter')
    await button.dblclick()
    await page.waitForTimeout(LONGER_THAN_A_HOLD_MS)
    await expect(button).toBeVisible()
  }
  await nothingBegins(goLive)

  await holdEnter(page, goLive)
  await expect(running(page)).toBeVisible()
  // Red because the engine says so.
  await expect(page.getByRole('region', { name: 'Your picture' }).getByText('ON AIR')).toBeVisible({
    timeout: 30_000,
  })
  const end = page.getByRole('button', { name: 'Hold to end' })
  await expect(end).not.toBeFocused()
  await nothingBegins(end)
  await expect(running(page)).toBeVisible()

  await holdEnter(page, end)
  await expect(page.getByText('You ended the broadcast.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your picture' }).getByText('OFF AIR')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('a camera goes live, the room is left and the source swapped on the same connection', async ({
  console: page,
  service,
}) => {
  const id = await openStudio(page, service)
  await page.getByRole('button', { name: /^Camera/ }).click()
  await expect(page.getByRole('button', { name: /^Camera/, pressed: true })).toBeVisible()
  await page.getByRole('button', { name: 'Type instead of holding' }).click()
  await page.getByRole('textbox', { name: 'Type LIVE' }).fill('live')
  await page.keyboard.press('Enter')
  await expect(running(page)).toBeVisible()

  const connections = async () => {
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
    const channel = state.channels.find(({ channelId }) => channelId === id)
    return channel?.webrtc?.connections.map(({ connectionId }) => connectionId) ?? []
  }
  await expect.poll(async () => (await connections()).length).toBe(1)
  const before = await connections()

  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await page.getByRole('link', { name: 'Studio' }).click()
  await expect(running(page)).toBeVisible()
  await page.getByRole('button', { name: /^Test picture/ }).click()
  await expect(page.getByRole('button', { name: /^Test picture/, pressed: true })).toBeVisible()
  // Frames go on over the swap.
  await expect(page.getByText(/^(H264|VP8) \d+p, .*, [1-9]\d* fps$/)).toBeVisible()
  expect(await connections()).toEqual(before)
})
