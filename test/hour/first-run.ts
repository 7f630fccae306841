/** How long somebody takes who has just installed it, in clicks, fields and seconds. */
import type { Page } from '@playwright/test'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { startEncoder } from '../e2e/encoder.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { Hand } from './hand.ts'
import { looksOf, watch } from './looks.ts'
import { SIZE, launch } from './stage.ts'

interface Way {
  readonly title: string
  readonly hand: Hand
  readonly seconds: number
  readonly about: string
}

const MINUTE_MS = 60_000
/** What is waited for may be a show. */
const LONG_MS = 2.5 * MINUTE_MS

/** @returns the ways to a picture, as a table */
export async function measureFirstRun(): Promise<string> {
  const service = await startService({ firstRun: true })
  const browser = await launch()
  try {
    const context = await browser.newContext({ viewport: SIZE, locale: 'en-US' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const page = await context.newPage()
    page.setDefaultTimeout(LONG_MS)
    const ways = [await movingPicture(page, service), await encoderPicture(page), await scheduledShow(page)]
    return [
      '| From | Clicks | Fields | Seconds | |',
      '| --- | --- | --- | --- | --- |',
      ...ways.map(
        ({ title, hand: { clicks, fields }, seconds, about }) =>
          `| ${title} | ${clicks} | ${fields} | ${seconds.toFixed(1)} | ${about} |`,
      ),
    ].join('\n')
  } catch (error) {
    const [page] = browser.contexts().flatMap((context) => context.pages())
    await page?.screenshot({ path: inRoot('out', 'hour', 'first-run.png') })
    throw error
  } finally {
    await browser.close()
    await service.stop()
  }
}

const since = (from: number): number => (performance.now() - from) / 1000

/** The link that the service prints opens the questions of a new installation. */
async function movingPicture(page: Page, service: RunningService): Promise<Way> {
  const link = await waitFor(
    () => service.output().match(/http:\S+#entry=\S+/)?.[0],
    'the link that is printed',
  )
  const hand = new Hand(page)
  await page.goto(link)
  const from = performance.now()
  for (const heading of ['Language and zone', 'First user', 'Choose ports']) {
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await hand.click(page.getByRole('button', { name: 'Continue', exact: true }))
  }
  await hand.click(hand.button('Open the control room'))
  await hand.click(page.locator('[data-tile]').first())
  await moves(page)
  const about = 'the picture in the channel’s page; setting up is done'
  return { title: 'Console opened by its link → moving test picture', hand, seconds: since(from), about }
}

/** To a second channel, as OBS would send: the address is copied from the page. */
async function encoderPicture(page: Page): Promise<Way> {
  await hereIsNothingElse(page)
  const hand = new Hand(page)
  const from = performance.now()
  await hand.click(hand.link(/^Channels/))
  await hand.click(hand.button('New channel').or(hand.link('New channel')).first())
  await hand.click(hand.button('Create'))
  await page.getByRole('heading', { name: 'Waiting for your encoder' }).waitFor()
  await hand.click(hand.button('Copy Whole address'))
  const address = await page.evaluate(() => navigator.clipboard.readText())
  const copied = since(from)
  const encoder = await startEncoder(address)
  await moves(page)
  const seconds = since(from)
  await encoder.stop()
  const about = `the address was copied after ${copied.toFixed(1)} s; the encoder is started at once`
  return { title: 'Control room → first picture of an encoder', hand, seconds, about }
}

/** Planned for the next minute, sent by the test picture, ended by hand when its time is over. */
async function scheduledShow(page: Page): Promise<Way> {
  await hereIsNothingElse(page)
  const hand = new Hand(page)
  const from = performance.now()
  await hand.click(page.getByRole('main').getByRole('button', { name: 'Schedule', exact: true }))
  const form = page.getByRole('complementary', { name: 'Schedule' })
  // Time enough to fill it in.
  const startsAt = Math.ceil((Date.now() + 10_000) / MINUTE_MS) * MINUTE_MS
  const clock = (at: number) => new Date(at).toLocaleTimeString('sv').slice(0, 5)
  await hand.fill(form.getByLabel('Name'), 'First show')
  await hand.fill(form.getByLabel('Start', { exact: true }), clock(startsAt))
  await hand.fill(form.getByLabel('End', { exact: true }), clock(startsAt + MINUTE_MS))
  await hand.click(form.getByRole('button', { name: 'Schedule', exact: true }))
  await page.getByText('First show').first().waitFor()
  const planned = since(from)
  await hand.click(hand.link(/^Control room/))
  const finding = page.getByRole('listitem').filter({ hasText: 'First show' })
  await watch(page)
  await hand.click(finding.getByRole('button', { name: 'Send test picture' }))
  const isOnAir = async () =>
    (await looksOf(page)).at(-1)?.words.some(({ matter, value }) => matter === 'state' && value === 'healthy')
  await waitFor(isOnAir, 'the show on air', LONG_MS)
  const late = (Date.now() - startsAt) / 1000
  await waitFor(() => Date.now() >= startsAt + MINUTE_MS, 'the end of its time', LONG_MS)
  await hand.click(page.locator('[data-tile]').first())
  await hand.click(hand.button('End broadcast…'))
  const dialog = page.getByRole('dialog')
  // Who presses before it can have been read is not heard.
  const isEnded = async () => {
    await dialog
      .getByRole('button', { name: 'End broadcast' })
      .click({ timeout: 1_000 })
      .catch(() => undefined)
    return !(await dialog.isVisible())
  }
  await waitFor(isEnded, 'the end of the show', LONG_MS)
  hand.clicks++
  const about = `planned after ${planned.toFixed(1)} s, seen by viewers ${late.toFixed(1)} s after its start; most of it is waiting for its minute, and the minute`
  return { title: 'Control room → first scheduled show that ran', hand, seconds: since(from), about }
}

/** Back to the control room, with nothing on air. */
async function hereIsNothingElse(page: Page): Promise<void> {
  const stop = page.getByRole('button', { name: 'Stop test picture' })
  if (await stop.isVisible()) await stop.click()
  await page.getByRole('link', { name: /^Control room/ }).click()
  await page.getByText('Nothing is on air', { exact: true }).waitFor()
}

const moves = (page: Page): Promise<unknown> =>
  waitFor(
    () =>
      page
        .locator('video')
        .first()
        .evaluate((video) => video instanceof HTMLVideoElement && video.currentTime > 0),
    'a picture that moves',
    LONG_MS,
  )
