import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReadyInfo } from './ready-file.ts'
import { removeReadyFile, writeReadyFile } from './ready-file.ts'

const INFO: ReadyInfo = {
  option_base_url: 'http://127.0.0.1:1',
  live_base_url: 'http://127.0.0.1:2',
  console_url: 'http://127.0.0.1:3',
  console_page_url: 'http://airdesk-1.localhost:3',
  signaling_url: 'wss://127.0.0.1:4/signaling',
  media_base_url: 'https://127.0.0.1:5',
  rtmp_base_url: 'rtmp://127.0.0.1:6',
  webrtc_udp_ports: '7,8',
  ca_cert_file: '/data/ca.pem',
  email: null,
  password: null,
  access_code: null,
  access_token: null,
}

test('is private, leaves no scraps, and is removed by its own writer only', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'airdesk-ready-'))
  const path = join(directory, 'ready.json')
  await writeReadyFile(path, INFO)
  expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(INFO)
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(directory)).toEqual(['ready.json'])
  await removeReadyFile(path, { ...INFO, console_url: 'http://127.0.0.1:9' })
  expect(existsSync(path)).toBe(true)
  await removeReadyFile(path, INFO)
  expect(existsSync(path)).toBe(false)
  await expect(writeReadyFile(join(directory, 'no', 'folder.json'), INFO)).rejects.toThrow('ENOENT')
  await rm(directory, { recursive: true })
})
