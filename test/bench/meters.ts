/**
 * The control room with four tiles in Chromium: what its meters cost, against the same room whose sound is not
 * measured. The service is a stand-in; levels come 5 times a second, as they do from it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { chromium, type Browser } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { SCENE_NOW, townHall } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'

const MEASURED: readonly ChannelView[] = Array.from({ length: 4 }, (_, i) => ({
  ...townHall,
  channelId: `6M00000${i}KQ5T0C3N8X6W4E1R9YA`,
  name: `Court ${i + 1}`,
}))
const NOT_MEASURED = MEASURED.map((channel) => ({
  ...channel,
  connections: channel.connections.map((one) => ({
    ...one,
    stats: one.stats && { ...one.stats, sound: null },
  })),
}))
/** As loud as speech: it is never the same twice. */
const speech = () => -12 - Math.round(Math.random() * 20)

export async function compareMeters(options: { rounds: number; seconds: number }): Promise<Row[]> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath !== undefined && { executablePath }),
  })
  const standIn = await startConsoleStandIn(() => SCENE_NOW)
  try {
    const ours: number[] = []
    const theirs: number[] = []
    for (let round = 0; round <= options.rounds; round++) {
      const without = await percent(browser, standIn, NOT_MEASURED, options.seconds)
      const withMeters = await percent(browser, standIn, MEASURED, options.seconds)
      console.log(`  round ${round}: with ${withMeters.toFixed(1)} %, without ${without.toFixed(1)} %`)
      // The first one warms both up.
      if (round === 0) continue
      ours.push(withMeters)
      theirs.push(without)
    }
    const ratio = (median(ours) / median(theirs)).toFixed(2)
    return [
      ['Four tiles with meters, % of a core', spread(ours, 1), `without: ${spread(theirs, 1)}`, ratio, ''],
    ]
  } finally {
    await standIn.close()
    await browser.close()
  }
}

/** CPU that all processes of the browser use for the room, % of a core. */
async function percent(
  browser: Browser,
  standIn: StandIn,
  channels: readonly ChannelView[],
  seconds: number,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const cdp = await browser.newBrowserCDPSession()
  const used = async () => {
    const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  standIn.reset()
  standIn.show(channels)
  const isMeasured = channels.some(({ connections }) => connections[0]?.stats?.sound)
  if (isMeasured) standIn.hear(() => channels.map(({ channelId }) => [channelId, speech(), speech()]))
  try {
    const page = await context.newPage()
    await page.goto(`${standIn.url}/#/`)
    await page.locator('[data-tile]').nth(3).waitFor()
    await delay(2_000)
    const [before, start] = [await used(), performance.now()]
    await delay(seconds * 1000)
    return ((await used()) - before) / ((performance.now() - start) / 100_000)
  } finally {
    await cdp.detach()
    await context.close()
  }
}
