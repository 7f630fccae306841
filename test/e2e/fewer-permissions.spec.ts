/** Every room as users with fewer permissions open it, on a stand-in that tells and answers them no more than the service. */
import { expect, test } from '@playwright/test'
import { needOf, ROOMS } from '../../renderer/rooms.ts'
import { isGranted } from '../../service/contract/permission.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import type { SessionView } from '../../service/contract/console/session.ts'
import type { Scene } from './scene.ts'
import { SCENES } from './screenshots.ts'

const NOTHING = { delivery: false, view: false, schedule: false, user: false }
const USERS = [{}, { schedule: true }, { view: true }, { delivery: true }]
const PLACES = [
  ...ROOMS.map(({ path }) => path),
  '/computer',
  '/channels/new',
  '/developer/log',
  '/archives/destinations',
]

/** Whose answers together are those of a service that is in use. */
const PREPARED = [
  'users',
  'settings-general',
  'computer',
  'recordings',
  'destinations',
  'webhooks',
  'control-room-mixed',
]

function sceneOf(wanted: string): Scene {
  const scene = SCENES.find(({ name }) => name === wanted)
  if (!scene) throw new Error(`there is no scene ${wanted}`)
  return scene
}

/** What the way back from a user's view answers. */
const OWN_VIEW: SessionView = {
  user: {
    ...{ userId: 1, name: 'Aiko Tanaka', email: 'aiko@studio.example', isMaster: true },
    permissions: { delivery: true, view: true, schedule: true, user: true },
  },
  system: { name: 'Demo studio', timeZone: 'Asia/Tokyo' },
  viewedBy: null,
}

for (const [index, granted] of USERS.entries()) {
  const who = Object.keys(granted).join() || 'nothing'
  const title = `who may do ${who} opens every room, or is told what it needs, and asks for nothing that is refused`
  test(title, index === 0 ? {} : { tag: '@nightly' }, async ({ page }) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    for (const name of PREPARED) sceneOf(name).prepare(standIn)
    standIn.signInAs(granted)
    const user = { isMaster: false, permissions: { ...NOTHING, ...granted } }
    await page.goto(standIn.url)
    for (const path of PLACES) {
      await page.evaluate((hash) => (location.hash = hash), `#${path}`)
      const main = page.getByRole('main')
      const closed = main.getByRole('heading', { name: 'You may not be in this room' })
      await expect(closed, path).toHaveCount(isGranted(needOf(path), user) ? 0 : 1)
      await expect(main.getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(main.locator('[role=status][aria-label], [aria-busy=true]'), path).toHaveCount(0)
      await expect(page.getByText('Reload this room'), path).toHaveCount(0)
    }
    const shown = ROOMS.filter(({ needs }) => isGranted(needs, user)).length
    await expect(page.getByRole('navigation').first().getByRole('link')).toHaveCount(shown)
    expect(standIn.refusals).toEqual([])
    expect(thrown).toEqual([])
    await standIn.close()
  })
}

test('a band says whose view it is, and leads back', async ({ page }) => {
  const standIn = await startConsoleStandIn(() => SCENE_NOW)
  standIn.show(mixed)
  standIn.signInAs({ view: true }, { name: 'Aiko Tanaka' })
  await page.goto(standIn.url)
  await expect(
    page.getByText('You see the console as Priya Nair sees it. Nothing can be changed.'),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Studio' })).toHaveCount(0)
  standIn.answer(CONSOLE_API.session.endViewAs, 200, OWN_VIEW)
  await page.getByRole('button', { name: 'Back to my own view' }).click()
  await expect(page.getByRole('link', { name: 'Studio' })).toBeVisible()
  await expect(page.getByText('You see the console as')).toHaveCount(0)
  await standIn.close()
})
