import { afterEach, expect, it, vi } from 'vitest'
import { connectAirdesk, startAirdesk } from './airdesk.ts'
import type { StartOptions } from './airdesk.ts'
import { StartError } from './service-process.ts'

afterEach(() => void vi.unstubAllEnvs())

it.each([
  [{ args: ['--data-dir', '/tmp/x'] }, '--data-dir is not for args: give the folder as dataDir.'],
  [{ sed: 7 }, 'startAirdesk takes no option sed; it takes emulator, seed, dataDir, import, args.'],
  [{ args: '--log-level' }, 'args must be a list of options.'],
  [{ args: ['--data-dir=/tmp/x'] }, '--data-dir is not for args'],
  [{ args: ['--ready-file', 'r.json'] }, '--ready-file is not for args'],
  [{ args: ['--seed', '8'], seed: 7 }, '--seed is not for args: it is given as seed.'],
  [{ import: '/no/such.airdesk' }, 'import /no/such.airdesk: there is no such file'],
  [{ import: '/' }, 'import /: it is a folder'],
])('%j is refused, for it would count for nothing', async (options, message) => {
  const refused = startAirdesk(options as StartOptions)
  await expect(refused).rejects.toBeInstanceOf(StartError)
  await expect(refused).rejects.toThrow(message)
})

it('connects to nothing that does not run', async () => {
  const names =
    'OPTION_BASE_URL LIVE_BASE_URL CONSOLE_URL CONSOLE_PAGE_URL SIGNALING_URL MEDIA_BASE_URL RTMP_BASE_URL'
  for (const name of `${names} WEBRTC_UDP_PORTS CA_CERT_FILE EMAIL PASSWORD ACCESS_CODE ACCESS_TOKEN`.split(
    ' ',
  ))
    vi.stubEnv(`AIRDESK_${name}`, 'x')
  vi.stubEnv('AIRDESK_DATA_DIR', '/no/such')
  await expect(connectAirdesk()).rejects.toThrow('No service runs on /no/such any more.')
})
