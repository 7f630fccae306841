/** WebRTC channels in the console, with the vendor's SDK as their client. */
import type { Page } from '@playwright/test'
import { armed } from '../e2e/armed.ts'
import { signInByForm, small, videoTime } from '../e2e/fixture.ts'
import { listenFor, saidAfter } from '../e2e/said.ts'
import { deleteChannels } from '../e2e/start-anew.ts'
import { callLive, expect, test } from './fixture.ts'

test.beforeEach(({ service }) => deleteChannels(service))

const idOf = (page: Page) => /channels\/([0-9A-Z]{26})/.exec(page.url())?.[1] ?? ''

/** Presses the button of a dialog. */
async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await (await armed(dialog.getByRole('button', { name }))).click()
  await expect(dialog).toBeHidden()
}

test(
  'a WebRTC channel is made, its client listed and ended, its environment restarted',
  { tag: '@nightly' },
  async ({ page, service, anotherRoom }) => {
    await signInByForm(page, service)
    await page.getByRole('button', { name: /^From a browser or an app/ }).click()
    await page.getByRole('radio', { name: /^Browser or app WebRTC in, WebRTC out/ }).check()
    await page.getByRole('radio', { name: /^1, verification/ }).check()
    await page.getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { name: 'Waiting for a client' })).toBeVisible()
    const code = page.getByRole('group', { name: 'The least that sends, in JavaScript' })
    await expect(code).toContainText(service.ready.signaling_url)
    await expect(code).toContainText(idOf(page))
    await expect(page.getByText('Starts when needed')).toBeVisible()

    const room = await anotherRoom()
    const client = await room.join('sendonly', idOf(page), { options: { clientId: 'studio-host' } })
    // A page behind another one does not draw.
    await page.bringToFront()
    const row = page.getByRole('row', { name: /studio-host/ })
    await expect(row).toContainText(/Sora JavaScript SDK .*Sends.*VP9, OPUS/)
    await expect(row).toContainText(/\d (kB|MB)/)
    await expect(row).toContainText(/\d (kbps|Mbps)/)
    await expect(row).toContainText(/\d ms/)
    // There is no playlist to wait for: its media is what viewers see.
    const status = page.getByRole('contentinfo', { name: 'On air and failing' })
    await expect(status.getByText(/^ON AIR/)).toBeVisible()
    await expect(status.getByText('Receiving', { exact: true })).toBeVisible()

    await page.getByRole('button', { name: 'End connection studio-host' }).click()
    await confirm(page, 'End connection')
    const { disconnects } = await client.until((seen) => seen.disconnects.length === 1, 'the end')
    expect(disconnects[0]).toMatchObject({ type: 'normal', reason: 'DISCONNECTED-API' })
    await expect(page.getByRole('heading', { name: 'Waiting for a client' })).toBeVisible()
    await expect(page.getByText(/^ON AIR/)).toHaveCount(0)

    await client.reconnect()
    await expect(row).toBeVisible()
    await page.getByRole('button', { name: 'Restart environment…' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 client of this system')
    await saidAfter(page.locator('body'), 'The verification environment runs again.', () =>
      confirm(page, 'Restart environment'),
    )
    const ended = await client.until((seen) => seen.disconnects.length === 2, 'the restart')
    expect(ended.disconnects[1]).toMatchObject({ reason: 'SFU-LOST' })
    await client.reconnect()
    await expect(row).toBeVisible()
  },
)

test('HLS of a WebRTC client plays in the console until it is ended there', async ({
  page,
  service,
  anotherRoom,
}) => {
  const { channel_id } = await callLive<{ channel_id: string }>(
    service,
    'Service_20200316.CreateMultistreamChannelWithHLS',
    small,
  )
  await signInByForm(page, service)
  await page.goto(`${service.ready.console_page_url}/#/channels/${channel_id}`)
  const room = await anotherRoom()
  const client = await room.join('sendonly', channel_id)
  await page.bringToFront()
  const player = page.getByRole('region', { name: /^Preview of/ })
  await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
  const before = await videoTime(page)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 1)
  await expect(page.getByText(/^ON AIR/).first()).toBeVisible()

  const said = await listenFor(page.locator('body'), 'Reconnecting')
  await page.getByRole('button', { name: 'End broadcast…' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 sender')
  await confirm(page, 'End broadcast')
  const { disconnects } = await client.until((seen) => seen.disconnects.length === 1, 'the end')
  expect(disconnects[0]).toMatchObject({ reason: 'DISCONNECTED-API' })
  await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
  expect(await said()).toBe(false)
})
