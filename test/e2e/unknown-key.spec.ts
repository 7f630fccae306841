import { ffmpeg } from '../support/ffmpeg.ts'
import { expect, makeChannel, test } from './fixture.ts'
import { deleteChannels } from './start-anew.ts'

// Told only where there is one system.
test.use({ own: 'unknown-key' })

test('an encoder with a stream key of no channel is told in the control room, without the key', async ({
  console: page,
  service,
}) => {
  await deleteChannels(service)
  const { id, url } = await makeChannel(service)
  const misspelt = `${id.slice(0, -4)}ZZZZ`
  await page.goto(`${service.ready.console_page_url}/#/`)
  const { code } = await ffmpeg([
    ...['-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=1', '-c:v', 'libx264'],
    ...['-f', 'flv', url.replace(id, misspelt)],
  ]).exited
  expect(code).not.toBe(0)
  const finding = page.getByRole('listitem').filter({ hasText: 'its stream key is of no channel' })
  await expect(finding).toContainText('An encoder at 127.0.0.1 was refused')
  await expect(finding).toContainText('Copy the stream key again from the page of its channel.')
  await expect(page.getByText(misspelt)).toHaveCount(0)
})

test(
  'an encoder with a codec that cannot be used is told, with the codec and what to set',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await deleteChannels(service)
    const { id, url } = await makeChannel(service)
    await page.goto(`${service.ready.console_page_url}/#/`)
    await ffmpeg([
      ...['-re', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=5', '-c:v', 'flv1'],
      ...['-f', 'flv', url],
    ]).exited
    const finding = page.locator(`[data-told="finding"][data-of="${id}"]`)
    await expect(finding).toContainText('The encoder sends Sorenson H.263 video. Only H.264 is taken.')
    await expect(finding).toContainText('choose a video encoder for H.264')
    await finding.getByRole('link').click()
    await expect(page.getByRole('alert')).toContainText('Sorenson H.263')
    await expect(page.getByRole('alert')).toContainText('choose a video encoder for H.264')
  },
)
