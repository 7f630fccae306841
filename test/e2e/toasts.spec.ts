/** Where messages stand that come and go, on a stand-in. */
import { expect, test as base } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { denied, deniedDetail, webhooks } from '../support/console-webhook-scenes.ts'

const test = base.extend<{ standIn: StandIn }>({
  standIn: async ({}, use) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    await use(standIn)
    await standIn.close()
  },
})

for (const [width, height, when] of [
  [1280, 800, {}],
  [1024, 700, { tag: '@nightly' }],
] as const) {
  test(
    `they stand above the status bar, beside the details, at ${width}×${height}`,
    when,
    async ({ page, standIn }) => {
      await page.setViewportSize({ width, height })
      standIn.show(mixed)
      standIn.answer(CONSOLE_API.webhooks.list, 200, { events: webhooks, before: null })
      standIn.answer(CONSOLE_API.webhooks.find, 200, deniedDetail, { params: { id: denied.id } })
      await page.goto(`${standIn.url}/#/webhooks?event=${denied.id}`)
      const details = page.getByRole('complementary', { name: 'Details of the webhook' })
      await expect(details.getByText('Denied: the endpoint did not allow it')).toBeVisible()
      await details.focus()
      const toast = page.locator('.mantine-Notification-root')
      await expect(async () => {
        // A question cannot be sent again, which is said in a message, and again where that has gone by itself.
        if ((await toast.count()) === 0) await page.keyboard.press('r')
        await expect(toast).toBeVisible({ timeout: 1000 })
        const boxes = [toast, page.getByRole('contentinfo'), details, page.getByRole('navigation').first()]
        const [message, bar, beside, nav] = await Promise.all(boxes.map((one) => one.boundingBox()))
        if (!message || !bar || !beside || !nav) throw new Error('one of them is not drawn')
        expect(message.x).toBeGreaterThan(nav.x + nav.width)
        // The details have their buttons at their foot.
        expect(message.x + message.width).toBeLessThanOrEqual(beside.x)
        expect(message.y + message.height).toBeLessThan(bar.y)
      }).toPass()
    },
  )
}
