/** `airdesk exec`: what its command is given, how it ends, and that nothing is left. Linux only: it reads /proc. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ExecPlace, isClosed } from '../support/exec.ts'

const ROOT = join(import.meta.dirname, '../..')

let place: ExecPlace
beforeEach(() => (place = new ExecPlace()))
afterEach(() => place.remove())

/** Calls both APIs by the addresses of its environment, prints the answers, and fails with 7. */
const CLIENT = `
  const { env } = process
  const { email, password, access_code } = { email: env.AIRDESK_EMAIL, password: env.AIRDESK_PASSWORD, access_code: env.AIRDESK_ACCESS_CODE }
  const json = { 'content-type': 'application/json' }
  const login = await fetch(env.AIRDESK_OPTION_BASE_URL + '/api/login', { method: 'POST', headers: json, body: JSON.stringify({ email, password, access_code }) })
  const { token } = await login.json()
  const list = (token) => fetch(env.AIRDESK_OPTION_BASE_URL + '/api/schedule', { headers: { authorization: 'Bearer ' + token } })
  const schedules = [(await list(token)).status, (await list(token)).status, (await list('wrong')).status]
  const live = await fetch(env.LIVE_API + '/', { method: 'POST', body: '{}', headers: { ...json, authorization: 'Bearer ' + env.AIRDESK_ACCESS_TOKEN, 'x-sfu-target': 'Service_20200729.ListChannelIDs' } })
  const secure = await fetch(env.AIRDESK_MEDIA_BASE_URL + '/nothing')
  console.log(JSON.stringify({ schedules, live: await live.json(), secure: secure.status, rtmp: env.AIRDESK_RTMP_BASE_URL, option: env.AIRDESK_OPTION_BASE_URL, arguments: process.argv.slice(1) }))
  console.error('on the other stream')
  process.exit(7)
`

test('gives the command addresses, credentials and trust, its streams and arguments, and ends with its exit code', async () => {
  const report = join(place.folder, 'report.json')
  const seen = ['html', 'json', 'xml'].map((ending) => join(place.folder, `new/coverage.${ending}`))
  const { code, stdout, stderr } = await place.run([
    ...['--env', 'LIVE_API=live_base_url', '--report', report, '--seed', '7'],
    ...[...seen.flatMap((file) => ['--coverage', file]), '--fail-under', 'operations=100'],
    ...['--', process.execPath, '--input-type=module', '-e', CLIENT, '--', '--seed', 'a b'],
  ])
  expect(stderr).toMatch(
    /^on the other stream\nairdesk: seen of the service:\noperations +1 of \d+\nendpoints +2 of /,
  )
  expect(stderr).toMatch(/\nless was seen than was asked for: operations: [\d.]+ % of 100 %\n$/)
  const told = JSON.parse(stdout) as { option: string; rtmp: string }
  expect(told).toMatchObject({
    schedules: [200, 200, 401],
    live: { channel_ids: [] },
    secure: 404,
    arguments: ['--seed', 'a b'],
  })
  expect(code).toBe(7)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toEqual({
    calls: [
      { api: 'option', method: 'POST', path: '/api/login', operation: null, status: 200, count: 1 },
      { api: 'option', method: 'GET', path: '/api/schedule', operation: null, status: 200, count: 2 },
      { api: 'option', method: 'GET', path: '/api/schedule', operation: null, status: 401, count: 1 },
      {
        api: 'live',
        method: 'POST',
        path: '/',
        operation: 'Service_20200729.ListChannelIDs',
        status: 200,
        count: 1,
      },
    ],
  })
  const [page, json, junit] = seen.map((file) => readFileSync(file, 'utf8'))
  expect(page).toContain('<html')
  expect(JSON.parse(json ?? '')).toMatchObject({ groups: [{ group: 'operations', seen: 1 }, {}, {}, {}, {}] })
  expect(junit).toContain('<testsuites')
  await place.isClean()
  expect(await isClosed(told.option)).toBe(true)
  expect(await isClosed(told.rtmp.replace('rtmp:', 'http:'))).toBe(true)
})

test('fixtures of tests that it runs join its service, each worker by a system of its own, which a replay makes again', async () => {
  const [record, report] = [join(place.folder, 'session.jsonl'), join(place.folder, 'report.json')]
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs')
  const config = ['--root', ROOT, '--config', join(ROOT, 'test/support/kit/run-by-exec/vitest.config.ts')]
  const command = ['--report', report, '--', process.execPath, vitest, 'run', ...config]
  const { code, stdout, stderr } = await place.run([record, ...command], 'record')
  expect(code, stdout + stderr).toBe(0)
  expect(stdout + stderr).toContain('airdeskOptions give these tests a service of their own')
  expect(stderr).not.toContain('is empty')
  const calls = ['CreateMultistreamChannel', 'ListChannelIDs'].map((name) => ({
    operation: expect.stringContaining(name) as string,
    count: 4,
  }))
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({ calls })
  // Each system is made again.
  expect(await place.run([record], 'replay')).toMatchObject({
    ...{ code: 0, stdout: '8 compared, 0 differences\n' },
  })
  await place.isClean()
})

test('a run of which nothing was seen is told as such', async () => {
  const { code, stderr } = await place.run(['--report', join(place.folder, 'report.json'), '--', 'true'])
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'airdesk: the command asked nothing of its service: what is told of this run is empty\n',
  })
})

test('ends by the signal that ended the command', async () => {
  const { code, signal } = await place.run(['--', 'sh', '-c', 'kill -KILL $$'])
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' })
  await place.isClean()
})

test('passes SIGTERM on, and ends as the command decides', async () => {
  const exec = place.start(['--', 'sh', '-c', 'trap "echo told; exit 3" TERM; echo begun; sleep 1000 & wait'])
  await exec.printed('begun')
  process.kill(exec.pid, 'SIGTERM')
  expect(await exec.ended).toMatchObject({ code: 3, signal: null, stdout: 'begun\ntold\n' })
  await place.isClean()
})

test('leaves nothing when it is killed, also of what the command started', async () => {
  const exec = place.start(['--', 'sh', '-c', 'sleep 1000 & echo $AIRDESK_OPTION_BASE_URL begun; sleep 1000'])
  await exec.printed('begun')
  process.kill(exec.pid, 'SIGKILL')
  await place.isClean()
  expect(await isClosed(exec.stdout().split(' ')[0] ?? '')).toBe(true)
})

test.each([
  { args: ['node', '-e', '0'], says: 'the command and its arguments come after --' },
  { args: ['--seed', '7'], says: '-- and a command are missing' },
  { args: ['--'], says: '-- and a command are missing' },
  { args: ['--env', 'A', '--', 'true'], says: '--env must be NAME=member' },
  { args: ['--report', '', '--', 'true'], says: '--report must not be empty' },
  { args: ['--coverage', 'seen.txt', '--', 'true'], says: '--coverage must be a file that ends in .html' },
  { args: ['--fail-under', '101', '--', 'true'], says: '--fail-under must be a number from 0 to 100' },
  { args: ['--fail-under', 'pages=1', '--', 'true'], says: '--fail-under must be a number from 0 to 100' },
])('refuses $args', async ({ args, says }) => {
  const { code, stderr, stdout } = await place.run(args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(`airdesk: ${says}`)
  await place.isClean()
})
