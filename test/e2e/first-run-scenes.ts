import { refusal } from '../../service/contract/refusal/refusal.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { SetupPort, SetupPorts } from '../../service/contract/console/setup.ts'
import { SETUP_PORTS } from '../../service/contract/console/setup.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const USUAL: Record<SetupPort, number> = {
  ...{ rtmp: 1935, media: 8443, 'media-http': 8088, console: 8080, option: 8081, live: 8082 },
  ...{ signaling: 8444, sfu: 8445, 'sfu-verification': 8446, player: 8447 },
}

/** Ports of a service on the usual ones, but for RTMP, which another program holds. */
export function setupPorts(rtmpHeld: boolean): SetupPorts {
  return {
    ports: SETUP_PORTS.map((name) => ({
      name,
      running: name === 'rtmp' && rtmpHeld ? 1936 : USUAL[name],
      wanted: USUAL[name],
      fixed: false,
      ...(name === 'rtmp' && rtmpHeld
        ? { state: 'held' as const, heldBy: { program: 'nginx', pid: 2114 }, next: 1936 }
        : { state: 'ours' as const, heldBy: null, next: null }),
    })),
    reach: 'loopback',
    isAuthorityNew: false,
    protection: 'loopback',
    host: '127.0.0.1',
    anyFree: false,
  }
}

function askFirst(s: StandIn, ports = setupPorts(false)): void {
  s.show([])
  s.answer(CONSOLE_API.setup.read, 200, { finished: false })
  s.answer(CONSOLE_API.setup.firstUser, 200, {
    name: 'Master',
    email: 'master@airdesk.local',
    password: 'm4kq7tz',
    accessCode: 'k3vd-9mwx-p2ht',
  })
  s.answer(CONSOLE_API.setup.ports, 200, ports)
}

const at = (step: string) => `/first-run/${step}`

export const FIRST_RUN_SCENES: readonly Scene[] = [
  { name: 'first-run-language', path: at('language'), prepare: (s) => askFirst(s) },
  { name: 'first-run-user', path: at('user'), prepare: (s) => askFirst(s) },
  {
    name: 'first-run-user-errors',
    path: at('user'),
    prepare: (s) => askFirst(s),
    after: async (page) => {
      await page.locator('input[type=email]').fill('aiko@')
      await page.locator('form input').nth(2).fill('much too long')
      await page.locator('[aria-invalid=true]').nth(1).waitFor()
    },
  },
  { name: 'first-run-ports', path: at('ports'), prepare: (s) => askFirst(s, setupPorts(true)) },
  {
    name: 'first-run-ports-all',
    path: at('ports'),
    prepare: (s) => askFirst(s),
    after: async (page) => {
      await page.locator('form button[aria-expanded]').click()
      await page.locator('form input').nth(1).fill('8081')
    },
  },
  {
    name: 'first-run-ports-failed',
    path: at('ports'),
    prepare: (s) => {
      askFirst(s)
      s.refuse(CONSOLE_API.setup.ports, refusal('INTERNAL'))
    },
  },
  { name: 'first-run-data', path: at('data'), prepare: (s) => askFirst(s) },
]
