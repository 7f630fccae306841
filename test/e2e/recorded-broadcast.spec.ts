/** A broadcast that is recorded, from nothing to its deletion, on the real service with a real encoder. */
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DestinationList } from '../../service/contract/console/destinations.ts'
import { countFrames } from '../support/hls.ts'
import { armed } from './armed.ts'
import { ENCODER_FPS } from './encoder.ts'
import { expect, makeChannel, small, test, videoTime } from './fixture.ts'

test(
  'a broadcast is recorded, played and deleted',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const archives = page.getByRole('link', { name: 'Archives' })
    await archives.click()
    await page.getByRole('link', { name: 'Destinations' }).click()
    await page.getByRole('button', { name: /^Use built-in local storage/ }).click()
    const item = page.getByRole('article', { name: /^file:\/\/\// })
    const folder = fileURLToPath((await item.getByRole('heading').textContent()) ?? '')

    const made = page.waitForResponse((response) => response.url().endsWith('/archive/destinations'))
    await page.reload()
    const { destinations } = (await (await made).json()) as DestinationList
    const archive = { archive_destination_id: destinations[0]?.id }
    const { url } = await makeChannel(service, {
      hls: small.hls.map((rendition) => ({ ...rendition, archive })),
    })
    const publishing = await encoder(url)

    await archives.click()
    const row = page.getByRole('row', { name: /640 × 360/ })
    await expect(row).toContainText('Recording', { timeout: 60_000 })
    const duration = row.getByRole('gridcell').nth(4)
    await expect(duration).toHaveText(/^0:00:(0[6-9]|[1-5]\d)$/, { timeout: 60_000 })
    await publishing.stop()
    await expect(row).toContainText('Available', { timeout: 60_000 })

    await row.focus()
    await page.keyboard.press('p')
    await expect(page.getByRole('dialog').locator('video')).toBeVisible()
    await expect.poll(() => videoTime(page)).toBeGreaterThan(1)
    // As long as what was sent, to the frame; the list cuts to whole seconds.
    const sent = publishing.frames() / ENCODER_FPS
    const plays = await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
    const told = Number((await duration.textContent())?.split(':')[2])
    expect(Math.abs(plays - sent)).toBeLessThan(0.1)
    expect(Math.abs(told + 0.5 - sent)).toBeLessThan(0.6)
    await page.keyboard.press('Escape')

    const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.mp4'))
    expect(files).toHaveLength(2)
    const movie = files.find((name) => basename(name).startsWith('recording')) ?? ''
    expect(await countFrames(join(folder, movie))).toBe(publishing.frames())
    await row.focus()
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: 'Also delete from the store' }).check()
    await (await armed(dialog.getByRole('button', { name: /^Delete/ }))).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(row).toHaveCount(0)
    expect(await readdir(folder)).toEqual([])
  },
)
