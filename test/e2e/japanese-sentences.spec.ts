/** Between Japanese words and sentences there is neither a space nor a stop or comma of another script; on a stand-in. */
import { expect } from '@playwright/test'
import { townHall } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { openScene, SCENES } from './screenshots.ts'
import { stage } from './stage.ts'

const JAPANESE = String.raw`[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]`
const SPACED = new RegExp(`[。、] |${JAPANESE}[.,] |, ${JAPANESE}| \\(${JAPANESE}`, 'u')
const ended = { ...townHall, state: 'ended', onAirSince: null, connections: [] } as const
const at = (path: string, channel: typeof ended) => ({
  ...{ name: path, path },
  prepare: (standIn: StandIn) => standIn.show([channel]),
})

stage('Japanese sentences follow one another without a space', async ({ standIn, stageOf }) => {
  const page = await stageOf({ scheme: 'light', language: 'ja' })
  const named = SCENES.filter(({ name }) =>
    [
      ...['channels-away', 'detail-on-air', 'settings-data', 'access', 'destinations', 'health-table'],
      ...['webhooks-retrying', 'destination-new'],
    ].includes(name),
  )
  expect(named).toHaveLength(8)
  const view = `/channels/${townHall.channelId}?view=`
  for (const scene of [...named, at(`${view}connections`, ended), at(`${view}events`, ended)]) {
    await openScene(page, standIn, scene)
    await expect(page.locator('body')).toContainText(/\p{Script=Han}/u)
    await expect(page.locator('body'), scene.name).not.toContainText(SPACED)
  }
})

stage('lines of Japanese break between phrases', async ({ standIn, stageOf }) => {
  const page = await stageOf({ scheme: 'light', language: 'ja' })
  const access = SCENES.find(({ name }) => name === 'access')
  if (!access) throw new Error('the scene is gone')
  await openScene(page, standIn, access)
  const label = page.getByText('アドレスの有効期限', { exact: true }).first()
  const linesOf = (words: string) =>
    label.evaluate((element, part) => {
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()
      const at = text?.textContent?.indexOf(part) ?? -1
      if (!text || at < 0) throw new Error('the words are gone')
      const range = document.createRange()
      range.setStart(text, at)
      range.setEnd(text, at + part.length)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    }, words)
  expect(await linesOf('アドレスの有効期限')).toBe(2)
  expect(await linesOf('有効期限')).toBe(1)
})
