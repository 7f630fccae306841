import { createServer, type AddressInfo } from 'node:net'
import type { Locator, Page } from '@playwright/test'
import { test as base } from '@playwright/test'
import { startService, type RunningService } from '../support/service.ts'
import { entryLink, expect, videoTime } from './fixture.ts'

const test = base.extend<{ readonly fresh: RunningService }>({
  fresh: async ({}, use) => {
    const service = await startService({ firstRun: true })
    await use(service)
    await service.stop()
  },
})

const step = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

/** Presses Tab until the focus is there: what can't be reached so, nobody reaches without a mouse. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 40; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('not reached by Tab')
}

/** From the control room to the preview of the channel on air, by the palette. */
async function openPreview(page: Page, name: string, view: string): Promise<void> {
  const palette = page.getByRole('dialog')
  const search = palette.getByRole('textbox')
  // What is on the screen already hears keys a moment later.
  await expect(async () => {
    if (!(await search.isVisible())) await page.keyboard.press('ControlOrMeta+k')
    await expect(search).toBeFocused({ timeout: 2000 })
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(name)
    await expect(palette.getByText(name).first()).toBeVisible({ timeout: 2000 })
  }).toPass()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: view }))
  await page.keyboard.press('Enter')
}

test('from the link to a playing preview, by the keyboard alone', async ({ page, fresh }, info) => {
  const startedAt = Date.now()
  await page.goto(await entryLink(fresh))
  await expect(step(page, 'Language and zone')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'English' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(step(page, 'First user')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Aiko')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('eight-88')
  await expect(page.getByText('From 1 to 7 characters')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(step(page, 'First user')).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Generate: Password' }))
  await page.keyboard.press('Enter')
  await page.reload()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('Aiko')
  await page.keyboard.press('Enter')

  await expect(step(page, 'Choose ports')).toBeVisible()
  await expect(page.getByLabel('RTMP ingest')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(step(page, 'Begin with')).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Empty/ })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(page.getByRole('contentinfo', { name: 'On air and failing' })).toBeVisible()
  await openPreview(page, 'Test picture', 'Preview')
  await expect.poll(() => videoTime(page), { timeout: 60_000 }).toBeGreaterThan(0)
  const seconds = (Date.now() - startedAt) / 1000
  info.annotations.push({
    type: 'seconds from the link to a moving picture',
    description: seconds.toFixed(1),
  })
  console.log(`first run: ${seconds.toFixed(1)} s from the link to a moving picture`)

  await page.goto(`${fresh.ready.console_page_url}/#/first-run/ports`)
  await page.reload()
  await expect(page.getByRole('contentinfo', { name: 'On air and failing' })).toBeVisible()
  await expect(step(page, 'Choose ports')).toHaveCount(0)
})

test(
  'a taken port names its holder, the next one fixes it and counts from the next start',
  { tag: '@nightly' },
  async ({ page, fresh }) => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    try {
      await page.goto(await entryLink(fresh))
      await step(page, 'Language and zone').waitFor()
      await page.goto(`${fresh.ready.console_page_url}/#/first-run/ports`)
      const field = page.getByLabel('RTMP ingest')
      await field.fill(String(port))
      await expect(page.getByText(`process ${process.pid}`)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled()
      await expect(page.getByText('Continue needs a free port for RTMP ingest.')).toBeVisible()
      const offer = page.getByRole('button', { name: /^Use \d+$/ })
      const next = /\d+/.exec((await offer.textContent()) ?? '')?.[0] ?? ''
      await offer.click()
      await expect(field).toHaveValue(next)
      await expect(page.getByText(/^Changed ports count when/)).toBeVisible()
      await page.getByRole('button', { name: 'Continue' }).click()
      await step(page, 'Begin with').waitFor()
      await page.goBack()
      await expect(field).toHaveValue(next)
      await page.getByRole('button', { name: 'Use defaults for the rest' }).click()
      await expect(page.getByRole('contentinfo', { name: 'On air and failing' })).toBeVisible()
    } finally {
      server.close()
    }
  },
)

test('in Japanese, with demo data', { tag: '@nightly' }, async ({ page, fresh }) => {
  await page.goto(await entryLink(fresh))
  await page.getByRole('button', { name: '日本語で続ける' }).click()
  await expect(step(page, '言語とタイムゾーン')).toBeVisible()
  await page.getByRole('button', { name: '続ける', exact: true }).click()
  await page.getByRole('button', { name: '続ける', exact: true }).click()
  await step(page, 'ポートの選択').waitFor()
  await page.getByRole('button', { name: '続ける', exact: true }).click()
  await page.getByRole('radio', { name: /^デモデータ/ }).check()
  await page.keyboard.press('Enter')
  await page.getByRole('contentinfo').waitFor()
  await page.keyboard.press('ControlOrMeta+3')
  await expect(page.getByRole('row', { name: /デモチャンネル/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /デモチャンネル/ })).toContainText('放送中', { timeout: 60_000 })
})
