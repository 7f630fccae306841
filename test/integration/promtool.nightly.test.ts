/** What a service exposes, judged by Prometheus' own tool. */
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../../scripts/lib/programs.mjs'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const promtool = findProgram('promtool')
const reason = promtool ? '' : ': promtool is missing (Debian: apt-get install prometheus)'

describe.skipIf(!promtool)(`metrics, as promtool sees them${reason}`, () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService({ args: ['--metrics-channels'] })
  })
  afterAll(() => service.stop())

  it('have nothing for it to find', async () => {
    const text = await (await fetch(`${service.ready.console_url}/metrics`)).text()
    const { status, stdout, stderr } = spawnSync(promtool ?? '', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    })
    expect({ status, said: stdout + stderr }).toEqual({ status: 0, said: '' })
  })
})
