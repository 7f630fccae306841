/** A service is scraped as Prometheus does it. */
import { afterEach, expect, test } from 'vitest'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const TOKEN = 'scrape-me.1=='
let service: RunningService | null = null
afterEach(async () => {
  await service?.stop()
  service = null
})

const scrape = ({ ready }: RunningService, headers: Record<string, string> = {}) =>
  fetch(`${ready.console_url}/metrics`, { headers })

test('a service on loopback tells its numbers to programs of this computer, processes among them', async () => {
  const running = (service = await startService())
  const text = await waitFor(async () => {
    const answer = await scrape(running)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ])
    const told = await answer.text()
    return told.includes('memory_bytes{process="ingest"}') ? told : null
  }, 'the ingest process counts itself')
  expect(text).toMatch(/^airdesk_viewers 0$/m)
  expect(text).toMatch(/^airdesk_host_overloaded\{resource="cpu"\} 0$/m)
  expect(Number(/process="control"\} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(10_000_000)
  // No page of another place may read them, whose name points here or not.
  expect((await scrape(running, { origin: 'https://evil.example' })).status).toBe(403)
})

test('with a token it tells them to who bears it', async () => {
  const running = (service = await startService({ env: { AIRDESK_METRICS_TOKEN: TOKEN } }))
  expect((await scrape(running)).status).toBe(401)
  expect((await scrape(running, { authorization: 'Bearer other' })).status).toBe(401)
  const answer = await scrape(running, {
    ...{ authorization: `Bearer ${TOKEN}`, accept: 'application/openmetrics-text;version=1.0.0,*/*;q=0.1' },
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toMatch(/# EOF\n$/)
  expect(running.output()).not.toContain(TOKEN)
})
