/** Archive destinations in every state, and choosing one for a new channel. */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { DestinationView, TestView } from '../../service/contract/console/destinations.ts'
import { mixed, townHall } from '../support/console-scenes.ts'
import {
  bucket,
  destinations,
  failedTest,
  failing,
  folder,
  limitedTest,
  missingFolderTest,
  passedTest,
  refusedTest,
  runningTest,
  serviceAccount,
  TEST_ID,
  unused,
} from '../support/console-destination-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { armed } from './armed.ts'
import type { Scene } from './scene.ts'

const NEW = '/archives/destinations/new'

function show(s: StandIn, list: readonly DestinationView[] = destinations): void {
  s.show(mixed, {
    archive: { recording: 3, recordingBps: 11_600_000, pendingBytes: 5.02e9, failing: 1, reserveBytes: 2e9 },
  })
  s.answer(CONSOLE_API.destinations.list, 200, { destinations: list })
  s.answer(CONSOLE_API.destinations.localFolder, 200, { bucketUri: 'file:///srv/airdesk/recordings' })
}

/** Fills in fields by the names that the API has for them, in either language. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [member, value] of Object.entries(values))
    await page.getByLabel(new RegExp(`${member}$`)).fill(value)
}
const S3_VALUES = {
  s3_region: 'ap-northeast-1',
  s3_access_key_id: 'AKIAIOSFODNN7EXAMPLE',
  s3_secret_access_key: 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY',
}
const bucketField = (page: Page) => page.getByLabel(/^(Bucket|Container|バケット|コンテナー)$/)
const pathField = (page: Page) => page.getByLabel(/^(Path |パス（)/)

async function fillS3(page: Page): Promise<void> {
  await bucketField(page).fill('studio-archive')
  await pathField(page).fill('live')
  await fill(page, S3_VALUES)
}

const tested = (name: string, view: TestView, after?: (page: Page) => Promise<void>): Scene => ({
  name: `destination-test-${name}`,
  path: NEW,
  prepare: (s) => {
    show(s)
    s.answer(CONSOLE_API.destinations.beginTest, 202, { ...view, done: false, outcome: null, steps: [] })
    s.answer(CONSOLE_API.destinations.test, 200, view, { params: { id: TEST_ID } })
  },
  after: async (page) => {
    await fillS3(page)
    await page.keyboard.press('Control+t')
    await page
      .locator(`ol li[data-state=${view.steps.at(-1)?.outcome ?? 'pending'}]`)
      .last()
      .waitFor()
    await after?.(page)
  },
})

const kind = (store: string, after: (page: Page) => Promise<void>): Scene => ({
  name: `destination-new-${store}`,
  path: `${NEW}?store=${store}`,
  prepare: (s) => show(s),
  after,
})

const credentials = (of: DestinationView): Scene => ({
  name: `destination-credentials-${of.kind}`,
  path: '/archives/destinations',
  prepare: (s) => show(s, [of]),
  after: async (page) => {
    await page.getByRole('button', { name: /^New credentials for|の認証情報を変更$/ }).click()
    await page.getByRole('dialog').locator('button[type=submit]').click()
    await page.getByRole('dialog').locator('[aria-invalid=true]').first().waitFor()
  },
})

export const DESTINATION_SCENES: readonly Scene[] = [
  { name: 'destinations', path: '/archives/destinations', prepare: (s) => show(s) },
  { name: 'destinations-empty', path: '/archives/destinations', prepare: (s) => show(s, []) },
  {
    name: 'destinations-failed',
    path: '/archives/destinations',
    prepare: (s) => {
      show(s)
      s.answer(CONSOLE_API.destinations.list, 500, {})
    },
    after: async (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'destinations-tested',
    path: '/archives/destinations',
    prepare: (s) => {
      show(s, [folder])
      s.answer(CONSOLE_API.destinations.beginSavedTest, 202, missingFolderTest, { params: { id: folder.id } })
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^Test file.*again$|を再テスト$/ }).click()
      await page.locator('ol li[data-state=failed]').waitFor()
    },
  },
  {
    name: 'destinations-delete-refused',
    path: '/archives/destinations',
    prepare: (s) => {
      show(s)
      s.refuse(CONSOLE_API.channels.live, refusal('DESTINATION_IN_USE', { channels: 2, recordings: 3 }))
    },
    after: async (page) => {
      await page
        .getByRole('button', { name: /^Delete s3|を削除$/ })
        .first()
        .click()
      const refused = page.getByRole('dialog').getByRole('alert')
      await (await armed(page.getByRole('dialog').getByRole('button').last())).click()
      await refused.waitFor()
    },
  },
  credentials(bucket),
  credentials(unused),
  { name: 'destination-new', path: NEW, prepare: (s) => show(s) },
  kind('s3-compatible', async (page) => {
    await bucketField(page).fill('s3://recordings/match-day/2026/')
    await fill(page, {
      s3_end_point: 'http://192.168.1.40:9000',
      s3_region: 'us-east-1',
      s3_access_key_id: 'airdesk',
      s3_secret_access_key: 'a secret that was pasted with its line ',
    })
    await page.getByRole('button', { name: /^(Remove spaces|空白を取り除く)$/ }).scrollIntoViewIfNeeded()
  }),
  kind('gs', async (page) => {
    await bucketField(page).fill('airdesk-recordings')
    await page.locator('input[type=file]').setInputFiles({
      name: 'key.json',
      mimeType: 'application/json',
      buffer: Buffer.from(serviceAccount),
    })
    await page.getByText('airdesk-studio', { exact: true }).waitFor()
  }),
  {
    ...kind('gs', async (page) => {
      await page.locator('input[type=file]').setInputFiles({
        name: 'key.json',
        mimeType: 'application/json',
        buffer: Buffer.from('{"type":"authorized_user"}'),
      })
      await page.getByRole('alert').waitFor()
    }),
    name: 'destination-new-gs-wrong',
  },
  kind('azblob', async (page) => {
    await bucketField(page).fill('recordings')
    await fill(page, { blob_account: 'airdeskstudio', blob_key: 'c2VjcmV0LWtleQ==' })
  }),
  kind('file', async (page) =>
    page
      .getByLabel(/bucket_uri$/)
      .first()
      .waitFor(),
  ),
  {
    name: 'destination-new-errors',
    path: NEW,
    prepare: (s) => show(s),
    after: async (page) => {
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  tested('running', runningTest),
  tested('passed', passedTest),
  tested('limited', limitedTest, (page) => page.locator('summary').click()),
  tested('failed', failedTest, (page) => page.locator('summary').click()),
  tested('refused', refusedTest, (page) => page.locator('[aria-invalid=true]').first().waitFor()),
  tested('stale', passedTest, (page) => pathField(page).fill('live/2026')),
  {
    name: 'destination-replace',
    path: `${NEW}?replace=${failing.id}`,
    prepare: (s) => show(s),
  },
  {
    name: 'destination-replaced',
    path: `${NEW}?replace=${bucket.id}`,
    prepare: (s) => {
      show(s)
      s.answer(CONSOLE_API.channels.live, 200, { archive_destination_id: unused.id })
    },
    after: async (page) => {
      await fill(page, { s3_secret_access_key: 'secret' })
      await page.locator('button[type=submit]').click()
      await page.locator('button[type=submit]').waitFor({ state: 'detached' })
    },
  },
  {
    name: 'new-channel-record',
    path: `/channels/new?destination=${failing.id}`,
    prepare: (s) => show(s),
  },
  { name: 'new-channel-record-off', path: '/channels/new', prepare: (s) => show(s, []) },
  {
    name: 'detail-recorded-to',
    path: `/channels/${townHall.channelId}`,
    prepare: (s) => {
      show(s)
      const [first, second, third] = townHall.renditions
      if (!first || !second || !third) throw new Error('the scene has three renditions')
      s.show([
        {
          ...townHall,
          renditions: [
            { ...first, archive: { archive_destination_id: failing.id } },
            { ...second, archive: { archive_destination_id: folder.id } },
            third,
          ],
        },
      ])
    },
    after: (page) => page.getByText(/^(Recorded to|録画先) 720p$/).scrollIntoViewIfNeeded(),
  },
]
