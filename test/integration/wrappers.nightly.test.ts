/** Nothing outlives its parent: the rest of the ways to start the service, and each link of one of them. */
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { hasEnded, playlistsIn } from '../support/broadcast.ts'
import { SERVICE, wrappers } from '../support/wrapped.ts'
import type { Wrapper } from '../support/wrapped.ts'

const { run, options, untilReady, start, startAll, left, gone, expectOrder, startsAgain, playlists } =
  wrappers()

test.for<Wrapper>(['npm run serve', 'npx airdesk', 'node scripts/start.mjs', 'node scripts/serve.mjs'])(
  'kill -9 of %s leaves no process and a free folder',
  async (name) => {
    const { chain } = await start(name)
    process.kill(chain[0] ?? 0, 'SIGKILL')
    await gone()
    expectOrder()
    await startsAgain()
  },
)

test('kill -9 of npm with every media process at work: all end, and what was on air has its end mark', async () => {
  const { chain } = await startAll()
  process.kill(chain[0] ?? 0, 'SIGKILL')
  await gone()
  expectOrder()
  const left = playlistsIn(playlists())
  expect(left.length).toBeGreaterThanOrEqual(2)
  for (const text of left) expect(hasEnded(text)).toBe(true)
  await startsAgain()
})

test('kill -9 of each link below npm, one after the other', async () => {
  // A shell, unless it has made room, and the scripts.
  let links = 2
  for (let link = 1; link < links; link++) {
    const { chain } = await start('npm run serve')
    expect(chain.length).toBeGreaterThanOrEqual(links)
    links = chain.length
    process.kill(chain[link] ?? 0, 'SIGKILL')
    await gone()
    expectOrder()
  }
  await startsAgain()
})

test('kill -9 of npm, of everything between and of the service at once: all end', async () => {
  const { chain, service } = await startAll()
  for (const pid of [...chain, service]) process.kill(pid, 'SIGKILL')
  await gone()
  await startsAgain()
})

test('what was started to stay stays: without a channel of its own, its parent may go', async () => {
  const command = ['nohup', 'node', SERVICE, ...options(), '>/dev/null', '2>&1', '&', 'wait']
  const shell = run('sh', ['-c', command.join(' ')])
  const { console_url } = await untilReady()
  const ended = once(shell, 'exit')
  shell.kill('SIGKILL')
  await ended
  const service = left().find((entry) => entry.command.includes(SERVICE))
  expect(service?.parent).not.toBe(shell.pid)
  expect((await fetch(console_url)).status).toBe(200)
  process.kill(service?.pid ?? 0, 'SIGTERM')
  await gone()
  expectOrder()
})
