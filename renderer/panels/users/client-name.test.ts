import { expect, it } from 'vitest'
import { clientName } from './client-name.ts'

it.each([
  [
    'Chrome, Linux',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  ],
  ['Edge, Windows', 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0'],
  [
    'Airdesk, macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X) airdesk/0.7 Chrome/140.0 Electron/45.4 Safari/537.36',
  ],
  ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari, iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit Version/19 Safari/604.1',
  ],
  ['Mozilla/5.0 (unknown)', 'Mozilla/5.0 (unknown)'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['python-requests/2.32', 'python-requests/2.32 something'],
  ['', ''],
])('%s', (name, client) => {
  expect(clientName(client)).toBe(name)
})
