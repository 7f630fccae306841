/** The menu bar, as a template. It offers what the console's palette does, by the same commands. Pure. */
import type { MenuItemConstructorOptions } from 'electron'
import {
  ROOM_PATHS,
  type ConsolePath,
  type DesktopCommand,
  type DesktopLanguage,
  type UpdateState,
} from '../service/contract/desktop-bridge.ts'
import type { ChannelOnAir } from '../service/contract/host-protocol.ts'
import { channelName } from './indicator.ts'
import { fill, type Texts } from './texts.ts'

type Item = MenuItemConstructorOptions

export interface MenuState {
  readonly texts: Texts
  readonly language: DesktopLanguage
  readonly platform: NodeJS.Platform
  readonly onAir: readonly Pick<ChannelOnAir, 'channelId' | 'name'>[]
  readonly popOutsOnTop: boolean
  readonly update: UpdateState
}

export interface MenuActions {
  readonly command: (command: DesktopCommand) => void
  readonly openInBrowser: () => void
  readonly openPopOut: (channelId: string) => void
  readonly setPopOutsOnTop: (onTop: boolean) => void
  readonly showConsole: () => void
  readonly about: () => void
  readonly checkForUpdates: () => void
}

const SEPARATOR: Item = { type: 'separator' }
/** In the order of `ROOM_PATHS`. */
const ROOM_TEXTS = [
  'controlRoom',
  'schedules',
  'channels',
  'preview',
  'chat',
  'studio',
  'archives',
  'webhooks',
  'api',
  'users',
  'settings',
] as const satisfies readonly (keyof Texts)[]
const LANGUAGE_NAMES: Readonly<Record<DesktopLanguage, string>> = { en: 'English', ja: '日本語' }
const KEYS = 9

export function menuTemplate(state: MenuState, actions: MenuActions): Item[] {
  const { texts, platform } = state
  const menu = (label: string, submenu: Item[]): Item => ({ label, submenu })
  return [
    ...(platform === 'darwin' ? [menu('Airdesk', applicationItems(state, actions))] : []),
    menu(texts.file, fileItems(state, actions)),
    menu(texts.edit, editItems(state)),
    menu(texts.view, viewItems(state, actions)),
    menu(texts.broadcast, broadcastItems(state, actions)),
    { ...menu(texts.window, windowItems(state, actions)), role: 'window' },
    { ...menu(texts.help, helpItems(state, actions)), role: 'help' },
  ]
}

const go = (id: string, label: string, path: ConsolePath, { command }: MenuActions): Item => ({
  id,
  label,
  click: () => command({ kind: 'go', path }),
})

function applicationItems(state: MenuState, actions: MenuActions): Item[] {
  const { texts } = state
  return [
    { id: 'about', label: texts.about, click: actions.about },
    ...updateItems(state, actions),
    SEPARATOR,
    { role: 'services', label: texts.services },
    SEPARATOR,
    { role: 'hide', label: texts.hide },
    { role: 'hideOthers', label: texts.hideOthers },
    { role: 'unhide', label: texts.unhide },
    SEPARATOR,
    { role: 'quit', label: texts.quit },
  ]
}

function fileItems({ texts, platform }: MenuState, actions: MenuActions): Item[] {
  return [
    go('new-channel', texts.newChannel, '/channels/new', actions),
    {
      id: 'new-schedule',
      label: texts.newSchedule,
      click: () => actions.command({ kind: 'new-schedule' }),
    },
    SEPARATOR,
    { id: 'open-in-browser', label: texts.openInBrowser, click: () => actions.openInBrowser() },
    SEPARATOR,
    { role: 'close', label: texts.close },
    ...(platform === 'darwin' ? [] : [{ role: 'quit', label: texts.quit } as const]),
  ]
}

function editItems({ texts, platform }: MenuState): Item[] {
  const plain = { role: 'pasteAndMatchStyle', label: texts.pasteAndMatchStyle } as const
  return [
    { role: 'undo', label: texts.undo },
    { role: 'redo', label: texts.redo },
    SEPARATOR,
    { role: 'cut', label: texts.cut },
    { role: 'copy', label: texts.copy },
    { role: 'paste', label: texts.paste },
    ...(platform === 'darwin' ? [plain] : []),
    { role: 'delete', label: texts.delete },
    SEPARATOR,
    { role: 'selectAll', label: texts.selectAll },
  ]
}

function viewItems(state: MenuState, actions: MenuActions): Item[] {
  const { texts } = state
  const themes = ['light', 'dark', 'auto'] as const
  return [
    ...ROOM_PATHS.map((path, i) => ({
      ...go(`room-${i + 1}`, texts[ROOM_TEXTS[i] ?? 'controlRoom'], path, actions),
      ...(i < KEYS ? { accelerator: `CmdOrCtrl+${i + 1}` } : {}),
    })),
    SEPARATOR,
    {
      id: 'palette',
      label: texts.search,
      accelerator: 'CmdOrCtrl+K',
      click: () => actions.command({ kind: 'palette' }),
    },
    {
      label: texts.theme,
      submenu: themes.map((scheme) => ({
        id: `theme-${scheme}`,
        label: texts[scheme === 'auto' ? 'system' : scheme],
        click: () => actions.command({ kind: 'theme', scheme }),
      })),
    },
    { label: texts.language, submenu: languageItems(state, actions) },
    SEPARATOR,
    {
      id: 'pop-outs-on-top',
      label: texts.popOutsOnTop,
      type: 'checkbox',
      checked: state.popOutsOnTop,
      click: () => actions.setPopOutsOnTop(!state.popOutsOnTop),
    },
    { role: 'togglefullscreen', label: texts.fullScreen },
    { role: 'resetZoom', label: texts.resetZoom },
    { role: 'zoomIn', label: texts.zoomIn },
    { role: 'zoomOut', label: texts.zoomOut },
    SEPARATOR,
    { role: 'reload', label: texts.reload },
  ]
}

function languageItems({ language: current }: MenuState, actions: MenuActions): Item[] {
  return (['en', 'ja'] as const).map((language) => ({
    id: `language-${language}`,
    label: LANGUAGE_NAMES[language],
    type: 'radio',
    checked: language === current,
    click: () => actions.command({ kind: 'language', language }),
  }))
}

function broadcastItems({ texts, onAir }: MenuState, actions: MenuActions): Item[] {
  const popOuts: Item[] = onAir.map((channel) => ({
    id: `pop-out-${channel.channelId}`,
    label: channelName(channel, texts),
    click: () => actions.openPopOut(channel.channelId),
  }))
  return [
    go('studio', texts.studio, '/studio', actions),
    go('preview', texts.preview, '/preview', actions),
    SEPARATOR,
    {
      id: 'pop-out',
      label: texts.popOut,
      submenu: popOuts.length > 0 ? popOuts : [{ label: texts.nothingOnAir, enabled: false }],
    },
  ]
}

function windowItems({ texts, platform }: MenuState, actions: MenuActions): Item[] {
  return [
    { id: 'show-console', label: texts.showConsole, click: () => actions.showConsole() },
    { role: 'minimize', label: texts.minimize },
    ...(platform === 'darwin'
      ? [{ role: 'zoom', label: texts.zoomWindow } as const, { role: 'front', label: texts.front } as const]
      : []),
  ]
}

/** None where the application cannot bring new versions. */
function updateItems({ texts, update }: MenuState, { checkForUpdates }: MenuActions): Item[] {
  if (update.phase === 'off') return []
  const label =
    'version' in update ? fill(texts.updateTo, { version: update.version }) : texts.checkForUpdates
  return [{ id: 'updates', label, click: checkForUpdates }]
}

function helpItems(state: MenuState, actions: MenuActions): Item[] {
  const { texts, platform } = state
  const about: Item = { id: 'about', label: texts.about, click: actions.about }
  return [
    { id: 'shortcuts', label: texts.shortcuts, click: () => actions.command({ kind: 'shortcuts' }) },
    go('api-reference', texts.apiReference, '/developer/api', actions),
    ...(platform === 'darwin' ? [] : [SEPARATOR, ...updateItems(state, actions), about]),
  ]
}
