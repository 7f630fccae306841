import { armed } from './armed.ts'
import { clipboardOf, expect, live, makeChannel, test, videoTime } from './fixture.ts'
import { listenFor } from './said.ts'
import { deleteChannels } from './start-anew.ts'

test.beforeEach(({ service }) => deleteChannels(service))

test('two clicks make a channel for OBS; server and key are ready to copy', async ({
  console: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: /^From OBS or another encoder/ }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for your encoder' })).toBeVisible()

  const id = /channels\/([0-9A-Z]{26})/.exec(page.url())?.[1] ?? ''
  await page.getByRole('button', { name: 'Copy Stream key' }).click()
  const clipboard = clipboardOf(page)
  await expect.poll(clipboard).toBe(id)
  await expect(page.getByText(id, { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show Stream key' }).click()
  await expect(page.getByText(id, { exact: true })).toHaveCount(1)
  await page.getByRole('button', { name: 'Copy ffmpeg line' }).click()
  await expect.poll(clipboard).toMatch(new RegExp(`^ffmpeg -re .*-g 60 .*-f flv "rtmp://.*/${id}"$`))
})

test('the form refuses what the service would refuse, at the member, and says what is really encoded', async ({
  console: page,
}) => {
  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByRole('radio', { name: /^360p only/ }).check()
  await page.getByRole('button', { name: 'Renditions, encryption, webhooks' }).click()
  await page.getByLabel('Audio, bit/s').fill('100000')
  await expect(page.getByText('Encoded at 96,000 bit/s')).toBeVisible()
  await page.getByLabel('Width').fill('100')
  await page.getByLabel('Encryption key address').fill('http://keys.example')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByText('A whole number from 160 to 4,096')).toBeVisible()
  await expect(page.getByText('An https address without user name and password')).toBeVisible()
  await expect(page.getByText('2 fields need a change.')).toBeVisible()

  await page.getByLabel('Width').fill('640')
  await page.getByLabel('Encryption key address').fill('')
  await page.getByRole('textbox', { name: /^Name/ }).fill('秋の全社会議')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '秋の全社会議' })).toBeVisible()
  await expect(page.getByText('700 + 96 kbps')).toBeVisible()
})

// The rooms for previews and the first run start it too.
test(
  'one button puts the test picture on air and it plays; the same button stops it',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.getByRole('button', { name: /^Use the test picture/ }).click()
    const player = page.getByRole('region', { name: /^Preview of/ })
    await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
    const before = await videoTime(page)
    await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 3)
    await expect(player).toHaveAttribute('data-trouble', '')
    await expect(page.getByText('Built-in test picture').first()).toBeVisible()

    const said = await listenFor(page.locator('body'), 'Reconnecting')
    await page.getByRole('button', { name: 'Stop test picture' }).click()
    await expect(page.getByText('Nothing on air').first()).toBeVisible({ timeout: 60_000 })
    await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
    expect(await said()).toBe(false)
  },
)

test('renaming keeps the name in its place; Enter of a conversion does not save', async ({
  console: page,
  service,
}) => {
  const { id } = await makeChannel(service)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  await page.getByRole('button', { name: 'Rename' }).click()
  const field = page.getByLabel('Name of this channel')
  await field.fill('かいぎ')
  await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(field).toBeVisible()
  await field.fill('会議')
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '会議' })).toBeVisible()
})

test('what another window named meanwhile is not renamed unseen', async ({ console: page, service }) => {
  const { id } = await makeChannel(service)
  const { console_url: origin, console_page_url } = service.ready
  const nameThere = (name: string) =>
    page.request.patch(`${origin}/console/api/channels/${id}`, { headers: { origin }, data: { name } })
  await page.goto(`${console_page_url}/#/channels/${id}`)
  const rename = page.getByRole('button', { name: 'Rename' })
  const field = page.getByLabel('Name of this channel')
  const title = (name: string) => page.getByRole('heading', { level: 1, name, exact: true })
  const notice = page.getByRole('alert')
  await rename.click()
  // What nobody typed over follows.
  await nameThere('Gate 1')
  await expect(field).toHaveValue('Gate 1')
  await field.fill('Typed here')
  await nameThere('Gate 2')
  await expect(notice).toContainText('Somebody renamed this channel meanwhile: “Gate 2”.')
  await field.press('Enter')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await expect(field).toHaveValue('Typed here')
  await notice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(title('Gate 2')).toBeVisible()
  await expect(rename).toBeFocused()

  await rename.press('Enter')
  await field.fill('Typed again')
  await nameThere('')
  await expect(notice).toContainText('Somebody took the name of this channel away meanwhile.')
  await notice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(notice).toHaveCount(0)
  await expect(field).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(title('Typed again')).toBeVisible()
  await expect(rename).toBeFocused()
})

test('heads sort the list, and its address keeps the order', async ({ console: page, service }) => {
  for (const name of ['Gate 10', 'Gate 9']) {
    const { id } = await makeChannel(service)
    const renamed = await page.request.patch(`${service.ready.console_url}/console/api/channels/${id}`, {
      headers: { origin: service.ready.console_url },
      data: { name },
    })
    expect(renamed.status()).toBe(200)
  }
  const { id: unnamed } = await makeChannel(service)
  const rows = page.getByRole('grid', { name: 'Channels' }).getByRole('row')
  const head = page.getByRole('columnheader', { name: 'Name' })
  // Without a choice the newest comes first.
  await expect(rows).toHaveText([/^State/, new RegExp(unnamed.slice(0, 6)), /Gate 9/, /Gate 10/])
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows).toHaveText([/^State/, /Gate 9/, /Gate 10/, /No name, made by API.*Token/])
  await head.getByRole('button').click()
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(rows).toHaveText([/^State/, new RegExp(unnamed.slice(0, 6)), /Gate 10/, /Gate 9/])
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'none')
})

test('deleting asks, names the channel, starts at Cancel and ignores the first second', async ({
  console: page,
  service,
}) => {
  const { id } = await makeChannel(service)
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete channel…' }).click()
  const dialog = page.getByRole('dialog', { name: `Delete channel ${id.slice(0, 6)}?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()
  expect(await live(service, 'Service_20200729.ListChannelIDs', {})).toEqual({ channel_ids: [id] })

  // It goes with its room.
  const ask = async () => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete channel…' }).click()
  }
  await ask()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goForward()

  await ask()
  await (await armed(dialog.getByRole('button', { name: 'Delete channel' }))).click()
  await expect(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  expect(await live(service, 'Service_20200729.ListChannelIDs', {})).toEqual({ channel_ids: [] })
})

test(
  'without a mouse: from the link to a playing picture, then the list by its keys',
  { tag: '@nightly' },
  async ({ console: page }) => {
    const tabTo = async (name: RegExp) => {
      for (let i = 0; i < 40; i++) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate(() => document.activeElement?.textContent ?? '')
        if (name.test(text)) return
      }
      throw new Error(`no Tab stop ${name}`)
    }
    await tabTo(/^Use the test picture/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: /^Preview of/ })).toHaveAttribute('data-status', 'ready', {
      timeout: 60_000,
    })

    await page.keyboard.press('Control+3')
    await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
    await page.keyboard.press('/')
    await page.keyboard.type('nothing like it')
    await expect(page.getByText('No channel matches')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    const row = page.getByRole('row', { name: /Test picture/ })
    await expect(row).toBeVisible()
    for (let i = 0; i < 24 && !(await row.evaluate((element) => element === document.activeElement)); i++) {
      await page.keyboard.press('Tab')
    }
    await expect(row).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Test picture' })).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog').getByLabel('Search or run a command')).toBeFocused()
    await page.keyboard.type('new channel from')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'New channel' })).toBeVisible()
    await page.keyboard.press('Control+3')
    await page.keyboard.press('F6')
    const pane = await page.evaluate(() =>
      document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'),
    )
    expect(['nav', 'content', 'status']).toContain(pane)
  },
)
