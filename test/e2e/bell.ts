/** The bell of the frame. */
import type { Page } from '@playwright/test'
import type { RunningService } from '../support/service.ts'

export const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /alarm/ })

/** Opens a room and clicks in it: before that, browsers let no sound out. */
export async function open(page: Page, service: RunningService, room: string): Promise<void> {
  await page.goto(`${service.ready.console_page_url}/#/${room}`)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).click()
}
