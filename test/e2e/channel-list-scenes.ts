import type { Page } from '@playwright/test'
import { fieldCamera, many, mixed } from '../support/console-scenes.ts'
import type { Scene } from './scene.ts'

const LABELLED = ['Channel 1', 'Channel 2', 'Channel 3']
const channels = many(190).map((channel) =>
  LABELLED.includes(channel.name) ? { ...channel, label: 'Match day' } : channel,
)
/** A name as long as one may be. */
const LONG = 'Investor Q&A, closed circle with interpreters, second half ab'.slice(0, 60)

async function choose(page: Page): Promise<void> {
  await page
    .getByRole('row', { name: /Field camera 2/ })
    .getByRole('checkbox')
    .check()
  for (const index of [0, 1, 2, 3, 4]) {
    await page
      .getByRole('row', { name: /Idle|待機/ })
      .nth(index)
      .getByRole('checkbox')
      .check()
  }
}

/** Saves filters of one's own, one after the other, and shows the last. */
async function save(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await page.getByLabel(/^(Filter channels|チャンネルを絞り込み)$/).fill(name)
    await page.getByRole('button', { name: /^(Save this filter|この絞り込みを保存)$/ }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
}

export const CHANNEL_LIST_SCENES: readonly Scene[] = [
  { name: 'channels-labels', path: '/channels?q=Match%20day', prepare: (s) => s.show(channels) },
  { name: 'channels-chosen', path: '/channels', prepare: (s) => s.show(channels), after: choose },
  {
    name: 'channels-delete-many',
    path: '/channels',
    prepare: (s) => s.show(channels),
    after: async (page) => {
      await choose(page)
      await page.keyboard.press('Delete')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'channels-label-many',
    path: '/channels',
    prepare: (s) => s.show(channels),
    after: async (page) => {
      await choose(page)
      await page.keyboard.press('l')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'channels-filters',
    path: '/channels',
    prepare: (s) => s.show(channels),
    after: (page) => save(page, ['Match day', 'Field camera 2', '会議']),
  },
  {
    name: 'channels-long-names',
    path: `/channels/${fieldCamera.channelId}`,
    prepare: (s) => s.show(mixed.map((channel) => ({ ...channel, name: LONG }))),
  },
]
