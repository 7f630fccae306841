/** The console in a real browser, signed in by its own API. */
import type { Page } from '@playwright/test'
import type { Ready } from './service.ts'

/** Signs in the browser of this page. */
export async function signInBrowser(page: Page, ready: Ready): Promise<void> {
  const { console_page_url, email, password, access_code } = ready
  await page.goto(console_page_url)
  await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' }
      await fetch('/console/api/login', { method: 'POST', headers, body: JSON.stringify(body) })
    },
    { email, password, access_code },
  )
}

/** Shows the control room to who is signed in. */
export async function showControlRoom(page: Page, { console_page_url }: Ready): Promise<void> {
  await page.goto(`${console_page_url}/#/`)
  await page.reload()
  await page.getByRole('contentinfo').waitFor()
}
