/**
 * Japanese is readable on a computer without a Japanese font. Those of this computer are left out of the choice, so
 * that there are none.
 */
import type { CDPSession, Page } from '@playwright/test'
import { expect, makeChannel, test } from './fixture.ts'
import { deleteChannels } from './start-anew.ts'

test.beforeEach(({ service }) => deleteChannels(service))

const ROOMS = ['/', '/schedules', '/channels', '/preview', '/studio', '/archives', '/webhooks', '/settings']
const JAPANESE = /[\u2e80-\uffef]/u
const japaneseIn = (text: string) => [...text].filter((character) => JAPANESE.test(character)).length

/** As on a computer with no other fonts than those of the console. */
const alone = (page: Page) =>
  page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(`* { font-family: 'Inter Variable', 'Noto Sans JP Variable' !important }`)
      document.adoptedStyleSheets.push(sheet)
    })
  })

/** Pieces of the Japanese font that the page asks for from now on. */
function pieces(page: Page): readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('noto-sans-jp')) asked.push(request.url())
  })
  return asked
}

/** Which texts are drawn with fewer characters of the Japanese font than they have Japanese characters. */
async function boxes(page: Page, cdp: CDPSession): Promise<string[]> {
  await page.evaluate(() => document.fonts.ready)
  await cdp.send('DOM.enable')
  await cdp.send('CSS.enable')
  const { nodes } = await cdp.send('DOM.getFlattenedDocument', { depth: -1 })
  const texts = nodes.filter(({ nodeType, nodeValue }) => nodeType === 3 && JAPANESE.test(nodeValue))
  const found: string[] = []
  for (const { nodeId, nodeValue } of texts) {
    const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId })
    const drawn = fonts.filter(
      ({ familyName, isCustomFont }) => isCustomFont && /Noto Sans JP/.test(familyName),
    )
    const count = drawn.reduce((sum, { glyphCount }) => sum + glyphCount, 0)
    // What is not drawn at all has no fonts.
    if (fonts.length > 0 && count < japaneseIn(nodeValue)) found.push(nodeValue)
  }
  return found
}

test('every room in Japanese is drawn without a box', async ({ console: page, service }) => {
  await alone(page)
  await page.addInitScript(() =>
    localStorage.setItem('airdesk.preferences', JSON.stringify({ state: { language: 'ja' }, version: 0 })),
  )
  const asked = pieces(page)
  await page.reload()
  const cdp = await page.context().newCDPSession(page)
  for (const room of ROOMS) {
    await page.goto(`${service.ready.console_page_url}/#${room}`)
    await expect(page.getByRole('main')).toHaveText(JAPANESE)
    // The page goes on meanwhile: a text that is gone by the time it is asked about begins the look anew.
    await expect(async () => expect(await boxes(page, cdp), room).toEqual([])).toPass()
  }
  expect(asked.length).toBeGreaterThan(10)
})

test('a page in English asks for none of it until a name is Japanese', async ({ console: page, service }) => {
  await alone(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
  // Where somebody signs in, Japanese is offered by its own name, which may have been drawn before.
  await page.evaluate(() => document.fonts.ready)
  const asked = pieces(page)
  const { id } = await makeChannel(service)
  await expect(page.getByRole('row', { name: new RegExp(id.slice(0, 6)) })).toBeVisible()
  await page.evaluate(() => document.fonts.ready)
  expect(asked.filter((url) => url.endsWith('.woff2'))).toEqual([])
  await page.request.patch(`${service.ready.console_url}/console/api/channels/${id}`, {
    headers: { origin: service.ready.console_url },
    data: { name: '渋谷スタジオ' },
  })
  await expect(page.getByText('渋谷スタジオ')).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  await expect(async () => expect(await boxes(page, cdp)).toEqual([])).toPass()
  const names = asked.filter((url) => url.endsWith('.woff2'))
  expect(names.length).toBeGreaterThan(0)
  expect(names.length).toBeLessThan(7)
})
