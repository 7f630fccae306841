import type { ElectronApplication, Page } from '@playwright/test'
import { expect, test } from './desktop.ts'
import { nextNavigation } from './next-navigation.ts'

/** What the tests look at: the same for each that leaves it as it found it. */
async function open(desktop: {
  launch(): Promise<ElectronApplication>
  console(app: ElectronApplication): Promise<Page>
}) {
  const app = await desktop.launch()
  return { app, page: await desktop.console(app) }
}

test('the window shows the console from the service, and keeps its page to itself', async ({ desktop }) => {
  const { app, page } = await open(desktop)
  await test.step('signed in, from loopback', async () => {
    expect(new URL(page.url()).origin).toMatch(/^http:\/\/airdesk-[0-9a-f]{16}\.localhost:\d+$/)
    expect(page.url()).not.toContain('entry')
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })
  await test.step('a frozen bridge, and no Node in the page', () => bridgeIsAll(app, page))
  await test.step('no updates where there is no feed, and no other word for one', () =>
    updatesAreOff(app, page))
  await test.step('permissions are refused but for copying and capturing', () => permissionsAreRefused(page))
  await test.step('the page cannot go elsewhere', () => pageStays(app, page))
  await test.step('new windows are refused; https goes to the system when the operator says so', () =>
    windowsAreRefused(app, page))
})

async function bridgeIsAll(app: ElectronApplication, page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const { airdesk } = window as unknown as { airdesk: object }
    const globals = window as unknown as Record<string, unknown>
    return {
      bridge: Object.fromEntries(
        Object.entries(airdesk).map(([name, value]) => [name, typeof value === 'function' ? 'call' : value]),
      ),
      frozen: Object.isFrozen(airdesk),
      writable: Object.getOwnPropertyDescriptor(window, 'airdesk')?.writable,
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globals),
    }
  })
  const version = await app.evaluate((electron) => electron.app.getVersion())
  expect(seen).toEqual({
    bridge: {
      ...{ host: 'electron', version, platform: process.platform },
      ...{ setLanguage: 'call', setNotices: 'call', onCommand: 'call' },
      ...{ update: 'call', setAutomaticUpdates: 'call', onUpdates: 'call' },
      showFile: 'call',
    },
    frozen: true,
    writable: false,
    node: [],
  })
}

async function updatesAreOff(app: ElectronApplication, page: Page): Promise<void> {
  const item = () =>
    app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById('updates')?.label ?? null)
  expect(await item()).toBeNull()
  const answers = await page.evaluate(async () => {
    type Update = (value: unknown) => Promise<void>
    const { update, setAutomaticUpdates } = (
      window as unknown as { airdesk: { update: Update; setAutomaticUpdates: Update } }
    ).airdesk
    const said = (answer: Promise<void>) => answer.then(() => 'taken', String)
    return Promise.all([update('check'), update('quit'), setAutomaticUpdates('yes')].map(said))
  })
  expect(answers).toEqual([
    'taken',
    expect.stringContaining('update: the value has another form.'),
    expect.stringContaining('set-automatic-updates: the value has another form.'),
  ])
  await page.evaluate(() => void (location.hash = '#/settings?section=about'))
  await expect(page.getByText('Not checked here')).toBeVisible()
}

async function permissionsAreRefused(page: Page): Promise<void> {
  const states = () =>
    page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'midi', 'clipboard-write', 'camera']
      const all = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      )
      return all.map(({ state }, i) => `${names[i]}: ${state}`)
    })
  await expect
    .poll(states)
    .toEqual([
      ...['geolocation: denied', 'notifications: denied', 'midi: denied'],
      ...['clipboard-write: granted', 'camera: granted'],
    ])
}

async function pageStays(app: ElectronApplication, page: Page): Promise<void> {
  const before = page.url()
  const elsewhere = [
    'http://example.invalid/',
    'https://example.invalid/',
    before.replace(new URL(before).hostname, 'localhost'),
  ]
  for (const address of elsewhere) {
    const refused = await nextNavigation(app, 0)
    await page.evaluate((target) => void (location.href = target), address)
    expect(await refused()).toBe('refused')
  }
  expect(page.url()).toBe(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

async function windowsAreRefused(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(({ dialog, shell }) => {
    const opened: string[] = []
    const asked: string[] = []
    Object.assign(globalThis, { opened, asked })
    dialog.showMessageBox = (...given: unknown[]) => {
      const { detail } = given.at(-1) as { detail: string }
      asked.push(detail)
      return Promise.resolve({ response: detail.endsWith('/refused') ? 1 : 0, checkboxChecked: false })
    }
    shell.openExternal = (address) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  const addresses = [
    'http://example.invalid/',
    'file:///etc/passwd',
    'https://user:secret@example.invalid/',
    'https://example.invalid/refused',
    'https://example.invalid/docs',
  ]
  for (const address of addresses) await page.evaluate((target) => void window.open(target), address)
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      target: '_blank',
      href: 'https://example.invalid/a',
    })
    document.body.append(link)
    link.click()
    link.remove()
  })
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual(['https://example.invalid/docs', 'https://example.invalid/a'])
  expect(await app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)).toEqual([
    ...['https://example.invalid/refused', 'https://example.invalid/docs', 'https://example.invalid/a'],
  ])
  expect(app.windows()).toHaveLength(1)
}

test('the window comes back where it was', { tag: '@nightly' }, async ({ desktop }) => {
  const bounds = { x: 40, y: 30, width: 1100, height: 700 }
  const first = await open(desktop)
  await first.app.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]!.setBounds(wanted),
    bounds,
  )
  await first.app.close()

  const second = await open(desktop)
  const after = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.getBounds(),
  )
  expect(after).toEqual(bounds)
})

test(
  'the menu opens the console in a browser, signed in once',
  { tag: '@nightly' },
  async ({ desktop, request }) => {
    const { app } = await open(desktop)
    const opened = app.evaluate(
      ({ shell }) =>
        new Promise<string>((resolve) => {
          shell.openExternal = (address) => {
            resolve(address)
            return Promise.resolve()
          }
        }),
    )
    await app.evaluate(({ Menu }) => {
      const item = Menu.getApplicationMenu()!.getMenuItemById('open-in-browser')!
      Reflect.apply(item.click, item, [])
    })
    const { port, hash } = new URL(await opened)
    // Only browsers find the console's own name.
    const origin = `http://127.0.0.1:${port}`
    const entry = /^#entry=(.+)$/.exec(hash)?.[1] ?? ''
    const signIn = () =>
      request.post(`${origin}/console/api/session`, { data: { entry }, headers: { origin } })
    expect((await signIn()).ok()).toBe(true)
    expect((await signIn()).ok()).toBe(false)
  },
)
