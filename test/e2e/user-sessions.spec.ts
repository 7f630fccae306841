/** Where somebody is signed in, and that one of these places can be signed out alone. */
import { callOption, loginMaster } from '../support/option-client.ts'
import { expect, test } from './fixture.ts'

test('a program that signed in is seen among the sessions of its user, and ended alone', async ({
  console: page,
  service,
}) => {
  const { option_base_url, email, password, access_code, console_page_url } = service.ready
  const login = await fetch(`${option_base_url}/api/login`, {
    method: 'POST',
    headers: { 'User-Agent': 'night-job/1.2 (cron)' },
    body: JSON.stringify({ email, password, access_code }),
  })
  const { token } = (await login.json()) as { token: string }
  const listed = () =>
    fetch(`${option_base_url}/api/schedule`, { headers: { Authorization: `Bearer ${token}` } })
  expect((await listed()).status).toBe(200)

  await page.goto(`${console_page_url}/#/users`)
  await page.getByRole('gridcell', { name: email, exact: true }).click()
  const sessions = page.getByRole('region', { name: 'Open sessions' }).getByRole('listitem')
  const job = sessions.filter({ hasText: 'night-job/1.2' })
  await expect(job).toContainText(/API 127\.0\.0\.1 · .*\d\d:\d\d:\d\d/)
  await expect(sessions.filter({ hasText: 'This one' })).toContainText('Console')
  await job.getByRole('button', { name: 'End the session of night-job/1.2' }).click()
  await expect(job).toHaveCount(0)
  expect((await listed()).status).toBe(401)
  await expect(sessions.filter({ hasText: 'This one' })).toBeVisible()
})

test('who is renamed elsewhere keeps the room that is open, and what is half written', async ({
  console: page,
  service: { ready },
}) => {
  const { option_base_url: base, email } = ready
  await page.goto(`${ready.console_page_url}/#/users?pane=new`)
  const name = page.getByRole('complementary', { name: 'Add user' }).getByLabel('Name')
  await name.fill('Half a na')

  const token = await loginMaster(ready)
  const users = (await callOption(base, 'GET', '/api/user', { token })).body as {
    user_id: number
    email: string
  }[]
  const self = users.find((user) => user.email === email)?.user_id
  const renamed = await callOption(base, 'PATCH', '/api/user', {
    token,
    json: { user_id: self, name: 'Renamed' },
  })
  expect(renamed.status).toBe(200)
  await expect(page.getByRole('row', { name: /Renamed/ })).toBeVisible()
  await expect(name).toHaveValue('Half a na')
  await expect(name).toBeFocused()
})
