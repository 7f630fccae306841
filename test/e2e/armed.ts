import { expect, type Locator } from '@playwright/test'

/**
 * Waits until the button of a question takes presses, which it does not within its first second. Pressed again
 * and again instead, it would do twice what a slow service has not answered yet.
 */
export async function armed(button: Locator): Promise<Locator> {
  await expect(button).toHaveAttribute('data-armed', 'true')
  return button
}
