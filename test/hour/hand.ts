import type { Locator, Page } from '@playwright/test'

/** A hand that counts what it does. */
export class Hand {
  readonly page: Page
  clicks = 0
  /** Fields that were filled in. */
  fields = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(what: Locator): Promise<void> {
    await what.click()
    this.clicks++
  }

  async fill(what: Locator, text: string): Promise<void> {
    await what.fill(text)
    this.fields++
  }

  button = (name: string | RegExp): Locator => this.page.getByRole('button', { name })
  link = (name: string | RegExp): Locator => this.page.getByRole('link', { name })
}
