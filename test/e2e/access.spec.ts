import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { armed } from './armed.ts'
import { clipboardOf, expect, makeChannel, test } from './fixture.ts'

test('a channel is closed to who knows its id alone, by a key that is shown and rotated', async ({
  console: page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, url } = await makeChannel(service)
  const flv = await makeFlv({ video: false, seconds: 1 })
  const send = async (key: string) => {
    const encoder = publishFlv({ url: url.replace(id, key), flv })
    await encoder.published.finally(() => encoder.kill())
  }
  await page.goto(page.url().replace(/#.*/, `#/channels/${id}`))
  await page.getByRole('link', { name: 'Who may send and watch…' }).click()
  await expect(page.getByText('Anyone who knows the channel id can go on air here.')).toBeVisible()
  await page.getByRole('switch', { name: 'Refuse encoders that send only the channel id' }).press('Space')
  await expect(page.getByText('Nobody can go on air with them.')).toBeVisible()
  await expect(send(id)).rejects.toThrow('ingest key')

  await page.getByRole('button', { name: 'Copy Stream key with the ingest key' }).click()
  const clipboard = clipboardOf(page)
  await expect.poll(clipboard).toContain(`${id}?key=`)
  const before = await clipboard()
  await send(before)
  const shown = page.getByRole('status', { name: 'Ingest key' })
  await expect(shown).toHaveText(`•••• •••• •••• •••• ${before.slice(-4)}`)
  await page.getByRole('button', { name: 'Show Ingest key' }).click()
  await expect(shown).toHaveText(before.replace(`${id}?key=`, ''))

  await page.getByRole('button', { name: 'Rotate…' }).click()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await expect(shown).not.toContainText(before.slice(-4))
  await expect(send(before)).rejects.toThrow('not, or no longer')
  await expect(page.getByRole('list', { name: 'Last at this door' })).toContainText('wrong key')

  await page.getByLabel('Label').fill('Press')
  await page.getByRole('button', { name: 'Make address' }).click()
  await expect(page.getByText('It is shown this once.')).toBeVisible()
  const handed = page.getByRole('list', { name: 'Addresses handed out' })
  await expect(handed).toContainText('Press')
  await handed.getByRole('button', { name: 'Revoke Press…' }).click()
  const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke address' })
  await (await armed(revoke)).click()
  await expect(revoke).toHaveCount(0)
  await expect(handed).toContainText('Ended')
})
