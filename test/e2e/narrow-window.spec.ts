/** Where there is little room, what matters most has it, and nothing stands over anything else. */
import { expect, type Page } from '@playwright/test'
import { fieldCamera, townHall } from '../support/console-scenes.ts'
import { ALARM_SCENES, CROWDED } from './alarm-scenes.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { SEVERAL } from './control-room-scenes.ts'
import { cutText } from './cut-text.ts'
import { openScene, SCENES, type Look } from './screenshots.ts'
import { week } from './schedules-scenes.ts'
import { stage } from './stage.ts'
import { unreachable } from './unreachable.ts'
import { unstyled } from './unstyled.ts'

const LOOKS = [
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'ja' },
] as const satisfies readonly Look[]
const SIZES = [
  { width: 1024, height: 700 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const
/** As the status bar gives way, what goes last first; `rest` tells of what went. */
const ORDER = 'on-air rest incidents late archives webhooks overload channel version soon uploads disk'.split(
  ' ',
)

const items = (page: Page) => page.getByRole('contentinfo').locator('[data-item]')

/** The items that are seen, from the left. */
const shown = async (page: Page) =>
  (
    await items(page).evaluateAll((all: HTMLElement[]) =>
      all
        .filter((one) => getComputedStyle(one).visibility === 'visible')
        .map((one) => {
          // What leaves its own item counts, too.
          const boxes = [one, ...one.querySelectorAll('*')].map((each) => each.getBoundingClientRect())
          const [left, right] = [
            Math.min(...boxes.map((b) => b.left)),
            Math.max(...boxes.map((b) => b.right)),
          ]
          return { item: one.dataset['item'] ?? '', left, right }
        }),
    )
  ).sort((a, b) => a.left - b.left)

/** How many more are hidden than are said to be. Runs in the page, which may change between two questions. */
function uncounted(all: HTMLElement[]): number {
  const hidden = all.filter(({ dataset }) => 'hidden' in dataset && dataset['item'] !== 'channel')
  const more = all.map((one) => one.querySelector('a[aria-label]')).find((one) => one !== null)
  return hidden.length - Number(more?.textContent.slice(1) ?? 0)
}

/** Words of both languages are looked at every night. */
const tagOf = ({ language }: Look) => (language === 'en' ? {} : { tag: '@nightly' })

for (const look of LOOKS) {
  stage(
    `items of the status bar give way in order and never overlap, ${look.language}`,
    tagOf(look),
    async ({ standIn, stageOf }) => {
      const page = await stageOf(look)
      const counts: number[] = []
      await openScene(page, standIn, CROWDED)
      for (const size of SIZES) {
        await page.setViewportSize(size)
        // What is counted is not seen, and what is not seen is counted.
        const hidden = items(page).and(page.locator('[data-hidden]'))
        await expect.poll(() => items(page).evaluateAll(uncounted)).toBe(0)
        const seen = await shown(page)
        counts.push(seen.length)
        expect(seen[0]?.left).toBeGreaterThanOrEqual(0)
        expect(seen.at(-1)?.right).toBeLessThanOrEqual(size.width)
        seen.slice(1).forEach(({ item, left }, place) => {
          expect(left, `${seen[place]?.item} before ${item}`).toBeGreaterThanOrEqual(seen[place]?.right ?? 0)
        })
        const ranks = seen.map(({ item }) => ORDER.indexOf(item))
        const gone = await hidden.evaluateAll((all: HTMLElement[]) =>
          all.map((one) => one.dataset['item'] ?? ''),
        )
        expect(ranks).not.toContain(-1)
        expect(Math.min(...gone.map((item) => ORDER.indexOf(item)), ORDER.length)).toBeGreaterThanOrEqual(
          Math.max(...ranks),
        )
        expect(seen.map(({ item }) => item)).toContain('incidents')
        expect(seen.map(({ item }) => item)).toContain('late')
      }
      expect(counts).toEqual([...counts].sort((a, b) => a - b))
      expect(counts[0]).toBeLessThan(counts[2] ?? 0)
      await page.setViewportSize(SIZES[0])
      await page
        .getByRole('contentinfo')
        .getByRole('link', { name: look.language === 'en' ? / in the control room$/ : /コントロールルーム/ })
        .click()
      await expect(page).toHaveURL(/#\/$/)
    },
  )

  stage(
    `an incident is acknowledged without scrolling in the smallest window, ${look.language}`,
    tagOf(look),
    async ({ standIn, stageOf }) => {
      const page = await stageOf(look)
      await page.setViewportSize(SIZES[0])
      await openScene(page, standIn, SEVERAL)
      const note = page
        .locator('[data-place=findings] li button')
        .filter({ hasText: /^(Acknowledge|確認)/ })
        .first()
      await expect(note).toBeInViewport({ ratio: 1 })
    },
  )

  stage(
    `no text is cut off in the smallest window where something alarms, ${look.language}`,
    { tag: '@nightly' },
    async ({ standIn, stageOf }) => {
      const page = await stageOf(look)
      await page.setViewportSize(SIZES[0])
      for (const scene of ALARM_SCENES) {
        await openScene(page, standIn, scene)
        expect(await page.evaluate(cutText), scene.name).toEqual([])
      }
    },
  )
}

const RINGING = ALARM_SCENES.find(({ name }) => name === 'alarms-ringing')

/** The texts of a part of a bar of which all is seen. Runs in the page. */
function seenIn(part: Element): string[] {
  const { right } = part.getBoundingClientRect()
  return [...part.querySelectorAll<HTMLElement>('*')]
    .filter(
      (one) =>
        one.children.length === 0 &&
        one.textContent !== '' &&
        one.checkVisibility({ visibilityProperty: true }),
    )
    .filter((one) => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= right)
    .map(({ textContent }) => textContent)
}

/** Whether what a link counts lies over what is drawn of its glyph. Runs in the page. */
function isCovered(link: Element): boolean {
  const badge = link.lastElementChild?.getBoundingClientRect()
  return [...link.querySelectorAll('svg > *')].some((line) => {
    const { left, right, top, bottom } = line.getBoundingClientRect()
    return badge && left < badge.right && right > badge.left && top < badge.bottom && bottom > badge.top
  })
}

stage(
  'ports give way before the name of the system, also while something rings',
  async ({ standIn, stageOf }) => {
    const page = await stageOf(LOOKS[0])
    await page.setViewportSize({ width: 1440, height: 900 })
    if (RINGING) await openScene(page, standIn, RINGING)
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('button', { name: 'Silence' })).toBeVisible()
    const left = bar.locator('> :first-child')
    const seen = () => left.evaluate(seenIn)
    for (const width of [1440, 1280, 1180, 1024, 800]) {
      await page.setViewportSize({ width, height: 900 })
      await expect.poll(seen, `${width} px`).toContain('Demo studio')
      expect(await seen(), `${width} px`).toContain('Engine running')
      const cut = await page.evaluate(cutText)
      expect(cut.filter((one) => /(rtmp|https|wss|udp) :\d/.test(one))).toEqual([])
    }
    await page.setViewportSize({ width: 1920, height: 900 })
    await expect.poll(async () => (await seen()).length).toBe(6)
  },
)

stage('what counts channels on air stands beside their glyph, not on it', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[0])
  const channels = Array.from({ length: 24 }, (_, of) => ({
    ...townHall,
    channelId: `C${of}`,
    name: `${of}`,
  }))
  for (const count of [1, 24]) {
    await openScene(page, standIn, {
      name: 'on-air',
      path: '/channels',
      prepare: (s) => s.show(channels.slice(0, count)),
    })
    const room = page.getByRole('navigation').getByRole('link', { name: 'Channels' })
    for (const height of [700, 500]) {
      await page.setViewportSize({ width: 1024, height })
      await expect(room.getByText(String(count), { exact: true })).toBeInViewport({ ratio: 1 })
      expect(await room.evaluate(isCovered), `${count} at ${height} px`).toBe(false)
    }
  }
})

stage('a notice with two ways out keeps its words in a narrow pane', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[0])
  await page.setViewportSize({ width: 1440, height: 900 })
  const scene = SCENES.find(({ name }) => name === 'schedules')
  if (scene) await openScene(page, standIn, scene)
  await page.getByRole('button', { name: /^Match day, / }).click()
  const pane = page.getByRole('complementary', { name: 'Schedule' })
  await pane.getByLabel('Name').fill('Match day, live')
  standIn.answer(CONSOLE_API.schedules.list, 200, {
    schedules: week.map((one) => (one.name === 'Match day' ? { ...one, name: 'Cup' } : one)),
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const notice = pane.getByRole('alert')
  const words = notice.getByText('Somebody saved this schedule meanwhile')
  const [mine, theirs] = ['Keep mine', 'Take theirs'].map((name) => notice.getByRole('button', { name }))
  await expect.poll(async () => (await words.boundingBox())?.width).toBeGreaterThan(200)
  const { y = 0, height = 0 } = (await words.boundingBox()) ?? {}
  for (const button of [mine, theirs])
    await expect.poll(async () => (await button?.boundingBox())?.y).toBeGreaterThanOrEqual(y + height)
})

stage('the column that says how a row is stays in view in a narrow window', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[0])
  await page.setViewportSize({ width: 800, height: 700 })
  for (const [scene, column] of [
    ['channels', 'State'],
    ['webhooks', 'Result'],
    ['requests', 'Status'],
    ['users', 'Users'],
  ] as const) {
    const found = SCENES.find(({ name }) => name === scene)
    if (found) await openScene(page, standIn, found)
    const grid = page.getByRole('grid')
    await expect(grid.getByRole('columnheader', { name: column })).toBeInViewport({ ratio: 1 })
    await expect(grid.getByRole('row').nth(1)).toBeInViewport({ ratio: 1 })
  }
})

/** What has to be scrolled sideways to be seen, but for code. Runs in the page. */
const sideways = () =>
  [...document.querySelectorAll('main :not(pre)')]
    .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).overflowX === 'auto')
    .map((one) => one.getAttribute('aria-label') ?? one.className)

stage('no list is scrolled sideways in a narrow window', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[1])
  for (const name of [
    'recordings',
    'recordings-waiting',
    'schedules',
    'schedules-agenda',
    'settings-systems',
    'webhooks-given-up',
    'requests-call',
  ]) {
    const found = SCENES.find((scene) => scene.name === name)
    if (!found) throw new Error(`the scene ${name} is gone`)
    await openScene(page, standIn, found)
    for (const width of [800, 1024, 1180]) {
      await page.setViewportSize({ width, height: 700 })
      await expect.poll(() => page.evaluate(sideways), `${name} at ${width} px`).toEqual([])
    }
  }
})

stage(
  'sections of the settings above the room end at the edge of the window, without a line',
  async ({ standIn, stageOf }) => {
    const page = await stageOf(LOOKS[0])
    const general = SCENES.find(({ name }) => name === 'settings-general')
    if (!general) throw new Error('the scene is gone')
    await openScene(page, standIn, general)
    const sections = page.getByRole('navigation', { name: 'Sections of the settings' })
    for (const [width, right, bottom] of [
      [1280, '1px', '0px'],
      [900, '0px', '1px'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await expect(sections).toHaveCSS('border-right-width', right)
      await expect(sections).toHaveCSS('border-bottom-width', bottom)
    }
  },
)

stage('channels without a name are told apart in the status bar', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[0])
  await page.setViewportSize({ width: 1280, height: 800 })
  const unnamed = [townHall, fieldCamera].map((channel) => ({ ...channel, name: '' }))
  await openScene(page, standIn, { name: 'unnamed', path: '/channels', prepare: (s) => s.show(unnamed) })
  for (const { channelId } of unnamed)
    await expect(
      page.getByRole('contentinfo').getByText(channelId.slice(0, 6), { exact: true }),
    ).toBeInViewport({ ratio: 1 })
})

/** One of each room, in one page; `accessibility.spec.ts` looks at all scenes every night. */
const ROOMS = [
  'control-room-mixed',
  'schedules',
  'channels',
  'detail-on-air',
  'preview',
  'chat',
  'recordings',
  'webhooks',
  'api',
  'users',
  'settings-service',
  'studio',
].map((name) => SCENES.find((scene) => scene.name === name))

stage(
  'at 200 % zoom every control of each room can be pressed, and no text stands over another',
  async ({ standIn, stageOf }) => {
    const page = await stageOf(LOOKS[0])
    const [first, ...others] = ROOMS.filter((scene) => scene !== undefined)
    expect([first, ...others]).toHaveLength(ROOMS.length)
    await page.setViewportSize({ width: 640, height: 400 })
    const look = async (name = '') => {
      expect(await page.evaluate(unreachable), name).toEqual([])
      expect(await page.evaluate(unstyled), name).toEqual([])
      expect(
        (await page.evaluate(cutText)).filter((one) => one.startsWith('over')),
        name,
      ).toEqual([])
    }
    if (first) await openScene(page, standIn, first)
    await look(first?.name)
    for (const { name, path, prepare, after } of others) {
      prepare(standIn)
      const before = await page.locator('h1').first().elementHandle()
      await page.evaluate((hash) => (location.hash = hash), `#${path}`)
      await before.waitForElementState('hidden')
      await page.locator('h1').first().waitFor()
      await after?.(page, standIn)
      await look(name)
    }
  },
)

stage(
  'who is connected is seen without scrolling sideways, and can be ended',
  async ({ standIn, stageOf }) => {
    const page = await stageOf(LOOKS[0])
    for (const of of [
      'detail-on-air',
      'detail-connections',
      'detail-webrtc-on-air',
      'detail-webrtc-connections',
    ]) {
      const scene = SCENES.find(({ name }) => name === of)
      if (scene) await openScene(page, standIn, scene)
      const table = page.getByRole('group', { name: 'Connections' })
      for (const width of [800, 860, 1024, 1180, 1440]) {
        await page.setViewportSize({ width, height: 800 })
        await expect
          .poll(() => table.evaluate((one) => one.scrollWidth - one.clientWidth), `${of} at ${width} px`)
          .toBe(0)
        const end = table.getByRole('button', { name: /^End / }).first()
        await end.scrollIntoViewIfNeeded()
        await expect(end).toBeInViewport({ ratio: 1 })
      }
    }
  },
)

stage('what is done with a token or an endpoint stays in view', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOKS[0])
  for (const [of, label, action] of [
    ['tokens', 'Access tokens', 'Revoke'],
    ['webhook-endpoints', 'Endpoints', 'Pause'],
  ] as const) {
    const scene = SCENES.find(({ name }) => name === of)
    if (scene) await openScene(page, standIn, scene)
    const act = page.getByRole('group', { name: label }).getByRole('button', { name: action }).first()
    for (const width of [800, 960, 1024, 1180, 1280]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(act, `${of} at ${width} px`).toBeInViewport({ ratio: 1 })
    }
  }
})
