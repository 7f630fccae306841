/** Sources come, go and are lost on air; the connection stays. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { SHARED_TITLE } from '../../scripts/lib/chromium.mjs'
import { ffmpeg } from '../support/ffmpeg.ts'
import { expect, test as base } from './fixture.ts'
import { connectionsOf, openStudio, running, typeLive } from './studio-page.ts'

/** A file of two seconds with picture and sound. */
const test = base.extend<{ readonly movieFile: string }>({
  movieFile: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'airdesk-studio-'))
    const file = join(folder, 'Opening.webm')
    const { code, stderr } = await ffmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15:duration=2'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:duration=2'],
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus', file],
    ]).exited
    if (code !== 0) throw new Error(stderr)
    await use(file)
    await rm(folder, { recursive: true })
  },
})
/** Takes the camera away by no longer allowing its use: its tracks end. */
async function forbidCamera(browser: Browser, page: Page): Promise<void> {
  const ofPage = await page.context().newCDPSession(page)
  const { targetInfo } = await ofPage.send('Target.getTargetInfo')
  const ofBrowser = await browser.newBrowserCDPSession()
  await ofBrowser.send('Browser.setPermission', {
    permission: { name: 'camera' },
    setting: 'denied',
    origin: new URL(page.url()).origin,
    ...(targetInfo.browserContextId ? { browserContextId: targetInfo.browserContextId } : {}),
  })
}

test(
  'sources are swapped, lost and forbidden on air, on the same connection',
  { tag: '@nightly' },
  async ({ console: page, browser, context, service, movieFile }) => {
    const tile = (name: string, pressed?: boolean) =>
      page.getByRole('button', {
        name: new RegExp(`^${name}`),
        ...(pressed === undefined ? {} : { pressed }),
      })
    const framesGoOn = (height: number) =>
      expect(page.getByText(new RegExp(`^(H264|VP8) ${height}p, .*, [1-9]\\d* fps$`))).toBeVisible()
    const checkAgain = page.getByRole('button', { name: 'Check again' })
    const slate = page.getByText('The device is gone. Viewers get the slate “Back in a moment”.')
    const id = await openStudio(page, service)

    await tile('Camera').click()
    await expect(page.getByRole('alert')).toContainText(
      'Camera: access is not allowed. Allow it in the browser beside the address; then check again.',
    )
    await expect(tile('Test picture', true)).toBeVisible()
    await context.grantPermissions(['camera', 'microphone'])
    await checkAgain.click()
    await expect(tile('Camera', true)).toHaveText(/fake_device_0/)
    await typeLive(page)
    const connections = async () => (await connectionsOf(page))[id] ?? []
    await expect.poll(async () => (await connections()).length).toBe(1)
    const before = await connections()

    // The room is left, and nothing ends.
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await page.getByRole('link', { name: 'Studio' }).click()
    await expect(running(page)).toBeVisible()

    const shared = await context.newPage()
    await shared.setContent(`<title>${SHARED_TITLE}</title><h1>One</h1>`)
    await page.bringToFront()
    await tile('Screen').click()
    await expect(tile('Screen', true)).toHaveText(/A browser tab/)
    await shared.close()
    await expect(page.getByText('A browser tab is gone. Viewers get the slate.')).toBeVisible()
    await expect(slate).toBeVisible()
    await expect(page.getByText('Slate', { exact: true })).toBeVisible()

    const chooser = page.waitForEvent('filechooser')
    await tile('File').click()
    await (await chooser).setFiles(movieFile)
    await expect(tile('File', true)).toHaveText(/Opening\.webm/)
    await expect(slate).toBeHidden()
    await expect(page.getByText('A browser tab is gone.')).toBeHidden()
    await framesGoOn(180)
    const level = page.getByRole('meter', { name: 'Sound level, dB' })
    await expect(level).not.toHaveAttribute('aria-valuenow', '-60')

    await tile('Camera').click()
    await expect(tile('Camera', true)).toBeVisible()
    await forbidCamera(browser, page)
    await expect(page.getByText('fake_device_0 is gone. Viewers get the slate.')).toBeVisible()
    await checkAgain.click()
    await expect(page.getByText('Camera: access is not allowed.')).toBeVisible()

    await tile('Test picture').click()
    await expect(tile('Test picture', true)).toBeVisible()
    await expect(checkAgain).toBeHidden()
    await framesGoOn(480)
    expect(await connections()).toEqual(before)
  },
)
