import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { armedRules } from '../../../test/support/armed-rules.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { FaultInput } from '../../contract/faults.ts'
import { localDisk } from '../spool/spool-disk.ts'
import { assertRoom, fillable, freeSpace } from './full-disk.ts'

const FULL: FaultInput = { id: 'full', at: 'disk', effect: { kind: 'full' } }
const NO_SPACE = expect.objectContaining({ code: 'ENOSPC' }) as unknown

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-full-disk-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('takes nothing while the fault lasts, keeps what it has, and takes again when it is over', async () => {
  const { rules, arm, counts } = armedRules([], new ManualClock())
  const disk = fillable(localDisk, rules)
  const path = join(folder, 'segments.bin')
  const file = await disk.open(path)
  await file.write(Buffer.from('before'), 0)
  arm([FULL])
  await expect(file.write(Buffer.from('during'), 6)).rejects.toEqual(NO_SPACE)
  await expect(disk.replace(path, 'during')).rejects.toEqual(NO_SPACE)
  expect(() => assertRoom(rules)).toThrow('ENOSPC')
  await file.sync()
  expect(await readFile(path, 'utf8')).toBe('before')
  expect((await freeSpace(folder, rules)).bavail).toBe(0)
  expect(counts()).toMatchObject([{ id: 'full', hits: 3, asked: 3 }])
  arm([])
  await file.write(Buffer.from('after'), 6)
  expect(await readFile(path, 'utf8')).toBe('beforeafter')
  expect((await freeSpace(folder, rules)).bavail).toBeGreaterThan(0)
  expect(() => assertRoom(rules)).not.toThrow()
  await file.close()
})

it('is the disk itself where no fault can ever be', () => {
  const { rules } = armedRules(null, new ManualClock())
  expect(fillable(localDisk, rules)).toBe(localDisk)
})
