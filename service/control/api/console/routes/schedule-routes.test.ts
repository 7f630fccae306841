import { afterEach, beforeEach, expect, it } from 'vitest'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { ScheduleView } from '../../../../contract/console/schedules.ts'
import type { User } from '../../../identity/user.ts'

const HOUR = 3_600_000
let console: AdministrationConsole

beforeEach(async () => void (console = await startAdministrationConsole()))
afterEach(() => console.close())

const create = (hour: number, name = `Show ${hour}`) =>
  console.option.schedules.create(console.first.system.id, console.first.master, {
    ...{ name, startsAt: hour * HOUR, endsAt: (hour + 1) * HOUR, renditions: [] },
  })

async function listed(user: User, query = ''): Promise<readonly ScheduleView[]> {
  const { status, text } = await console.call({ method: 'GET', path: `schedules${query}`, user })
  if (status !== 200) throw new Error(text)
  return (JSON.parse(text) as { schedules: ScheduleView[] }).schedules
}

it('lists hundreds by start, all or those of a time', async () => {
  const { master } = console.first
  expect(await listed(master)).toEqual([])
  for (let hour = 249; hour >= 0; hour--) create(hour)
  const all = Array.from({ length: 250 }, (_, hour) => `Show ${hour}`)
  expect((await listed(master)).map(({ name }) => name)).toEqual(all)
  const some = await listed(master, `?from=${100.5 * HOUR}&to=${103 * HOUR}`)
  expect(some.map(({ name }) => name)).toEqual(['Show 100', 'Show 101', 'Show 102'])
})

it('lists what is true by now, and to each what they may see', async () => {
  const { first } = console
  const { scheduleId, channelId } = create(1)
  const viewer = console.addUser(first.system.id)
  const nobody = console.addUser(first.system.id, {
    ...{ delivery: false, view: false, schedule: false, user: false },
  })
  for (let i = 0; i < 2; i++) {
    expect(await listed(first.master)).toMatchObject([{ scheduleId, channelId, name: 'Show 1' }])
    expect(await listed(nobody)).toMatchObject([{ scheduleId, channelId: null, name: 'Show 1' }])
    expect(await listed(viewer)).toMatchObject([{ scheduleId, channelId }])
  }
  console.option.schedules.change(first.system.id, scheduleId, {
    ...{ name: 'Later', startsAt: 2 * HOUR, endsAt: 3 * HOUR },
  })
  expect(await listed(viewer)).toMatchObject([{ name: 'Later', startsAt: 2 * HOUR }])
  console.deleteChannel(channelId)
  expect(await listed(viewer)).toMatchObject([{ name: 'Later', channelId: null }])
  expect(await listed(console.second.master)).toEqual([])
})
