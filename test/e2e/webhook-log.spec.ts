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
  await expect(eventRow(page, hook)).toContainText(/503, retry (\S+ \d+ \S+ )?\d\d:\d\d:\d\d/)

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
    await page.goto(`${service.ready.console_url}/#/webhooks?channel=${id}&state=dead`)
    await expect(page.getByRole('heading', { name: 'No webhook fits these filters' })).toBeVisible()
    await encoder(url)
    await expect(eventRow(page, patient.url)).toContainText('410, endpoint gone')

    patient.status = 200
    await page.getByRole('button', { name: 'Redeliver all given up…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Redeliver 1 webhook that was given up?' })
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await dialog.getByRole('button', { name: 'Redeliver' }).click()
    await expect(page.getByText('1 webhook sent again.')).toBeVisible()
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
    await page.goto(`${service.ready.console_url}/#/webhooks?channel=${id}`)
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
