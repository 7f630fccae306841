import { expect, test } from 'vitest'
import { startAdministrationConsole } from '../../../test/support/administration-console.ts'
import { setupRepository } from '../store/setup.ts'
import { Setup } from './setup.ts'

/** A start of an installation with one system, one user and nothing else. */
async function start(run: (parts: { setup: Setup; addChannel: () => void }) => void) {
  const consoles = await startAdministrationConsole()
  const { database, identity, clock, option } = consoles
  database.prepare('DELETE FROM users WHERE system_id = ?').run(consoles.second.system.id)
  database.prepare('DELETE FROM access_tokens WHERE system_id = ?').run(consoles.second.system.id)
  database.prepare('DELETE FROM systems WHERE id = ?').run(consoles.second.system.id)
  const setup = new Setup({
    ...{ clock, identity, channels: option.channels, schedules: option.schedules },
    setup: setupRepository(database),
    consoleToken: (systemId) => identity.accessTokens.ofConsole(systemId),
    known: consoles.first.credentials,
  })
  const tokenId = consoles.first.consoleTokenId
  run({ setup, addChannel: () => void consoles.addChannel(consoles.first.system.id, tokenId) })
  await consoles.close()
}

test('a new installation asks, at every start until it is answered', () =>
  start(({ setup }) => {
    setup.begin({ credentials: [null, null], wanted: true })
    setup.begin({ credentials: [null, null], wanted: true })
    expect(setup.isFinished()).toBe(false)
  }))

test('whoever starts it can leave the questions out, for good', () =>
  start(({ setup }) => {
    setup.begin({ credentials: [null, 'given'], wanted: true })
    setup.begin({ credentials: [null, null], wanted: true })
    expect(setup.isFinished()).toBe(true)
  }))

test('one that is in use is not asked', () =>
  start(({ setup, addChannel }) => {
    addChannel()
    setup.begin({ credentials: [null, null], wanted: true })
    expect(setup.isFinished()).toBe(true)
  }))
