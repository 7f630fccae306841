/** What carries the studio's broadcast dies; the broadcast goes on by itself. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import { expect, signInByForm } from './fixture.ts'
import { connectionsOf, openStudio, running, typeLive } from './studio-page.ts'

test('a broadcast outlives its SFU process and the whole engine', { tag: '@nightly' }, async ({ page }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-studio-'))
  let service = await startService({ dataDir })
  try {
    await signInByForm(page, service)
    const id = await openStudio(page, service)
    await typeLive(page)
    const connection = async () => (await connectionsOf(page))[id]?.[0]
    await expect.poll(connection).toBeDefined()
    const first = await connection()

    for (const pid of workerPids(service.pid, 'sfu')) process.kill(pid, 'SIGKILL')
    await expect.poll(async () => [undefined, first].includes(await connection())).toBe(false)
    await expect(running(page)).toBeVisible()

    await service.kill()
    await expect(page.getByText(/^The connection was lost. Reconnecting, try [2-9] of 10\.$/)).toBeVisible()
    await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
    // Who goes on watching what viewers have, nobody knows.
    await expect(page.getByText('no viewer sees it yet')).toHaveCount(0)
    await expect(page.getByText('UNKNOWN', { exact: true })).toBeVisible()
    const { port } = new URL(service.ready.console_url)
    service = await startService({ dataDir, args: ['--console-port', port] })
    await expect(running(page)).toBeVisible({ timeout: 60_000 })
    await expect.poll(connection).toBeDefined()
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
