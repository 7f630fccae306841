import { expect, test } from './desktop.ts'

test('the window shows the console from the service, signed in, without Node in the page', async ({
  desktop,
}) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  expect(new URL(page.url()).origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(page.url()).not.toContain('entry')
  await expect(page.getByRole('navigation').first()).toBeVisible()

  const seen = await page.evaluate(() => {
    const { airdesk } = window as unknown as { airdesk: object }
    const globals = window as unknown as Record<string, unknown>
    return {
      bridge: { ...airdesk },
      frozen: Object.isFrozen(airdesk),
      writable: Object.getOwnPropertyDescriptor(window, 'airdesk')?.writable,
      node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in globals),
    }
  })
  const version = await app.evaluate((electron) => electron.app.getVersion())
  expect(seen).toEqual({
    bridge: { host: 'electron', version, platform: process.platform },
    frozen: true,
    writable: false,
    node: [],
  })
})

test('the page cannot go elsewhere', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  const before = page.url()
  for (const address of [
    'http://example.invalid/',
    'https://example.invalid/',
    before.replace('127.0.0.1', 'localhost'),
  ]) {
    const refused = app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<boolean>((resolve) => {
          const contents = BrowserWindow.getAllWindows()[0]!.webContents
          contents.once('will-navigate', (event) => resolve(event.defaultPrevented))
        }),
    )
    await page.evaluate((target) => void (location.href = target), address)
    expect(await refused).toBe(true)
  }
  expect(page.url()).toBe(before)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a new window is never opened; an https address goes to the system', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { opened })
    shell.openExternal = (address) => {
      opened.push(address)
      return Promise.resolve()
    }
  })
  const addresses = [
    'http://example.invalid/',
    'file:///etc/passwd',
    'https://user:secret@example.invalid/',
    'https://example.invalid/docs',
  ]
  for (const address of addresses) await page.evaluate((target) => void window.open(target), address)
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened))
    .toEqual(['https://example.invalid/docs'])
  await expect.poll(() => app.windows().length).toBe(1)
})

test('permissions are refused but for copying', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  const states = () =>
    page.evaluate(async () => {
      const names = ['geolocation', 'notifications', 'midi', 'clipboard-write']
      const all = await Promise.all(
        names.map((name) => navigator.permissions.query({ name: name as PermissionName })),
      )
      return all.map(({ state }, i) => `${names[i]}: ${state}`)
    })
  await expect
    .poll(states)
    .toEqual(['geolocation: denied', 'notifications: denied', 'midi: denied', 'clipboard-write: granted'])
})

test('the window comes back where it was', async ({ desktop }) => {
  const bounds = { x: 40, y: 30, width: 1100, height: 700 }
  const first = await desktop.launch()
  await desktop.console(first)
  await first.evaluate(
    ({ BrowserWindow }, wanted) => BrowserWindow.getAllWindows()[0]!.setBounds(wanted),
    bounds,
  )
  await first.close()

  const second = await desktop.launch()
  await desktop.console(second)
  const after = await second.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds())
  expect(after).toEqual(bounds)
})

test('the menu opens the console in a browser, signed in once', async ({ desktop, request }) => {
  const app = await desktop.launch()
  await desktop.console(app)
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
  const { origin, hash } = new URL(await opened)
  const entry = /^#entry=(.+)$/.exec(hash)?.[1] ?? ''
  const signIn = () => request.post(`${origin}/console/api/session`, { data: { entry }, headers: { origin } })
  expect((await signIn()).ok()).toBe(true)
  expect((await signIn()).ok()).toBe(false)
})
