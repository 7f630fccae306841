import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DamagedStateError } from './damaged-state.ts'
import { Snapshots } from '../state/snapshots.ts'

let dataDir: string
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'airdesk-damaged-'))))
afterEach(() => rmSync(dataDir, { recursive: true }))

const told = () => new DamagedStateError(dataDir, new Error('file is not a database')).message
const begins = () =>
  `${join(dataDir, 'airdesk.db')} is damaged (file is not a database). Move it away, with the files -wal and -shm beside it. `

test('a damaged database is named, and that there is no copy of it', () => {
  expect(told()).toBe(`${begins()}There is no copy of it here: the next start begins anew.`)
})

test('copies of before are named, the latest first, and how they are taken in', () => {
  for (const name of ['before-9', 'before-24', 'before-24.partial', 'damaged'])
    writeFileSync(join(dataDir, `airdesk.db.${name}`), '')
  const snapshots = new Snapshots(dataDir)
  snapshots.note({
    ...{ id: 'kept', name: 'base', createdAt: 1, automatic: false, systemId: null },
    counts: { systems: 1, users: 1, channels: 0, schedules: 0, recordings: 0 },
  })
  writeFileSync(snapshots.fileOf('kept'), '')
  const kept = ['airdesk.db.before-24', 'airdesk.db.before-9', join('snapshots', 'kept.db')]
  const files = kept.map((name) => join(dataDir, name)).join(', ')
  expect(told()).toBe(
    `${begins()}Then take a copy of before in by airdesk import <file> --data-dir ${dataDir}: ${files}.`,
  )
})
