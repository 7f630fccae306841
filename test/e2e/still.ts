import type { Page } from '@playwright/test'

/** Shows the page anew with a small drawing in the place of the pictures that the engine would make. */
export async function showPictures(page: Page): Promise<void> {
  const png = Buffer.from(await page.evaluate(drawStill), 'base64')
  await page.route('**/picture.jpg', (route) => route.fulfill({ contentType: 'image/png', body: png }))
  await page.reload()
  await page.locator('canvas[data-picture=shown]').first().waitFor()
}

/** Somebody before a wall, as a PNG in base64. Runs in the page. */
function drawStill(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 480
  canvas.height = 270
  const draw = canvas.getContext('2d')
  if (draw === null) return ''
  const fill = (colour: string, shape: () => void) => {
    draw.fillStyle = colour
    draw.beginPath()
    shape()
    draw.fill()
  }
  fill('rgb(39 54 77)', () => draw.rect(0, 0, 480, 270))
  fill('rgb(27 37 54)', () => draw.rect(0, 180, 480, 90))
  fill('rgb(53 80 111)', () => draw.ellipse(190, 270, 70, 110, 0, Math.PI, 0))
  fill('rgb(198 157 124)', () => draw.arc(190, 110, 34, 0, 2 * Math.PI))
  return canvas.toDataURL('image/png').split(',')[1] ?? ''
}
