import { expect, makeChannel, test, videoTime } from './fixture.ts'

test('a real encoder makes the page go on by itself until the picture plays, without any error', async ({
  console: page,
  service,
  encoder,
}) => {
  const { id, url } = await makeChannel(service)
  await page.goto(`${service.ready.console_url}/#/channels/${id}`)
  await expect(page.getByRole('heading', { name: 'Waiting for your encoder' })).toBeVisible()
  const loads = await page.evaluate(() => performance.timeOrigin)

  encoder(url)
  await expect(page.getByText('ON AIR').first()).toBeVisible()
  const player = page.getByRole('region', { name: /^Preview of/ })
  await expect(player).toHaveAttribute('data-status', 'ready')
  const before = await videoTime(page)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 4)
  await expect(player).toHaveAttribute('data-errors', '0')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loads)
  await expect(page.getByText(/H\.264 .*640×360/).first()).toBeVisible()
})
