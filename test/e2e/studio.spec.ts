/** Going live from the console itself and ending it: by intent only, safely, and again after a reload. */
import type { Locator, Page } from '@playwright/test'
import { inHiddenPage } from '../support/hidden-page.ts'
import { armed } from './armed.ts'
import { expect, live, signInByForm, small, test } from './fixture.ts'
import { listenFor, saidAfter } from './said.ts'
import { plan } from './plan.ts'
import { connectionsOf, openStudio, running, typeLive, typeWord } from './studio-page.ts'

// What fails elsewhere takes room from what its tiles say.
test.use({ own: 'studio' })

/** Longer than a hold, so that what only looks like one would have begun. */
const LONGER_THAN_A_HOLD_MS = 1300

/** Holds Enter until the button has acted, which takes it away. */
async function holdEnter(page: Page, button: Locator): Promise<void> {
  await button.focus()
  await page.keyboard.down('Enter')
  await expect(button).toBeHidden()
  await page.keyboard.up('Enter')
}

/** On a busy machine a tap would last as long as a hold. The clock stops only in what is still to come. */
const stopClock = (page: Page) =>
  expect(async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000))).toPass()

/** Whatever is no hold, longer than one by the page's clock. */
async function nothingBegins(page: Page, button: Locator): Promise<void> {
  await stopClock(page)
  await button.dblclick()
  await page.clock.fastForward(LONGER_THAN_A_HOLD_MS)
  await button.focus()
  for (let tap = 0; tap < 3; tap += 1) await page.keyboard.press('Enter')
  await page.keyboard.down('Space')
  await page.clock.fastForward(LONGER_THAN_A_HOLD_MS)
  await page.keyboard.up('Space')
  // Held somewhere else, it repeats here.
  await page.getByRole('heading', { level: 1 }).evaluate((h1) => {
    h1.tabIndex = -1
    h1.focus()
  })
  await page.keyboard.down('Enter')
  await button.focus()
  for (let repeat = 0; repeat < 13; repeat += 1) {
    await page.keyboard.down('Enter')
    await page.clock.fastForward(100)
  }
  await page.keyboard.up('Enter')
  await expect(button).toBeVisible()
  await page.clock.resume()
}

test('what is said in place of the picture of viewers keeps clear of its meter', async ({
  console: page,
  service,
}) => {
  await page.route('**/*.m3u8*', (route) => route.abort())
  await openStudio(page, service)
  await typeLive(page)
  const returned = page.getByRole('region', { name: 'What viewers see' })
  const meter = returned.getByRole('meter')
  const message = returned.getByRole('paragraph')
  await expect(meter).toBeVisible()
  await expect(message).toBeVisible()
  const rightOfText = await message.evaluate(
    (element) => element.getBoundingClientRect().right - parseFloat(getComputedStyle(element).paddingRight),
  )
  expect(rightOfText).toBeLessThan((await meter.boundingBox())?.x ?? 0)
})

test('the word that goes live is typed at once where it is asked for', async ({ console: page, service }) => {
  await openStudio(page, service)
  await page.getByRole('button', { name: 'Type instead of holding' }).click()
  await expect(page.getByRole('textbox', { name: 'Type LIVE' })).toBeFocused()
})

test('a schedule that is due on another channel is named before going live, and chosen from there', async ({
  console: page,
  service,
}) => {
  const id = await plan(page, { name: 'The next show', from: 300, to: 900 })
  try {
    await openStudio(page, service)
    const beforehand = page.getByRole('group', { name: 'Before you go live' })
    await expect(beforehand).toContainText('“The next show” is due on another channel.')
    await beforehand.getByRole('link', { name: 'Choose it' }).click()
    await expect(page.getByRole('combobox', { name: 'Schedule or channel' })).toHaveValue(/^The next show,/)
    await expect(beforehand).not.toContainText('is due on another channel')
  } finally {
    // Other tests of this file begin without one.
    await page.evaluate(
      (at) => fetch(at, { method: 'DELETE' }),
      `/console/api/option/schedule?schedule_id=${id}`,
    )
  }
})

test('what is on air is shown, and can be ended, whatever is known of schedules', async ({
  console: page,
  service,
}) => {
  await page.clock.install()
  // It would keep what was read of schedules.
  await page.route('**/assets/Palette-*.js', (route) => route.abort())
  await page.reload()
  await openStudio(page, service)
  await typeLive(page)
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await rooms.getByRole('link', { name: 'Channels' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
  // What was read is forgotten after some minutes in other rooms.
  await page.route(/\/schedules\?/, (route) => route.abort())
  await page.clock.fastForward('06:00')
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('/schedules?'))
  await rooms.getByRole('link', { name: 'Studio' }).click()
  await asked
  await expect(running(page)).toBeVisible()
  const unread = page.getByText('Schedules could not be loaded.')
  await expect(unread).toHaveCount(0)
  await typeWord(page, 'END')
  await expect(running(page)).toHaveCount(0)
  // How it ended is said for some seconds.
  await page.clock.fastForward(10_000)
  await expect(unread).toBeVisible()
})

test('a held Enter goes live and ends; taps, Space, key repeat and double clicks do neither', async ({
  console: page,
  service,
}) => {
  await page.clock.install()
  await openStudio(page, service)
  const goLive = page.getByRole('button', { name: 'Hold to go live' })
  await expect(page.getByRole('button', { name: 'Rehearse' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(goLive).toBeFocused()
  await nothingBegins(page, goLive)

  await holdEnter(page, goLive)
  await expect(running(page)).toBeVisible()
  // The check by ear runs on air too.
  const listen = page.getByRole('button', { name: /5 s|Playing back/ })
  const playedBack = await listenFor(page.locator('body'), 'Playing back')
  await saidAfter(page.locator('body'), 'Recording 5 s', () => listen.click())
  // Red because the engine says so.
  const own = page.getByRole('region', { name: 'Your picture' })
  await expect(own.getByText('ON AIR')).toBeVisible({ timeout: 60_000 })
  await expect.poll(playedBack).toBe(true)
  const end = page.getByRole('button', { name: 'Hold to end' })
  await expect(end).not.toBeFocused()
  await nothingBegins(page, end)
  await expect(running(page)).toBeVisible()
  // What viewers see comes back, later.
  await expect(page.getByRole('region', { name: 'What viewers see' })).toContainText(/[1-9]\d*\.\d s behind/)
  await expect(listen).toHaveText('Record 5 s and play back')

  const said = await listenFor(page.locator('body'), 'Reconnecting')
  await holdEnter(page, end)
  await expect(page.getByText('You ended the broadcast.')).toBeVisible()
  await expect(own.getByText('OFF AIR')).toBeVisible()
  // Nobody waits for whoever ended it, wherever the state is said.
  await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
  await expect(page).not.toHaveTitle(/on air/)
  expect(await said()).toBe(false)
  await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible()
})

test('a hold ends with the channel that it is meant for, and no other takes its place', async ({
  console: page,
  service,
}) => {
  const make = async () =>
    (await live(service, 'Service_20200316.CreateMultistreamChannelWithHLS', small))['channel_id'] ?? ''
  const first = await make()
  await page.clock.install()
  const streams = page.waitForEvent('websocket')
  await page.reload()
  const stream = await streams
  /** Does something while a button is held, and lets the page show what it was told of it. */
  const told = async <T>(act: () => Promise<T>, member: 'channels' | 'removed') => {
    const message = stream.waitForEvent('framereceived', ({ payload }) =>
      String(payload).includes(`"${member}"`),
    )
    const done = await act()
    await message
    await page.clock.runFor(300)
    return done
  }
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await rooms.getByRole('link', { name: /Studio/ }).click()
  const target = page.getByRole('combobox', { name: 'Schedule or channel' })
  const goLive = page.getByRole('button', { name: 'Hold to go live' })
  await expect(goLive).toBeEnabled()
  const shown = await target.inputValue()
  expect(shown).toContain(first.slice(0, 6))

  await stopClock(page)
  await goLive.hover()
  await page.mouse.down()
  const second = await told(make, 'channels')
  await expect(target).toHaveValue(shown)
  await told(() => live(service, 'Service_20180501.DeleteChannel', { channel_id: first }), 'removed')
  await expect(goLive).toHaveCount(0)
  await page.clock.runFor(LONGER_THAN_A_HOLD_MS)
  await page.mouse.up()
  await page.clock.resume()
  await expect(page.getByText('This channel was deleted, or the address is wrong.')).toBeVisible()
  expect(await connectionsOf(page)).toMatchObject({ [second]: [] })

  await target.click()
  await page.getByRole('option', { name: new RegExp(second.slice(0, 6)) }).click()
  await expect(goLive).toBeEnabled()
})

test('without HLS it is live at once, which every place says until it is ended', async ({
  console: page,
  service,
}) => {
  const id = await openStudio(page, service, 'webrtc')
  await typeWord(page, 'LIVE')
  await expect(page.getByText('You are live. Viewers see you at once.')).toBeVisible()
  const own = page.getByRole('region', { name: 'Your picture' })
  const status = page.getByRole('contentinfo', { name: 'On air and failing' })
  await expect(own.getByText('ON AIR')).toBeVisible()
  await expect(status.getByText(/^ON AIR/)).toBeVisible()
  await expect(page).toHaveTitle(/1 on air/)

  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await rooms.getByRole('link', { name: /Channels/ }).click()
  await expect(page.getByRole('row', { name: new RegExp(id.slice(0, 6)) })).toContainText(/ON AIR/)
  await rooms.getByRole('link', { name: /Control room/ }).click()
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) })
  await expect(tile.getByText(/^ON AIR/)).toBeVisible()
  await expect(tile.getByText('WebRTC only: no picture here')).toBeVisible()
  await expect(tile.getByText('Receiving', { exact: true })).toBeVisible()
  await expect(tile.getByText('WebRTC: viewers see it at once')).toBeVisible()

  await rooms.getByRole('link', { name: /Studio/ }).click()
  await typeWord(page, 'END')
  await expect(page.getByText('You ended the broadcast.')).toBeVisible()
  await expect(own.getByText('OFF AIR')).toBeVisible()
  await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
})

test('on air nobody leaves unasked, and where the session ends the sign-in page ends the broadcast', async ({
  page,
  service,
}) => {
  await signInByForm(page, service)
  const id = await openStudio(page, service, 'webrtc')
  const isLive = page.getByText('You are live. Viewers see you at once.')
  const stillOnAir = page.getByText(/^This window is still on air on .+\. Viewers see and hear it/)
  const mayEndSession = async () => {
    await page.getByRole('button', { name: 'Preferences' }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    return page.getByRole('dialog', { name: /^You are on air on / })
  }
  await typeWord(page, 'LIVE')
  await expect(isLive).toBeVisible()
  const asked = await mayEndSession()
  await asked.getByRole('button', { name: 'Cancel' }).click()
  await expect(asked).toBeHidden()
  await expect(isLive).toBeVisible()

  const viewer = {
    ...{ name: 'Vi', email: 'vi@studio.example', password: 'abc1234' },
    ...{ delivery: false, view: true, schedule: false, user: false },
  }
  await page.evaluate(
    (body) =>
      fetch('/console/api/option/user', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      }),
    JSON.stringify(viewer),
  )
  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('gridcell', { name: 'vi@studio.example', exact: true }).click()
  await page.getByRole('button', { name: 'View as this user' }).click()
  await expect(page.getByText('You are on air in this window.')).toBeVisible()
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(stillOnAir).toBeVisible()
  await expect(page).toHaveTitle('● 1 on air · Sign in · Airdesk')
  await typeWord(page, 'END')
  await expect(stillOnAir).toBeHidden()

  // The room that was open would open again.
  await page.goto('about:blank')
  await signInByForm(page, service)
  await expect.poll(async () => (await connectionsOf(page))[id]).toEqual([])
  await page.goto(`${service.ready.console_page_url}/#/studio?channel=${id}`)
  await typeWord(page, 'LIVE')
  await expect(isLive).toBeVisible()
  const leave = (await mayEndSession()).getByRole('button', { name: 'End and sign out' })
  await (await armed(leave)).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await expect(page).toHaveTitle('Sign in · Airdesk')
})

test('what somebody else ended begins again by a hold only, and is said of no other channel', async ({
  console: page,
  service,
}) => {
  const other = (await live(service, 'Service_20200316.CreateMultistreamChannel', {}))['channel_id'] ?? ''
  const id = await openStudio(page, service, 'webrtc')
  await typeWord(page, 'LIVE')
  await expect(page.getByText('You are live. Viewers see you at once.')).toBeVisible()
  const [connection = ''] = (await connectionsOf(page))[id] ?? []
  await live(service, 'Sfu_20151104.DisconnectConnection', { channel_id: id, connection_id: connection })
  const ended = page.getByRole('alert').filter({ hasText: 'The engine closed the connection' })
  await expect(ended).toContainText(id.slice(0, 6))
  await expect(page.getByRole('button', { name: 'Hold to go live' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resume' })).toHaveCount(0)

  await page.getByRole('combobox', { name: 'Schedule or channel' }).click()
  await page.getByRole('option', { name: new RegExp(other.slice(0, 6)) }).click()
  await expect(page.getByRole('combobox', { name: 'Schedule or channel' })).toHaveValue(
    new RegExp(other.slice(0, 6)),
  )
  await expect(ended).toHaveCount(0)
})

test(
  'a rehearsal has a channel of its own as long as it runs; a reload asks first, and can be resumed after',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const id = await openStudio(page, service)
    const asked: string[] = []
    let mayLeave = false
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void (mayLeave ? dialog.accept() : dialog.dismiss())
    })
    const reload = () => page.evaluate(() => setTimeout(() => location.reload()))
    const others = async () => Object.keys(await connectionsOf(page)).filter((channel) => channel !== id)
    const before = await others()
    const rehearse = page.getByRole('button', { name: 'Rehearse' })

    await rehearse.click()
    await expect(running(page)).toBeVisible()
    await expect(page.getByText('REHEARSAL', { exact: true })).toBeVisible()
    expect(await others()).toHaveLength(before.length + 1)
    await page.getByRole('button', { name: 'End rehearsal' }).click()
    await expect(page.getByText('The rehearsal has ended.')).toBeVisible()
    await expect.poll(others).toEqual(before)

    await rehearse.click()
    await expect(running(page)).toBeVisible()
    await reload()
    await expect.poll(() => asked).toEqual(['beforeunload'])
    await expect(running(page)).toBeVisible()
    mayLeave = true
    await reload()
    await expect(running(page)).toBeHidden()
    await expect(rehearse).toBeEnabled()
    await expect.poll(others).toEqual(before)
    await expect(page.getByRole('button', { name: 'Resume' })).toBeHidden()

    await typeLive(page)
    await reload()
    await expect(page.getByText('The page was loaded again, which ended the broadcast.')).toBeVisible()
    expect(asked).toHaveLength(3)
    await page.getByRole('button', { name: 'Resume' }).click()
    await expect(running(page)).toBeVisible()
    await expect.poll(async () => (await connectionsOf(page))[id]?.length).toBe(1)
  },
)

// Chromium without windows has none that is hidden.
test(
  'the test picture moves on in a window that nobody sees',
  { tag: '@nightly' },
  async ({ browser, service, signedIn }) => {
    await live(service, 'Service_20200316.CreateMultistreamChannelWithHLS', small)
    const url = `${service.ready.console_page_url}/#/studio`
    const seen = await inHiddenPage(browser, { url, cookie: signedIn }, async () => {
      const pictureOf = () => document.querySelector('video')?.srcObject
      const picture = await new Promise<MediaStream>((resolve) => {
        const look = () => {
          const found = pictureOf()
          if (found instanceof MediaStream) resolve(found)
          else setTimeout(look, 50)
        }
        look()
      })
      const [track] = picture.getVideoTracks()
      const Processor = Reflect.get(globalThis, 'MediaStreamTrackProcessor') as new (init: object) => {
        readonly readable: ReadableStream<VideoFrame>
      }
      const reader = new Processor({ track }).readable.getReader()
      const times: number[] = []
      while (times.length < 30) {
        const { value } = await reader.read()
        times.push(value?.timestamp ?? 0)
        value?.close()
      }
      return { isHidden: document.hidden, frames: new Set(times).size }
    })
    expect(seen).toEqual({ isHidden: true, frames: 30 })
  },
)
