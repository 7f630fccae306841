import type { MenuItemConstructorOptions } from 'electron'
import { expect, test } from 'vitest'
import { menuTemplate, type MenuActions, type MenuState } from './menu.ts'
import { TEXTS } from './texts.ts'

type Item = MenuItemConstructorOptions

const state: MenuState = {
  ...{ texts: TEXTS.en, language: 'en', platform: 'linux', onAir: [], popOutsOnTop: true },
  update: { phase: 'idle', checkedAt: null },
}
const ignore = () => undefined
const actions: MenuActions = {
  command: ignore,
  openInBrowser: ignore,
  openPopOut: ignore,
  setPopOutsOnTop: ignore,
  showConsole: ignore,
  about: ignore,
  checkForUpdates: ignore,
}

function flat(items: readonly Item[]): Item[] {
  return items.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? flat(item.submenu) : [])])
}

test.each(['linux', 'win32', 'darwin'] as const)(
  'every item has a text of its language on %s',
  (platform) => {
    for (const language of ['en', 'ja'] as const) {
      const texts: readonly string[] = [...Object.values(TEXTS[language]), 'English', '日本語', 'Airdesk']
      const items = flat(menuTemplate({ ...state, platform, texts: TEXTS[language], language }, actions))
      for (const { type, label } of items) if (type !== 'separator') expect(texts).toContain(label)
    }
  },
)

test('no two items share an id or a key', () => {
  const items = flat(menuTemplate(state, actions))
  for (const name of ['id', 'accelerator'] as const) {
    const values = items.map((item) => item[name]).filter((value) => value !== undefined)
    expect(new Set(values).size).toBe(values.length)
  }
  expect(items.filter(({ accelerator }) => /\+\d$/.test(String(accelerator)))).toHaveLength(9)
})

test('what is on air can be popped out', () => {
  const opened: string[] = []
  const onAir = [{ channelId: 'C1', name: 'Town hall' }]
  const items = flat(menuTemplate({ ...state, onAir }, { ...actions, openPopOut: (id) => opened.push(id) }))
  const item = items.find(({ label }) => label === 'Town hall')
  Reflect.apply(item?.click ?? ignore, item, [])
  expect(opened).toEqual(['C1'])
})

test.each(['linux', 'win32', 'darwin'] as const)(
  'updates are in the menu where there can be any, %s',
  (platform) => {
    const label = (update: MenuState['update']) =>
      flat(menuTemplate({ ...state, platform, update }, actions)).find(({ id }) => id === 'updates')?.label
    expect(label({ phase: 'off', reason: 'no-feed' })).toBeUndefined()
    expect(label({ phase: 'idle', checkedAt: null })).toBe('Check for Updates…')
    expect(label({ phase: 'available', version: '2.0.0' })).toBe('Airdesk 2.0.0…')
  },
)
