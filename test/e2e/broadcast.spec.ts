import type { HealthView } from '../../service/contract/console/health.ts'
import { armed } from './armed.ts'
import { expect, makeChannel, read, small, test, videoTime } from './fixture.ts'
import { listenFor, saidAfter } from './said.ts'

/** Less than the encoder sends. */
const transcoded = {
  hls: small.hls.map((one) => ({ ...one, video: { ...one.video, bps: 300_000 } })),
}

test('a real encoder makes the page go on by itself until the picture plays, without any error', async ({
  console: page,
  service,
  encoder,
}) => {
  const { id, url } = await makeChannel(service, transcoded)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  await expect(page.getByRole('heading', { name: 'Waiting for your encoder' })).toBeVisible()
  const loads = await page.evaluate(() => performance.timeOrigin)
  // Shown for a short while only.
  await saidAfter(page.locator('body'), /First segment (in \d+ s|now)/, () => encoder(url))
  await expect(page.getByText(/^ON AIR/).first()).toBeVisible()
  const player = page.getByRole('region', { name: /^Preview of/ })
  await expect(player).toHaveAttribute('data-status', 'ready')
  const before = await videoTime(page)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 4)
  await expect(player).toHaveAttribute('data-trouble', '')
  expect(await page.evaluate(() => performance.timeOrigin), 'the page was not loaded again').toBe(loads)
  await expect(page.getByText(/H\.264 .*640×360/).first()).toBeVisible()
  await expect(page).toHaveTitle(/1 on air/)
})

test('a channel made by an application shows in the list, with how it was made', async ({
  console: page,
  service,
}) => {
  // Narrower windows leave the column out.
  await page.setViewportSize({ width: 1440, height: 900 })
  const { id } = await makeChannel(service)
  const row = page.getByRole('row', { name: new RegExp(id.slice(0, 6)) })
  await expect(row).toContainText('API')
})

test(
  'an encoder with a key frame every 8 s is told so, with what to do',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { id, url } = await makeChannel(service)
    await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
    await encoder(url, { keyFrameSeconds: 8 })
    await expect(page.getByText('Keyframes arrive every 8 s; segments need 2 s.')).toBeVisible({
      timeout: 60_000,
    })
    await expect(page.getByText('Set keyframe interval to 2 s in OBS: Output, Streaming.')).toBeVisible()
  },
)

test('the operator ends a connection, after being asked; the encoder is cut', async ({
  console: page,
  service,
  encoder,
}) => {
  const { id, url } = await makeChannel(service)
  const sender = await encoder(url)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}?view=connections`)
  // Elsewhere on the page, and in the list that was there before, the encoder of another test may be waited for.
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: 'Connections' })).toBeVisible()
  await expect(main.getByText(/^ON AIR/)).toBeVisible()
  const said = await listenFor(main, 'Reconnecting')
  await page.getByRole('button', { name: /^End connection/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await (await armed(dialog.getByRole('button', { name: 'End connection' }))).click()
  await expect(dialog).toBeHidden()
  await expect.poll(() => sender.ended()).toBe(true)
  await expect(page.getByText('No connection').first()).toBeVisible()
  await expect(main.getByText(/^ON AIR/)).toHaveCount(0)
  const { events } = await read<HealthView>(page, `channels/${id}/health`)
  expect(events.filter(({ kind }) => kind === 'connection-closed')).toMatchObject([
    { reason: 'operator-closed' },
  ])
  expect(await said()).toBe(false)
})

test(
  'an encrypted channel plays in the console, with its key from the engine',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { id, url } = await makeChannel(service, { ...small, encrypt_key_uri: 'https://keys.example/key' })
    await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
    const keyRequest = page.waitForResponse(/\/console\/api\/keys\//)
    await encoder(url)
    expect((await keyRequest).status()).toBe(200)
    const player = page.getByRole('region', { name: /^Preview of/ })
    await expect(player).toHaveAttribute('data-status', 'ready')
    const before = await videoTime(page)
    await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 2)
    await expect(page.getByText('AES-128')).toBeVisible()
  },
)
