/** Schedules in the calendar, on the real service; another operator is played by the option API. */
import type { Page, Request, Route } from '@playwright/test'
import { callOption, loginMaster, type OptionCall } from '../support/option-client.ts'
import type { RunningService } from '../support/service.ts'
import { armed } from './armed.ts'
import { drawn, expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

// Far away, so that nothing begins while a test runs. It is a Monday; the service's zone is Tokyo's.
const MONDAY = '2031-03-10'
const DAYS = [
  'Monday 10',
  'Tuesday 11',
  'Wednesday 12',
  'Thursday 13',
  'Friday 14',
  'Saturday 15',
  'Sunday 16',
]

/** The other operator. */
interface Other {
  /** @param times `2031/03/10 09:00:00` @returns its id */
  make(name: string, start: string, end: string): Promise<string>
  change(id: string, name: string, start: string, end: string): Promise<void>
  remove(id: string): Promise<void>
  /** All, by start: `Match day 2031-03-13T11:00–13:00`. */
  list(): Promise<readonly string[]>
}

async function otherOperator({ ready }: RunningService): Promise<Other> {
  const token = await loginMaster(ready)
  const option = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', call: OptionCall = {}) => {
    const { status, body } = await callOption(ready.option_base_url, method, '/api/schedule', {
      token,
      ...call,
    })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const period = (name: string, start: string, end: string) => ({
    ...{ name, start_datetime: start, end_datetime: end },
  })
  return {
    make: async (...of) => {
      const made = await option('POST', { json: { ...period(...of), service_params: [] } })
      return (made as { schedule_id: string }).schedule_id
    },
    change: async (id, ...of) => {
      await option('PATCH', { json: { schedule_id: id, ...period(...of) } })
    },
    remove: async (id) => {
      await option('DELETE', { query: { schedule_id: id } })
    },
    list: async () =>
      ((await option('GET')) as { name: string; start_datetime: string; end_datetime: string }[]).map(
        (one) => `${one.name} ${one.start_datetime.slice(0, 16)}–${one.end_datetime.slice(11, 16)}`,
      ),
  }
}

// Neither the machine's zone nor the hour of the test is to matter.
test.use({ own: 'schedules', serviceArgs: ['--time-zone', 'Asia/Tokyo'], timezoneId: 'Europe/Berlin' })

async function openWeek(page: Page, search = `date=${MONDAY}`): Promise<void> {
  await page.goto(page.url().replace(/#.*/, `#/schedules?${search}`))
  await page.getByRole('heading', { level: 1, name: 'Schedules' }).waitFor()
  await drawn(page)
}

const form = (page: Page) => page.getByRole('complementary', { name: 'Schedule' })
const grid = (page: Page) => page.getByRole('group', { name: /^Schedules, / })
/** @param when of which weekday, and from–to: `0 09:00–10:00` */
const block = (page: Page, name: string, when: string) => {
  const [day = '', time = ''] = when.split(' ')
  return page.getByRole('button', { name: `${name}, ${DAYS[Number(day)]} March, ${time} JST` })
}

/** Where a time of a weekday stands on the screen. @param when `0 09:30` */
async function placeOf(page: Page, when: string) {
  const [day = '', hours = '', minutes = ''] = when.split(/[ :]/)
  // It gives way to the form, and takes its place again.
  await (await grid(page).elementHandle()).waitForElementState('stable')
  const box = await grid(page).boundingBox()
  if (box === null) throw new Error('the grid is not drawn')
  const part = (Number(hours) + Number(minutes) / 60) / 24
  return { x: box.x + ((Number(day) + 0.6) / 7) * box.width, y: box.y + part * box.height + 1 }
}

/** Presses at one time and moves to another, as a hand would; the button stays down. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const start = await placeOf(page, from)
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await dragTo(page, to)
}
async function dragTo(page: Page, to: string): Promise<void> {
  const end = await placeOf(page, to)
  await page.mouse.move(end.x, end.y, { steps: 5 })
}

/** Does something that is told in a message, which goes by itself. */
const toldAfter = (page: Page, words: string, act: () => Promise<unknown>) =>
  saidAfter(page.locator('body'), words, act)

test('times with seconds are read as a whole in the form', async ({ console: page, service }) => {
  const other = await otherOperator(service)
  const id = await other.make('To the second', '2031/03/10 01:00:07', '2031/03/10 01:30:38')
  await openWeek(page, `date=${MONDAY}&schedule=${id}`)
  for (const [name, time] of [
    ['Start', '2031-03-10 01:00:07'],
    ['End', '2031-03-10 01:30:38'],
  ] as const) {
    const field = form(page).getByRole('textbox', { name })
    await expect(field).toHaveValue(time)
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  }
  await other.remove(id)
})

test('by keyboard alone: made, moved, refused and freed, saved, deleted', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  await other.make('Match day', '2031/03/13 11:00:00', '2031/03/13 13:00:00')
  await openWeek(page)
  const { keyboard } = page
  await keyboard.press('n')
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await keyboard.type('Morning show')
  for (const text of ['2031-03-12 10:00', '11:00']) {
    await keyboard.press('Tab')
    await keyboard.press('Control+a')
    await keyboard.type(text)
  }
  await expect(form(page)).toContainText('10:00–11:00 JST (+9)')
  await toldAfter(page, '“Morning show” scheduled', () => keyboard.press('Enter'))
  await expect(form(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(form(page)).toHaveCount(0)
  await expect(block(page, 'Morning show', '2 10:00–11:00')).toBeFocused()

  await keyboard.press('Alt+ArrowDown')
  await expect(form(page)).toBeFocused()
  await keyboard.press('Alt+ArrowDown')
  await keyboard.press('Alt+ArrowRight')
  const tip = page.getByRole('status').filter({ hasText: 'A drop here is refused.' })
  await expect(tip).toContainText('30 min over “Match day”')
  await expect(tip).toContainText('next free slot, 13:00')
  await expect(form(page)).toContainText('Overlaps “Match day” 11:00–13:00 by 30 min')
  await expect(form(page).getByLabel('End', { exact: true })).toHaveAccessibleDescription(
    '“Match day” begins at 11:00',
  )
  await expect(form(page).getByRole('button', { name: 'Save' })).toBeDisabled()
  await keyboard.press('Escape')
  await expect(block(page, 'Morning show', '2 10:00–11:00')).toBeVisible()
  await expect(tip).toHaveCount(0)

  await keyboard.press('Alt+ArrowRight')
  await keyboard.press('Alt+ArrowDown')
  await keyboard.press('f')
  await expect(block(page, 'Morning show', '3 13:00–14:00')).toBeVisible()
  await keyboard.press('Alt+Shift+ArrowDown')
  await toldAfter(page, '“Morning show” saved', () => keyboard.press('Control+s'))
  expect(await other.list()).toContain('Morning show 2031-03-13T13:00–14:15')
  await expect(form(page)).toBeFocused()
  await keyboard.press('Escape')
  await expect(block(page, 'Morning show', '3 13:00–14:15')).toBeFocused()

  await keyboard.press('Delete')
  const question = page.getByRole('dialog', { name: 'Delete “Morning show”?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await (await armed(question.getByRole('button', { name: 'Delete schedule' }))).press('Enter')
  await expect(block(page, 'Morning show', '3 13:00–14:15')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Free slot, / })).toBeFocused()
  expect(await other.list()).toEqual(['Match day 2031-03-13T11:00–13:00'])
})

test('by mouse: drawn, dragged over another and put back, made longer, saved', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  await other.make('Concert', '2031/03/10 13:00:00', '2031/03/10 14:00:00')
  await openWeek(page)
  await expect(block(page, 'Concert', '0 13:00–14:00')).toBeVisible()
  await drag(page, '0 09:00', '0 10:30')
  await page.mouse.up()
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Rehearsal')
  await form(page).getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(block(page, 'Rehearsal', '0 09:00–10:30')).toBeVisible()
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(form(page)).toHaveCount(0)

  await drag(page, '0 09:15', '0 12:15')
  await expect(page.getByText('30 min over “Concert”')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(block(page, 'Rehearsal', '0 09:00–10:30')).toBeVisible()
  await page.mouse.up()
  await expect(form(page)).toHaveCount(0)

  await drag(page, '0 09:15', '0 12:15')
  await dragTo(page, '1 10:15')
  await page.mouse.up()
  await expect(form(page)).toContainText('Was')
  // Neither another block nor another room takes along what is not saved.
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  for (const leave of [
    () => block(page, 'Concert', '0 13:00–14:00').click(),
    () => page.getByRole('link', { name: 'Channels', exact: true }).click(),
    () => page.goBack(),
  ]) {
    await leave()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(form(page)).toContainText('Was')
  }
  await drag(page, '1 11:27', '1 11:57')
  await page.mouse.up()
  await expect(block(page, 'Rehearsal', '1 10:00–12:00')).toBeVisible()
  const save = form(page).getByRole('button', { name: 'Save' })
  await toldAfter(page, '“Rehearsal” saved', () => save.click())
  expect(await other.list()).toContain('Rehearsal 2031-03-11T10:00–12:00')
})

test('leaving is taken back also where the address was entered by hand', async ({ console: page }) => {
  await openWeek(page, 'date=2031-03-10')
  await page.evaluate(() => void (location.hash = '#/schedules?date=2031-04-07&new=1933376400000'))
  const name = form(page).getByLabel('Name')
  await name.fill('Half a na')
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/date=2031-04-07/)
  await expect(name).toHaveValue('Half a na')
})

test('closed while it is being saved, it is saved and then gone, without a question', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  // Before anything is shown: right after it is asked to, Chromium does not yet hold what a page sends.
  const held: Route[] = []
  await page.route('**/console/api/option/schedule', (route) => void held.push(route))
  await openWeek(page, 'date=2031-05-05&new=1935795600000')
  await form(page).getByLabel('Name').fill('Night shift')
  await page.keyboard.press('Control+s')
  await expect.poll(() => held.length).toBe(1)
  await form(page).getByRole('button', { name: 'Close' }).click()
  await expect(form(page)).toBeVisible()
  await Promise.all(held.map((route) => route.continue()))
  await expect(form(page)).toHaveCount(0)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await other.list()).toContainEqual(expect.stringContaining('Night shift'))
})

test('a machine that loses its network still reads from the engine and saves', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  await page.evaluate(() => dispatchEvent(new Event('offline')))
  await openWeek(page, 'date=2031-06-09&new=1938819600000')
  await form(page).getByLabel('Name').fill('Cut cable')
  await toldAfter(page, '“Cut cable” scheduled', () => page.keyboard.press('Control+s'))
  expect(await other.list()).toContainEqual(expect.stringContaining('Cut cable'))
})

test('what another operator saved meanwhile is said at the field; nothing is lost', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  const held: Route[] = []
  let holds = false
  const asking = new Set<Request>()
  page.on('requestfinished', (request) => asking.delete(request))
  page.on('requestfailed', (request) => asking.delete(request))
  await page.route('**/console/api/schedules?*', (route) => {
    if (holds) return void held.push(route)
    asking.add(route.request())
    return route.continue()
  })
  const answers: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/console/api/option/schedule') answers.push(response.status())
  })
  await openWeek(page, 'date=2031-04-07&new=1933376400000')
  await form(page).getByLabel('Name').fill('Spring lecture')
  await form(page).getByRole('radiogroup').getByText('480p').click()
  const end = form(page).getByLabel('End', { exact: true })
  await end.fill('2031-04-08 11:00')
  // The console does not learn of the other one before its own is refused.
  holds = true
  await expect.poll(() => asking.size).toBe(0)
  await other.make('Board meeting', '2031/04/08 10:30:00', '2031/04/08 12:00:00')
  await page.keyboard.press('Control+s')
  await expect.poll(() => answers).toEqual([409])
  holds = false
  await Promise.all(held.map((route) => route.continue()))
  const alert = form(page).getByRole('alert')
  await expect(alert).toContainText(
    'Not saved: somebody scheduled this time meanwhile. Your entries are kept.',
  )
  await expect(alert).toContainText('Overlaps “Board meeting” 10:30–12:00 by 30 min')
  await expect(end).toHaveAccessibleDescription('“Board meeting” begins at 10:30')
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await expect(form(page).getByLabel('Name')).toHaveValue('Spring lecture')
  await expect(end).toHaveValue('2031-04-08 11:00')
  await expect(form(page).getByRole('radio', { name: '480p' })).toBeChecked()

  await alert.getByRole('button', { name: 'End at 10:30' }).click()
  const schedule = form(page).getByRole('button', { name: 'Schedule', exact: true })
  await toldAfter(page, '“Spring lecture” scheduled', () => schedule.click())
  expect(await other.list()).toContain('Spring lecture 2031-04-08T10:00–10:30')
})

test('what another operator saved a moment ago is not saved over, though this console has not read it yet', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  const id = await other.make('Panel', '2031/06/04 10:00:00', '2031/06/04 11:00:00')
  const held: Route[] = []
  let holds = false
  await page.route('**/console/api/schedules?*', (route) =>
    holds ? void held.push(route) : route.continue(),
  )
  await openWeek(page, `date=2031-06-02&schedule=${id}`)
  const name = form(page).getByLabel('Name')
  await name.fill('Panel of four')
  holds = true
  await other.change(id, 'Panel of two', '2031/06/04 10:00:00', '2031/06/04 12:00:00')
  await form(page).getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  holds = false
  await Promise.all(held.map((route) => route.continue()))
  const alert = form(page).getByRole('alert')
  await expect(alert).toContainText('Somebody saved this schedule meanwhile: “Panel of two”, 10:00–12:00.')
  expect(await other.list()).toContain('Panel of two 2031-06-04T10:00–12:00')
  await alert.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(name).toBeFocused()
  await toldAfter(page, '“Panel of four” saved', () =>
    form(page).getByRole('button', { name: 'Save' }).click(),
  )
})

test(
  'what two operators change at once is saved over by none unseen; one that was deleted is made again',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const other = await otherOperator(service)
    const id = await other.make('Panel', '2031/06/04 10:00:00', '2031/06/04 11:00:00')
    await openWeek(page, `date=2031-06-02&schedule=${id}`)
    // The console reads the schedules again, as it does every 10 s.
    const readAgain = () =>
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    const name = form(page).getByLabel('Name')
    const save = form(page).getByRole('button', { name: 'Save' })
    const alert = form(page).getByRole('alert')
    await name.fill('Panel of four')

    await other.change(id, 'Panel', '2031/06/04 10:00:00', '2031/06/04 12:00:00')
    await readAgain()
    await expect(alert).toContainText('Somebody saved this schedule meanwhile: “Panel”, 10:00–12:00.')
    await expect(save).toBeDisabled()
    await expect(name).toHaveValue('Panel of four')
    await alert.getByRole('button', { name: 'Take theirs' }).click()
    await expect(name).toHaveValue('Panel')
    await expect(form(page).getByLabel('End', { exact: true })).toHaveValue('2031-06-04 12:00')

    await name.fill('Panel of five')
    await other.change(id, 'Panel of two', '2031/06/04 10:00:00', '2031/06/04 12:00:00')
    await readAgain()
    await alert.getByRole('button', { name: 'Keep mine' }).click()
    await expect(alert).toHaveCount(0)
    await toldAfter(page, '“Panel of five” saved', () => save.click())
    expect(await other.list()).toContain('Panel of five 2031-06-04T10:00–12:00')

    await name.fill('Panel of six')
    await other.remove(id)
    await readAgain()
    await expect(alert).toContainText('Somebody deleted this schedule meanwhile. Your changes are kept.')
    await alert.getByRole('button', { name: 'Schedule it again' }).click()
    await expect(name).toHaveValue('Panel of six')
    const again = form(page).getByRole('button', { name: 'Schedule', exact: true })
    await toldAfter(page, '“Panel of six” scheduled', () => again.click())
    expect(await other.list()).toContain('Panel of six 2031-06-04T10:00–12:00')
  },
)

test(
  'why what has begun is not deleted nor moved is said, also where it began meanwhile',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const other = await otherOperator(service)
    const id = await other.make('Late show', '2031/05/07 10:00:00', '2031/05/07 11:00:00')
    await openWeek(page, 'date=2031-05-05')
    await page.getByRole('button', { name: /^Late show, Wednesday 7 May/ }).focus()
    await page.keyboard.press('Delete')
    const question = page.getByRole('dialog', { name: 'Delete “Late show”?' })
    await expect(question).toContainText('its publishing address stops working')
    await other.change(id, 'Late show', '2026/01/01 10:00:00', '2031/03/01 11:00:00')
    const remove = question.getByRole('button', { name: 'Delete schedule' })
    await (await armed(remove)).click()
    await expect(question.getByRole('alert')).toContainText('It has started meanwhile. End the broadcast')
    await question.getByRole('button', { name: 'Cancel' }).click()

    // The last week that it goes on.
    await openWeek(page, 'date=2031-02-24')
    const late = page.getByRole('button', { name: /^Late show, / })
    await late.focus()
    const press = (key: string) => () => page.keyboard.press(key)
    await toldAfter(page, 'A schedule cannot be deleted once it has started.', press('Delete'))
    await expect(question).toHaveCount(0)
    await toldAfter(page, 'It has begun: its start stays.', press('Alt+ArrowDown'))
    await page.keyboard.press('Enter')
    await expect(form(page).getByRole('button', { name: 'Delete…' })).toBeDisabled()
    await expect(form(page).getByRole('button', { name: 'Delete…' })).toHaveAccessibleDescription(
      /cannot be deleted once it has started/,
    )
    await expect(form(page).getByLabel('Name')).toBeFocused()
  },
)

test('whatever is wrong is said once saving was tried, and times that are not known are not shown', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  const id = await other.make('Encore', '2031/08/05 10:00:00', '2031/08/05 11:00:00')
  await openWeek(page, 'date=2031-08-04&new=1943751600000')
  const start = form(page).getByLabel('Start', { exact: true })
  const end = form(page).getByLabel('End', { exact: true })
  const mine = page.locator('[data-id="new"]')
  await form(page).getByLabel('Name').fill('Matinee')
  await expect(mine).toContainText('12:00–13:00')
  await end.fill('foo')
  await start.fill('2031-13-45 99:99')
  await expect(end).toHaveAttribute('aria-invalid', 'true')
  await expect(start).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Enter')
  for (const field of [start, end]) {
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect(field).toHaveAccessibleDescription(/^Write it as /)
  }
  await expect(start).toBeFocused()
  await expect(form(page).getByText('12:00–13:00')).toHaveCount(0)
  await expect(form(page).getByText('1 h', { exact: true })).toHaveCount(0)
  await expect(mine).toHaveText('Matinee–')
  await expect(mine).toHaveAccessibleName(/^Matinee, .*, – JST/)
  await start.fill('2031-08-06 15:00')
  await end.fill('16:30')
  await expect(form(page)).toContainText('15:00–16:30 JST (+9)')
  await expect(mine).toContainText('15:00–16:30')
  await toldAfter(page, '“Matinee” scheduled', () => page.keyboard.press('Enter'))

  // A text that is no time is a change of one that is registered, too.
  await openWeek(page, `date=2031-08-04&schedule=${id}`)
  await start.fill('noon')
  await page.keyboard.press('Enter')
  await expect(start).toHaveAttribute('aria-invalid', 'true')
  await form(page).getByRole('button', { name: 'Put back' }).click()
  await expect(start).toHaveValue('2031-08-05 10:00')
  await expect(start).not.toHaveAttribute('aria-invalid')
})

test('a new one begins in the week that is shown, and the calendar goes to where it is saved', async ({
  console: page,
}) => {
  await openWeek(page)
  await page.keyboard.press('n')
  await expect(form(page).getByLabel('Start', { exact: true })).toHaveValue(`${MONDAY} 09:00`)
  await form(page).getByLabel('Name').fill('Spring show')
  await form(page).getByLabel('Start', { exact: true }).fill('2031-04-02 19:00')
  await toldAfter(page, '“Spring show” scheduled', () => page.keyboard.press('Enter'))
  await expect(page).toHaveURL(/date=2031-04-02/)
  const made = page.getByRole('button', { name: 'Spring show, Wednesday 2 April, 19:00–20:00 JST' })
  await expect(made).toBeInViewport({ ratio: 1 })
})

test('one that is opened by its address alone is seen in its week; from there the operator chooses', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  const id = await other.make('Premiere', '2031/10/08 19:00:00', '2031/10/08 21:00:00')
  await page.goto(page.url().replace(/#.*/, '#/channels'))
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openWeek(page, `schedule=${id}`)
  await expect(form(page).getByLabel('Name')).toHaveValue('Premiere')
  const premiere = page.getByRole('button', { name: /^Premiere, Wednesday 8 October, 19:00–21:00 JST/ })
  await expect(premiere).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(premiere).toHaveCount(0)
  await expect(form(page).getByLabel('Name')).toHaveValue('Premiere')
  await page.goBack()
  await expect(premiere).toBeInViewport({ ratio: 1 })
  // The address without a date is not one to go back to.
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
  // Those of its days, and it alone: not all that there are.
  expect(asked.filter((url) => /schedules\?.*from=0\b/.test(url))).toEqual([])
  expect(asked.some((url) => url.includes(`search?text=${id}`))).toBe(true)
})

test('what a block is, and which weekday, stays in view', async ({ console: page, service }) => {
  const other = await otherOperator(service)
  const id = await other.make('Festival', '2031/09/01 20:00:00', '2031/09/03 18:00:00')
  await openWeek(page, 'date=2031-09-01')
  const parts = page.locator(`[data-id="${id}"]`)
  await expect(parts).toHaveCount(3)
  for (const part of [parts.nth(1), parts.nth(2)])
    await expect(part.getByText('Festival')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 500 })
  await openWeek(page, 'date=2031-09-01&view=month')
  await page.getByRole('button', { name: /^Sunday 12 October/ }).scrollIntoViewIfNeeded()
  await expect(page.getByText('Mon', { exact: true })).toBeInViewport({ ratio: 1 })
})

test('month and agenda show the same, with the zone; the focus comes back from the form', async ({
  console: page,
  service,
}) => {
  const other = await otherOperator(service)
  await other.make('Gala', '2031/07/16 19:00:00', '2031/07/16 21:00:00')
  await openWeek(page, 'view=month&date=2031-07-01')
  const zones = page.getByText('JST +9 · CEST +2', { exact: true })
  await expect(zones).toBeVisible()
  const gala = page.getByRole('button', { name: '19:00 Gala' })
  await gala.focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await expect(form(page)).toContainText('19:00–21:00 JST (+9)')
  await page.keyboard.press('Escape')
  await expect(gala).toBeFocused()
  await page.getByRole('button', { name: 'Wednesday 16 July, 1 schedules' }).click()
  await expect(grid(page).getByRole('button', { name: /^Gala, / })).toBeVisible()

  await page.getByText('Agenda', { exact: true }).click()
  await expect(page.getByText('16 Jul–13 Sept 2031')).toBeVisible()
  const row = page.getByRole('row', { name: /Gala/ })
  await expect(row).toContainText('19:00–21:00')
  await expect(page.getByRole('columnheader', { name: 'From–to (JST)' })).toBeVisible()
  await expect(zones).toBeVisible()
  await row.focus()
  await page.keyboard.press('Enter')
  await expect(form(page).getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})
