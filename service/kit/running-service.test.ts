import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runningService } from './running-service.ts'

const URL = 'http://127.0.0.1:1'
const INFO = {
  ...{
    option_base_url: URL,
    live_base_url: URL,
    console_url: URL,
    console_page_url: URL,
    signaling_url: URL,
  },
  ...{ media_base_url: URL, rtmp_base_url: URL, webrtc_udp_ports: '8445', ca_cert_file: '/data/tls/ca.pem' },
  ...{ email: 'a@example.test', password: 'secret7', access_code: 'code', access_token: 'token' },
}
const ENVIRONMENT = Object.fromEntries(
  Object.entries({ ...INFO, data_dir: '/elsewhere' }).map(([name, value]) => [
    `AIRDESK_${name.toUpperCase()}`,
    value,
  ]),
)

let folder: string
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'airdesk-ready-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function readyFile(info: object | string): string {
  const file = join(folder, 'ready.json')
  writeFileSync(file, typeof info === 'string' ? info : JSON.stringify(info))
  return file
}

it('is found by its ready file, and what it keeps by where its authority lies', () => {
  expect(runningService(readyFile(INFO), {})).toEqual({ info: INFO, dataDir: '/data' })
})

it('is found by what airdesk exec says', () => {
  const found = runningService(undefined, { ...ENVIRONMENT, OTHER: 'x' })
  expect(found.info).toMatchObject(INFO)
  expect(found.dataDir).toBe('/elsewhere')
})

it('what is missing is named', () => {
  expect(() => runningService(undefined, {})).toThrow('AIRDESK_OPTION_BASE_URL is not set: no airdesk exec')
  expect(() => runningService(join(folder, 'none'), {})).toThrow(/none is no ready file: ENOENT/)
  expect(() => runningService(readyFile('{'), {})).toThrow('is no ready file')
  expect(() => runningService(readyFile({ ...INFO, password: null }), {})).toThrow(
    'has no password: the service keeps it since an earlier start',
  )
})
