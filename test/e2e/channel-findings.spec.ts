/** Findings of a channel beside its picture, on a stand-in: they would take a bad encoder. */
import { expect, test as base } from '@playwright/test'
import { fieldCamera, SCENE_NOW, webRtcOnAir } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'

const test = base.extend<{ standIn: StandIn }>({
  standIn: async ({}, use) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    await use(standIn)
    await standIn.close()
  },
})

for (const [kind, channel, when] of [
  ['RTMP', fieldCamera, {}],
  ['WebRTC', webRtcOnAir, { tag: '@nightly' }],
] as const) {
  test(`they come and go without moving the picture (${kind})`, when, async ({ page, standIn }) => {
    standIn.show([{ ...channel, findings: [] }])
    await page.goto(`${standIn.url}/#/channels/${channel.channelId}`)
    const picture = page.locator('video')
    await expect(picture).toBeVisible()
    // Its own text moves it as long as the page is loaded.
    await page.evaluate(() => document.fonts.ready)
    await (await picture.elementHandle()).waitForElementState('stable')
    const before = await picture.boundingBox()
    standIn.show([{ ...channel, findings: fieldCamera.findings }])
    await expect(page.getByRole('heading', { name: 'Findings' })).toBeVisible()
    expect(await picture.boundingBox()).toEqual(before)
  })
}
