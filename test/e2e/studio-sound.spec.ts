/** Where there is no sound to send, Studio says so and why, before and on air. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { ffmpeg } from '../support/ffmpeg.ts'
import { expect, test } from './fixture.ts'
import { openStudio, running, typeWord } from './studio-page.ts'

const plate = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Your picture' }).getByText(text, { exact: true })
const check = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })

test('a camera without a microphone comes without sound, which is said on air too', async ({
  console: page,
  service,
}) => {
  await page.addInitScript(() => {
    MediaDevices.prototype.getUserMedia = async ({ audio }: MediaStreamConstraints) => {
      if (audio !== undefined) throw new DOMException('Requested device not found', 'NotFoundError')
      return document.createElement('canvas').captureStream()
    }
  })
  await page.reload()
  await openStudio(page, service)
  await page.getByRole('heading', { level: 1 }).click()
  await expect(check(page, 'The sound is there')).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeHidden()

  await page.getByRole('button', { name: /^Camera/, pressed: false }).click()
  await expect(check(page, 'No microphone is connected, so viewers hear nothing.')).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeVisible()
  await expect(page.getByText('No sound', { exact: true })).toBeVisible()
  await typeWord(page, 'LIVE')
  await expect(page.getByText('Connected. The picture goes out, without sound.')).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeVisible()

  await tile(page, 'Test picture').click()
  await expect(running(page)).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeHidden()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(plate(page, 'MUTED')).toBeVisible()
  await expect(check(page, 'The sound is muted')).toBeVisible()
  await typeWord(page, 'END')
})

// The part of Chromium that draws no windows has no cameras.
test(
  'a camera whose microphone is forbidden',
  { tag: '@nightly' },
  async ({ console: page, context, service }) => {
    // All others are forbidden by that.
    await context.grantPermissions(['camera'])
    await openStudio(page, service)
    await tile(page, 'Camera').click()
    await expect(tile(page, 'Camera')).toHaveText(/fake_device_0/)
    await expect(check(page, 'The microphone is not allowed, so viewers hear nothing.')).toBeVisible()
  },
)

test('a file without sound', async ({ console: page, service }) => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-studio-'))
  const file = join(folder, 'Silent.webm')
  const { code, stderr } = await ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=15:duration=2'],
    ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', file],
  ]).exited
  if (code !== 0) throw new Error(stderr)
  await openStudio(page, service)
  const chooser = page.waitForEvent('filechooser')
  await tile(page, 'File').click()
  await (await chooser).setFiles(file)
  await expect(check(page, 'The file has no sound')).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeVisible()
  await rm(folder, { recursive: true })
})

test('a browser that makes no sound, as Firefox without a sound device', async ({
  console: page,
  service,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(BaseAudioContext.prototype, 'state', { get: () => 'suspended' })
  })
  await page.reload()
  await openStudio(page, service)
  // Before anybody has acted no browser makes any.
  await expect(check(page, 'The sound is not measured yet')).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(check(page, 'This browser has no sound device that works')).toBeVisible()
  await expect(plate(page, 'NO SOUND')).toBeVisible()
})

test('a page that is not encrypted, to which browsers give no devices', async ({
  console: page,
  service,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'isSecureContext', { value: false })
    Object.defineProperty(Navigator.prototype, 'mediaDevices', { value: undefined })
  })
  await page.reload()
  await openStudio(page, service)
  await tile(page, 'Camera').click()
  await expect(page.getByRole('alert')).toContainText(
    'Camera: browsers give it to encrypted pages only. Open the console by https, or on the computer that it runs on.',
  )
})
