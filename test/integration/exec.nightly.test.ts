/** More ends of `airdesk exec`; exec.test.ts has the usual ones. Linux only: it reads /proc. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ExecPlace, LAUNCHER, isClosed } from '../support/exec.ts'
import { descendants } from '../support/processes.ts'
import { waitFor } from '../support/wait-for.ts'

let place: ExecPlace
beforeEach(() => (place = new ExecPlace()))
afterEach(() => place.remove())

const LASTING = ['--', 'sh', '-c', 'sleep 1000 & echo $AIRDESK_OPTION_BASE_URL begun; sleep 1000; true']

test.each([0, 1, 7, 255])('ends with %i as the command does', async (code) => {
  expect(await place.run(['--', 'sh', '-c', `exit ${code}`])).toMatchObject({ code, signal: null })
  await place.isClean()
})

test.each(['SIGTERM', 'SIGINT', 'SIGSEGV', 'SIGHUP'])('ends by %s as the command does', async (signal) => {
  const ended = await place.run(['--', 'sh', '-c', `kill -${signal.slice(3)} $$`])
  expect(ended).toMatchObject({ code: null, signal })
  await place.isClean()
})

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends the command and everything', async (signal) => {
  const exec = place.start(LASTING)
  await exec.printed('begun')
  process.kill(exec.pid, signal)
  expect(await exec.ended).toMatchObject({ code: null, signal })
  await place.isClean()
  expect(await isClosed(exec.stdout().split(' ')[0] ?? '')).toBe(true)
})

/** When it is told to end it still has a lot to ask. */
const THOROUGH = `
  setInterval(() => undefined, 1000)
  process.on('SIGTERM', async () => {
    for (let i = 0; i < 500; i++) await fetch(process.env.AIRDESK_OPTION_BASE_URL)
    console.log('all was answered')
    process.exit(5)
  })
  console.log('begun')`

test('a command that takes its time to end has the service until then', async () => {
  const exec = place.start(['--', process.execPath, '-e', THOROUGH])
  await exec.printed('begun')
  process.kill(exec.pid, 'SIGTERM')
  const stdout = 'begun\nall was answered\n'
  expect(await exec.ended).toMatchObject({ code: 5, signal: null, stdout, stderr: '' })
  await place.isClean()
})

test('a signal while the service starts begins no command', async () => {
  const exec = place.start(['--', 'sh', '-c', 'echo begun'])
  await waitFor(() => descendants(exec.inner()).length > 0, 'the service to be started', 60_000)
  process.kill(exec.pid, 'SIGTERM')
  expect(await exec.ended).toMatchObject({ code: null, signal: 'SIGTERM', stdout: '' })
  await place.isClean()
})

test('a command that does not listen is killed with whoever started it', async () => {
  const exec = place.start(['--', 'sh', '-c', 'trap "" TERM; echo begun; while :; do sleep 1; done'])
  await exec.printed('begun')
  process.kill(exec.pid, 'SIGKILL')
  await place.isClean()
})

test.each([
  { who: 'its inner process', of: (pid: number, inner: number) => [inner] },
  { who: 'both of its processes', of: (pid: number, inner: number) => [pid, inner] },
])('kill -9 of $who leaves nothing', async ({ of }) => {
  const exec = place.start(LASTING)
  await exec.printed('begun')
  for (const pid of of(exec.pid, exec.inner())) process.kill(pid, 'SIGKILL')
  await place.isClean()
  expect(await isClosed(exec.stdout().split(' ')[0] ?? '')).toBe(true)
})

test('where the service is killed, the command ends, and it is said', async () => {
  const exec = place.start(LASTING)
  await exec.printed('begun')
  const service = descendants(exec.inner()).find(({ command }) => command.includes('--own-folder'))
  process.kill(service?.pid ?? 0, 'SIGKILL')
  const { code, stderr } = await exec.ended
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'airdesk: the service ended before the command did\n' })
  await place.isClean()
})

test('what the command leaves running ends with it', async () => {
  expect(await place.run(['--', 'sh', '-c', 'sleep 1000 & exit 0'])).toMatchObject({ code: 0 })
  await place.isClean()
})

test('says what cannot be run, as shells do', async () => {
  expect(await place.run(['--', 'no-such-program'])).toMatchObject({
    code: 127,
    stderr: 'airdesk: no-such-program: there is no such program\n',
  })
  writeFileSync(join(place.folder, 'no-program'), '')
  expect((await place.run(['--', join(place.folder, 'no-program')])).code).toBe(126)
  await place.isClean()
})

test('hands the service what is wrong with its options, and names members', async () => {
  const wrong = await place.run(['--time-zone', 'Nowhere/Land', '--', 'true'])
  expect(wrong.code).toBe(2)
  expect(wrong.stderr).toContain('--time-zone')
  const member = await place.run(['--env', 'A=no_member', '--', 'true'])
  expect(member.code).toBe(2)
  expect(member.stderr).toContain('option_base_url')
  await place.isClean()
})

/** Prints the answer of an operation of the live API. */
const CALL = `
  const { AIRDESK_LIVE_BASE_URL: url, AIRDESK_ACCESS_TOKEN: token } = process.env
  const [, target, body] = process.argv
  const headers = { authorization: 'Bearer ' + token, 'content-type': 'application/json', 'x-sfu-target': target }
  console.log(await (await fetch(url, { method: 'POST', body, headers })).text())`
const call = (target: string) => [process.execPath, '--input-type=module', '-e', CALL, '--', target, '{}']

test('begins with a state that was exported, and with a data folder that was kept', async () => {
  const kept = join(place.folder, 'kept')
  const state = join(place.folder, 'state')
  const folder = ['--data-dir', kept]
  const made = await place.run([...folder, '--', ...call('Service_20200316.CreateMultistreamChannel')])
  const { channel_id } = JSON.parse(made.stdout) as { channel_id: string }
  const list = ['--', ...call('Service_20200729.ListChannelIDs')]
  const exported = await place.run([...folder, '--', process.execPath, LAUNCHER, 'export', state, ...folder])
  expect(exported).toMatchObject({ code: 0, stderr: '' })
  for (const options of [folder, ['--import', state]]) {
    const listed = await place.run([...options, ...list])
    expect(JSON.parse(listed.stdout)).toEqual({ channel_ids: [channel_id] })
  }
  expect((await place.run(list)).stdout).toBe('{"channel_ids":[]}\n')
  await place.isClean()
})

test.each([
  { limits: ['0'], ending: 'exit 0', code: 0 },
  { limits: ['0', 'operations=1'], ending: 'exit 0', code: 4 },
  { limits: ['100'], ending: 'exit 1', code: 1 },
])('of $ending, --fail-under $limits makes $code', async ({ limits, ending, code }) => {
  const options = limits.flatMap((limit) => ['--fail-under', limit])
  const ended = await place.run([...options, '--', 'sh', '-c', `echo begun; ${ending}`])
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: 'begun\n' })
  expect(ended.stderr).toContain('everything  0 of ')
  await place.isClean()
})

test('what cannot be written is said, and fails where the command did not', async () => {
  const file = join(place.folder, 'file')
  writeFileSync(file, '')
  const options = ['--report', join(file, 'a.json'), '--coverage', join(file, 'a.html')]
  const { code, stderr } = await place.run([...options, '--', 'true'])
  expect(code).toBe(1)
  expect(stderr).toMatch(
    /^airdesk: --report could not be written: .+\nairdesk: --coverage could not be written: /,
  )
  expect((await place.run([...options, '--', 'sh', '-c', 'exit 7'])).code).toBe(7)
  await place.isClean()
})

test('tells why a state can not be taken', async () => {
  const file = join(place.folder, 'state.json')
  writeFileSync(file, '{}')
  const { code, stderr } = await place.run(['--import', file, '--', 'echo', 'begun'])
  expect(code).toBe(2)
  expect(stderr).toContain(file)
  await place.isClean()
})

test('record gives its command what exec does, and ends as it does', async () => {
  const file = join(place.folder, 'new', 'session.jsonl')
  const shown = '[process.env.SSL_CERT_FILE, process.env.NODE_EXTRA_CA_CERTS, process.env.API]'
  const script = `console.log(JSON.stringify(${shown})); process.kill(process.pid, 'SIGHUP')`
  const args = [file, '--env', 'API=live_base_url', '--', process.execPath, '-e', script]
  const { stdout, signal } = await place.run(args, 'record')
  expect(JSON.parse(stdout)).toEqual([
    expect.stringMatching(/ca-bundle\.pem$/),
    expect.stringMatching(/extra-ca\.pem$/),
    expect.stringMatching(/^http:/),
  ])
  expect(signal).toBe('SIGHUP')
  expect(readFileSync(file, 'utf8')).toMatch(/^\{/)
  const { code, stderr } = await place.run(['--', 'true'], 'record')
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'airdesk: the file is missing; it stands before all options\nSee airdesk record --help.\n',
  })
  await place.isClean()
})

test.each(['SIGINT', 'SIGKILL'] as const)('a replay that %s ends leaves nothing', async (signal) => {
  const file = join(place.folder, 'session.jsonl')
  await place.run([file, '--', ...call('Service_20200729.ListChannelIDs')], 'record')
  const replay = place.start([file], 'replay')
  await waitFor(
    () => descendants(replay.pid).some(({ command }) => command.includes('--own-folder')),
    'its service to be started',
    60_000,
  )
  process.kill(replay.pid, signal)
  const { code, stdout } = await replay.ended
  expect({ code, stdout }).toEqual({ code: signal === 'SIGKILL' ? null : 130, stdout: '' })
  await place.isClean()
})
