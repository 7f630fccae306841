import { startObsStandIn, type ObsStandIn } from '../support/obs-stand-in.ts'
import { expect, makeChannel, test } from './fixture.ts'

let standIn: ObsStandIn | undefined
test.afterEach(() => standIn?.close())

test('OBS is set up from the channel, set back, set up again and started; an encoder that sends there is received', async ({
  console: page,
  service,
  encoder,
}) => {
  const { id, url } = await makeChannel(service)
  standIn = await startObsStandIn('let-me-in')
  const { port, obs } = standIn
  const before = structuredClone(obs)
  await page.goto(page.url().replace(/#.*/, `#/channels/${id}`))
  await page.getByRole('button', { name: 'Set up OBS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up OBS on this computer' })
  const connect = dialog.getByRole('button', { name: 'Connect' })

  await dialog.getByLabel('Port').fill('1')
  await connect.click()
  await expect(dialog.getByRole('alert')).toContainText('No OBS answers at port 1 of this computer')
  await dialog.getByLabel('Port').fill(String(port))
  await connect.click()
  await expect(dialog.getByRole('alert')).toContainText('OBS does not take this password')
  await dialog.getByLabel('Password', { exact: true }).fill('let-me-in')
  await connect.click()

  await expect(dialog).toContainText('OBS 30.2.3, profile Match day')
  const changes = dialog.getByRole('table', { name: 'What changes in OBS' })
  await expect(changes.getByRole('row', { name: /^Server/ })).toHaveText(/Twitchrtmp:\/\/127\.0\.0\.1/)
  await expect(changes.getByRole('row', { name: /^Output size/ })).toHaveText(
    'Output size1920 × 1080640 × 360',
  )
  await expect(dialog).not.toContainText(id)
  obs.isRecording = true
  await dialog.getByRole('button', { name: 'Set up OBS' }).click()
  await expect(dialog.getByRole('alert')).toContainText('OBS sends or records')
  expect(obs).toEqual({ ...before, isRecording: true })

  obs.isRecording = false
  await dialog.getByRole('button', { name: 'Set up OBS' }).click()
  await expect(dialog.getByRole('status')).toContainText('OBS is set to this channel')
  expect(obs.parameters).toMatchObject({ 'SimpleOutput/VBitrate': '700', 'SimpleOutput/ABitrate': '96' })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog).toContainText('OBS is as it was before')
  expect(obs).toEqual(before)

  await dialog.getByLabel('Picture and sound too').uncheck()
  await expect(changes.getByRole('row')).toHaveCount(3)
  await dialog.getByRole('button', { name: 'Set up OBS' }).click()
  await dialog.getByRole('button', { name: 'Start streaming' }).click()
  await expect(dialog.getByRole('status')).toHaveText(/^OBS starts to send/)
  expect([obs.isSending, obs.video]).toEqual([true, before.video])
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const { server, key } = obs.service['streamServiceSettings'] as { server: string; key: string }
  expect(`${server}${key}`).toBe(url)
  await encoder(`${server}${key}`)
  await expect(page.getByText('Receiving', { exact: true })).toBeVisible()
})
