import { expect, test } from 'airdesk/playwright'
import { servePage } from './page.mjs'
import { openChannel } from './shows.mjs'

test('the page says what is on air', async ({ system, page }) => {
  const { id, playlistUrl } = await openChannel(system)
  const app = await servePage(playlistUrl)
  try {
    await page.goto(app.url)
    await expect(page.getByText('Off air')).toBeVisible()
    const picture = await system.publish(id)
    await expect(page.getByText('On air')).toBeVisible()
    await picture.stop()
  } finally {
    app.close()
  }
})
