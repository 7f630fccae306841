/** Schedules come in and go out as files of calendar and table programs. */
import { readFile } from 'node:fs/promises'
import { expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

const DAY = 86_400_000
/** `20261124T100000Z`, 10 o'clock UTC of a day from now. */
const stamp = (days: number, hour = 10) =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10).replaceAll('-', '')}T${hour}0000Z`

const CALENDAR = [
  ...['BEGIN:VCALENDAR', 'VERSION:2.0'],
  ...['BEGIN:VEVENT', 'UID:1', 'SUMMARY:Weekly show', `DTSTART:${stamp(2)}`, `DTEND:${stamp(2, 11)}`],
  ...['RRULE:FREQ=WEEKLY;COUNT=3', 'END:VEVENT'],
  ...[
    'BEGIN:VEVENT',
    'UID:2',
    'SUMMARY:In the way',
    `DTSTART:${stamp(2)}`,
    `DTEND:${stamp(2, 12)}`,
    'END:VEVENT',
  ],
  ...[
    'BEGIN:VEVENT',
    'UID:3',
    'SUMMARY:Long ago',
    `DTSTART:${stamp(-9)}`,
    `DTEND:${stamp(-9, 11)}`,
    'END:VEVENT',
  ],
  ...['END:VCALENDAR', ''],
].join('\r\n')

test('a calendar is imported after a look at it, and all is exported as a table that can be imported', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/schedules?view=agenda`)
  const menu = page.getByRole('button', { name: 'Import and export' })
  const dialog = page.getByRole('dialog', { name: 'Import schedules' })
  const choose = async (name: string, mimeType: string, text: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: 'Import…' }).click()
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file…' }).click()
    await (await chooser).setFiles({ name, mimeType, buffer: Buffer.from(text) })
  }
  await choose('shows.ics', 'text/calendar', CALENDAR)
  const left = dialog.getByRole('list', { name: '2 are left out' }).getByRole('listitem')
  await expect(left.filter({ hasText: 'In the way' })).toContainText('“Weekly show” has this time.')
  await expect(left.filter({ hasText: 'Long ago' })).toContainText('It is over.')
  await dialog.getByText('Audio', { exact: true }).click()
  const make = dialog.getByRole('button', { name: 'Make 3 schedules' })
  await saidAfter(page.locator('body'), '3 schedules made', () => make.click())
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Weekly show' })).toHaveCount(3)

  const download = page.waitForEvent('download')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Export as table (CSV)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^airdesk-schedules-\d{4}-\d\d-\d\d\.csv$/)
  const table = await readFile(await file.path(), 'utf8')
  expect(table.trim().split('\r\n')).toHaveLength(4)
  expect(table).toMatch(/"Weekly show","[\d-]+ [\d:]+","[\d-]+ [\d:]+","audio"/)

  await choose('again.csv', 'text/csv', table)
  await expect(dialog.getByRole('list', { name: '3 are left out' })).toContainText(
    '“Weekly show” has this time.',
  )
  await expect(dialog.getByRole('button', { name: 'Make 0 schedules' })).toBeDisabled()
})
