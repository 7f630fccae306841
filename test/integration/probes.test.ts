/** A service is asked whether it is alive and ready, as Docker, Kubernetes and load balancers do. */
import { afterEach, expect, test } from 'vitest'
import { startAirdesk } from '../../service/kit/index.ts'
import type { Airdesk } from '../../service/kit/index.ts'
import { waitFor } from '../support/wait-for.ts'

let airdesk: Airdesk
afterEach(() => airdesk.close())

const ask = async (path: string, method = 'GET') => {
  const answer = await fetch(airdesk.consoleUrl + path, { method })
  return { status: answer.status, text: await answer.text() }
}

test.each(['ingest', 'origin', 'sfu'] as const)(
  '%s that is killed makes it not ready until it is back',
  async (name) => {
    airdesk = await startAirdesk({ args: ['--origin-processes', '1', '--sfu-processes', '1'] })
    expect(await ask('/readyz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    // Without an end: each that comes to be is killed too.
    const { fault } = await airdesk.faults.add({ at: 'process', match: { name }, effect: { kind: 'kill' } })
    const away = await waitFor(async () => {
      const answer = await ask('/readyz')
      return answer.status === 503 ? answer.text : null
    }, 'the loss')
    expect(away).toContain(`"parts":"${name}"`)
    expect(await ask('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    await airdesk.faults.remove(fault.id)
    await waitFor(async () => (await ask('/readyz', 'HEAD')).status === 200, 'its return', 60_000)
  },
)
