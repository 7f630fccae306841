/** Between Japanese sentences there is neither a space nor a full stop of another script; on a stand-in. */
import { expect } from '@playwright/test'
import { townHall } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { openScene, SCENES } from './screenshots.ts'
import { stage } from './stage.ts'

const SPACED = /[。、] |[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]\. /u
const ended = { ...townHall, state: 'ended', onAirSince: null, connections: [] } as const
const at = (path: string, channel: typeof ended) => ({
  ...{ name: path, path },
  prepare: (standIn: StandIn) => standIn.show([channel]),
})

stage('Japanese sentences follow one another without a space', async ({ standIn, stageOf }) => {
  const page = await stageOf({ scheme: 'light', language: 'ja' })
  const named = SCENES.filter(({ name }) =>
    ['channels-away', 'detail-on-air', 'settings-data'].includes(name),
  )
  expect(named).toHaveLength(3)
  const view = `/channels/${townHall.channelId}?view=`
  for (const scene of [...named, at(`${view}connections`, ended), at(`${view}events`, ended)]) {
    await openScene(page, standIn, scene)
    await expect(page.locator('body')).toContainText(/\p{Script=Han}/u)
    await expect(page.locator('body'), scene.name).not.toContainText(SPACED)
  }
})
