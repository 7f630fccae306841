import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { DownloadTickets } from './download-tickets.ts'

let folder: string
let clock: ManualClock
let tickets: DownloadTickets

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-tickets-'))
  clock = new ManualClock()
  tickets = new DownloadTickets(clock)
})
afterEach(() => rmSync(folder, { recursive: true }))

function made(name: string): string {
  const file = join(folder, name)
  writeFileSync(file, name)
  return file
}

test('a file is given once, to the session that asked for it', () => {
  const file = made('state')
  const ticket = tickets.issue(file, 'mine')
  expect(tickets.redeem(ticket, 'of another')).toBeNull()
  expect(tickets.redeem(ticket, 'mine')).toBe(file)
  expect(tickets.redeem(ticket, 'mine')).toBeNull()
  expect(existsSync(file)).toBe(true)
})

test('what nobody fetches is removed after a minute, at the end, and for the ninth', () => {
  const late = made('late')
  const ticket = tickets.issue(late, 'mine')
  clock.advance(60_000)
  expect([tickets.redeem(ticket, 'mine'), existsSync(late)]).toEqual([null, false])
  const files = Array.from({ length: 9 }, (_, n) => made(`${n}`))
  for (const file of files) tickets.issue(file, 'mine')
  expect(files.filter((file) => existsSync(file))).toEqual(files.slice(1))
  tickets.close()
  expect(files.filter((file) => existsSync(file))).toEqual([])
})
