/** By the keyboard alone: the focus never falls out of the page. */
import { expect, makeChannel, test } from './fixture.ts'
import { openScene, SCENES } from './screenshots.ts'
import { stage } from './stage.ts'

test('a new channel has the focus where its form was', async ({ console: page, service }) => {
  await page.goto(`${service.ready.console_page_url}/#/channels/new`)
  await page.getByRole('textbox', { name: /^Name/ }).fill('Gate 7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gate 7' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  // Tab goes on from there.
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('link', { name: 'Channels' })).toBeFocused()
})

test('a button that is busy has the focus again', async ({ console: page, service }) => {
  const { id } = await makeChannel(service)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/test-picture', async (route) => {
    await held
    await route.fulfill({ status: 503, json: {} })
  })
  const picture = page.getByRole('button', { name: 'Use test picture' })
  await picture.press('Enter')
  await expect(picture).toBeDisabled()
  answer()
  await expect(picture).toBeFocused()
})

test('what the operator takes the focus off has it no more', async ({ console: page, service }) => {
  const { id } = await makeChannel(service)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  const rename = page.getByRole('button', { name: 'Rename' })
  await rename.focus()
  await rename.evaluate((element) => element.blur())
  // Something changes in the page after that.
  await page.evaluate(() => document.body.append(document.createElement('i')))
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
})

stage('full screen has the focus, and with it the keys of the picture', async ({ standIn, stageOf }) => {
  const page = await stageOf({ scheme: 'dark', language: 'en' })
  const onAir = SCENES.find(({ name }) => name === 'detail-on-air')
  if (!onAir) throw new Error('the scene is gone')
  await openScene(page, standIn, onAir)
  await page.getByRole('button', { name: 'Full screen' }).press('Enter')
  await expect(page.getByRole('group', { name: /^Preview of/ })).toBeFocused()
  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull()
})
