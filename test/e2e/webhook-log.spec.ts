import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { startEndpoint, type HttpEndpoint } from '../support/http-endpoint.ts'
import { expect, makeChannel, small, test as base } from './fixture.ts'

/** An endpoint that can be healed: it answers with `status`, and asks to be left alone for an hour. */
interface Patient extends HttpEndpoint {
  status: number
}

const test = base.extend<{ patient: Patient }>({
  patient: async ({}, use) => {
    const answer = (response: ServerResponse) => response.writeHead(patient.status, { 'retry-after': '3600' })
    const endpoint = await startEndpoint((_request, response) => void answer(response).end('{"broken":true}'))
    const patient = Object.assign(endpoint, { status: 503 })
    await use(patient)
    await patient.close()
  },
})

/** With its day where that is another one than today. */
const MOMENT = String.raw`(\S+ \d+ \S+ )?\d\d:\d\d:\d\d`

const eventRow = (page: Page, url: string) =>
  page.getByRole('row', { name: new RegExp(`connection.created.*${new URL(url).host}`) })

test('a webhook that fails is seen failing, from the status bar on, and delivered by hand', async ({
  console: page,
  service,
  encoder,
  patient,
}) => {
  const hook = `${patient.url}/hook?token=secret`
  const { url } = await makeChannel(service, { ...small, event_webhook_url: hook })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await encoder(url)
  await expect(eventRow(page, hook)).toContainText(new RegExp(`503, retry ${MOMENT}`))

  await page.getByRole('contentinfo').getByRole('link', { name: '1 webhook failing' }).click()
  const endpoint = page.getByRole('row', { name: new RegExp(new URL(hook).host) })
  await expect(endpoint).toContainText('Failing since')
  await endpoint.getByRole('link').click()
  await eventRow(page, hook).focus()
  await page.keyboard.press('Enter')

  const details = page.getByRole('complementary', { name: 'Details of the webhook' })
  await expect(details).toBeFocused()
  await expect(details.getByText('Retrying: 503, after 1 try')).toBeVisible()
  await expect(details.getByRole('group', { name: 'Body of the answer' })).toContainText('"broken": true')
  const [first] = patient.received
  const signature = String(first?.headers['webhook-signature'])
  await expect(details.getByText(`webhook-signature ${signature}`)).toBeVisible()
  await expect(page.getByText('secret')).toHaveCount(0)

  patient.status = 200
  await details.getByRole('button', { name: 'Redeliver' }).click()
  await expect(details.getByText(/^Delivered \d\d:\d\d:\d\d$/)).toBeVisible()
  await expect(details.getByRole('button', { pressed: true })).toHaveText(/^2.*200.*by hand/)
  expect(patient.received.map(({ text }) => text)).toEqual([first?.text, first?.text])
  expect(patient.received[1]?.headers['webhook-id']).toBe(first?.headers['webhook-id'])

  await page.keyboard.press('Escape')
  await expect(details).toHaveCount(0)
  await expect(eventRow(page, hook)).toBeFocused()
  await expect(eventRow(page, hook)).toContainText(/200.*by hand/)
  await expect(page.getByRole('contentinfo').getByText('webhook failing')).toHaveCount(0)
})

test(
  'all that was given up is sent again, after it was counted',
  { tag: '@nightly' },
  async ({ console: page, service, encoder, patient }) => {
    patient.status = 410
    const { id, url } = await makeChannel(service, { ...small, event_webhook_url: patient.url })
    await page.goto(`${service.ready.console_page_url}/#/webhooks?channel=${id}&state=dead`)
    await expect(page.getByRole('heading', { name: 'No webhook fits these filters' })).toBeVisible()
    await encoder(url)
    await expect(eventRow(page, patient.url)).toContainText('410, endpoint gone')

    patient.status = 200
    await page.getByRole('button', { name: 'Redeliver all given up…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redeliver what was given up' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await expect(dialog.getByRole('combobox', { name: 'Channel' })).not.toHaveValue('')
    await dialog.getByLabel(/^Since, /).fill('2099-01-01T00:00')
    await expect(dialog.getByText('Nothing was given up.')).toBeVisible()
    await dialog.getByLabel(/^Since, /).fill('')
    await expect(dialog.getByText('1 webhook was given up and fits.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Redeliver 1' }).click()
    await expect(dialog.getByText('1 webhook was sent again. The log says what came back.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByRole('button', { name: 'Filters (2)' }).click()
    await page.getByRole('radio', { name: 'Delivered' }).check()
    await expect(eventRow(page, patient.url)).toContainText('200')
    expect(patient.received).toHaveLength(2)
  },
)

test(
  'a question that was answered with no shows why, and is not sent again',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const gate = await startEndpoint((_request, response) => {
      response.end('{"allow":false,"reason":"expired pass"}')
    })
    const { id, url } = await makeChannel(service, { ...small, auth_webhook_url: gate.url })
    await encoder(url)
    await page.goto(`${service.ready.console_page_url}/#/webhooks?channel=${id}`)
    const row = page.getByRole('row', { name: /auth/ }).first()
    await expect(row).toContainText('Denied')
    await row.click()
    const details = page.getByRole('complementary', { name: 'Details of the webhook' })
    await expect(details.getByText('Denied: the endpoint did not allow it')).toBeVisible()
    await expect(details.getByText('"expired pass"')).toBeVisible()
    await expect(details.getByText('Questions are asked once; they are not sent again.')).toBeVisible()
    await expect(details.getByRole('button', { name: 'Redeliver' })).toHaveCount(0)
    await gate.close()
  },
)

test('an endpoint is paused and resumed from an event, which waits meanwhile', async ({
  console: page,
  service,
  encoder,
  patient,
}) => {
  const { id, url } = await makeChannel(service, { ...small, event_webhook_url: patient.url })
  await encoder(url)
  await page.goto(`${service.ready.console_page_url}/#/webhooks?channel=${id}`)
  await eventRow(page, patient.url).click()
  const details = page.getByRole('complementary', { name: 'Details of the webhook' })
  await expect(
    details.getByText(new RegExp(String.raw`^Next try ${MOMENT}, in \d+:\d\d(:\d\d)?\.$`)),
  ).toBeVisible()
  await expect(details.getByText(/^About \d\d tries until it is given up /)).toBeVisible()
  const card = details.getByRole('region', { name: new URL(patient.url).host })
  await expect(card.getByRole('definition').first()).toContainText('0 %, 1')

  await card.getByRole('button', { name: /^Pause / }).click()
  await expect(details.getByText(/^Waits: its endpoint is paused since /)).toBeVisible()
  // Beside the details the list has no addresses.
  await expect(page.getByRole('row', { name: /connection.created/ })).toContainText('503, paused')
  patient.status = 200
  await page.getByRole('link', { name: 'Endpoints' }).click()
  const row = page.getByRole('row', { name: new RegExp(new URL(patient.url).host) })
  await expect(row).toContainText(/Paused by /)
  await row.getByRole('button', { name: /^Resume / }).click()
  await expect(row).toContainText('Answers')
  expect(patient.received).toHaveLength(2)
})

test(
  'the log is filtered by endpoint, cause and time, and an event goes elsewhere as curl and as a copy',
  { tag: '@nightly' },
  async ({ console: page, context, service, encoder, patient }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { id, url } = await makeChannel(service, { ...small, event_webhook_url: patient.url })
    await encoder(url)
    await page.goto(`${service.ready.console_page_url}/#/webhooks?channel=${id}`)
    await expect(eventRow(page, patient.url)).toContainText('503')
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    const filters = page.getByRole('dialog', { name: 'Filters' })
    await filters.getByRole('combobox', { name: 'Last failure' }).click()
    await page.getByRole('option', { name: 'Connection refused' }).click()
    await expect(page.getByRole('heading', { name: 'No webhook fits these filters' })).toBeVisible()
    await filters.getByRole('combobox', { name: 'Last failure' }).click()
    await page.getByRole('option', { name: 'Status says no' }).click()
    await filters.getByRole('combobox', { name: 'Endpoint' }).click()
    await page.getByRole('option', { name: new URL(patient.url).host }).click()
    await filters.getByRole('radio', { name: 'Last hour' }).check()
    await expect(eventRow(page, patient.url)).toBeVisible()
    await filters.getByRole('radio', { name: 'Between…' }).check()
    await expect(filters.getByLabel(/^From, /)).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
    await filters.getByLabel(/^From, /).fill('2099-01-01T00:00')
    await expect(page.getByRole('heading', { name: 'No webhook fits these filters' })).toBeVisible()
    await filters.getByLabel(/^From, /).fill('2020-01-01T00:00')
    await expect(eventRow(page, patient.url)).toBeVisible()

    await page.keyboard.press('Escape')
    await eventRow(page, patient.url).focus()
    await page.keyboard.press('c')
    await expect(page.getByText(/^Copied as a line for curl/)).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain(
      `webhook-signature: ${String(patient.received[0]?.headers['webhook-signature'])}`,
    )

    const app = await startEndpoint((_request, response) => void response.end('{"seen":true}'))
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Send a copy…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Send a copy to another URL' })
    await dialog.getByRole('textbox', { name: 'URL' }).fill('no url')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'URL' }).fill(app.url)
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByRole('group', { name: 'Body of the answer' })).toContainText('"seen": true')
    expect(app.received[0]?.text).toBe(patient.received[0]?.text)
    await app.close()
  },
)
