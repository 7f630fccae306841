import { expect, live, makeChannel, test } from './fixture.ts'

test('a refused call is found, says which member is wrong, and is made again rightly, by keys alone', async ({
  console: page,
  service,
}) => {
  const wrong = {
    hls: [{ durationSeconds: 2, startTimeOffset: -6, video: { width: 9, height: 9, fps: 5000, bps: 1 } }],
  }
  await expect(live(service, 'Service_20250901.CreateRTMPChannel', wrong)).rejects.toThrow('fps')
  await makeChannel(service)

  await page.goto(`${service.ready.console_page_url}/#/developer/log`)
  const table = page.getByRole('grid', { name: 'Calls of both APIs, newest first' })
  await expect(table.getByText('400')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('5000')
  await expect(table.getByRole('row')).toHaveCount(2)
  const row = table.getByRole('row').nth(1)
  while (!(await row.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')

  const details = page.getByRole('complementary', { name: 'Call' })
  await expect(details).toBeFocused()
  await expect(details.getByRole('group', { name: 'Response' })).toContainText('hls[0].video.fps')
  const parameters = details.getByLabel('Parameters, JSON')
  while (!(await parameters.evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(
    '{"hls":[{"durationSeconds":2,"startTimeOffset":-6,"video":{"width":640,"height":360,"fps":25,"bps":700000}}]}',
  )
  await page.keyboard.press('Control+Enter')
  await expect(details.getByText(/^Answer 200/)).toBeVisible()
  await expect(details.getByRole('group', { name: /^Answer 200/ })).toContainText('channel_id')
})

test('the reference makes a call, and no secret of it is in the log', async ({ console: page, service }) => {
  await page.goto(`${service.ready.console_page_url}/#/developer/api`)
  await page
    .getByRole('link', { name: /ListChannelIDs/ })
    .first()
    .click()
  const runner = page.getByRole('region', { name: 'Try it' })
  await runner.getByRole('button', { name: 'Run' }).click()
  await expect(runner.getByText(/^Answer 200/)).toBeVisible()
  await runner.getByLabel('Parameters, JSON').fill('[]')
  await runner.getByRole('button', { name: 'Run' }).click()
  await expect(runner.getByText('Must be a JSON object')).toBeVisible()

  // The form and its JSON are one.
  await page.goto(`${service.ready.console_page_url}/#/developer/api?op=option.getChat`)
  await runner.getByRole('textbox', { name: 'limit' }).fill('5x')
  await expect(runner.getByText('Not yet: integer')).toBeVisible()
  await runner.getByRole('textbox', { name: 'limit' }).fill('5')
  await expect(runner.getByLabel('Parameters, JSON')).toHaveValue('{ "limit": 5 }')
  await runner.getByLabel('Parameters, JSON').fill('{ "limit": 7, "schedule_id": "S" }')
  await expect(runner.getByRole('textbox', { name: 'limit' })).toHaveValue('7')
  await runner.getByRole('textbox', { name: 'schedule_id' }).fill('')
  await expect(runner.getByLabel('Parameters, JSON')).toHaveValue('{ "limit": 7 }')

  // What was tried is a call like any other, by who tried it.
  await page.goto(`${service.ready.console_page_url}/#/developer/log?api=live`)
  const tried = page.getByRole('row', { name: /ListChannelIDs/ }).filter({ hasText: service.ready.email })
  await expect(tried.first()).toContainText('200')

  const login = { email: 'nobody@example.test', password: 'hunter2', access_code: 'wrong-code' }
  const refused = await fetch(`${service.ready.option_base_url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(login),
  })
  expect(refused.status).toBe(401)
  await page.goto(`${service.ready.console_page_url}/#/developer/log?status=4xx&api=option`)
  await page
    .getByRole('row', { name: /POST \/api\/login/ })
    .first()
    .click()
  const details = page.getByRole('complementary', { name: 'Call' })
  await expect(details.getByRole('group', { name: 'Request' })).toContainText('***')
  await expect(details).not.toContainText('hunter2')
  await expect(details).toContainText('This cannot be called from the console.')
})
