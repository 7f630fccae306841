import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { createLogger } from '../../platform/logger.ts'
import { DiskGuard } from './disk-guard.ts'

function guarded(existing = '/data') {
  const clock = new ManualClock()
  const disk = { freeBlocks: 100, asked: [] as string[] }
  const lines: string[] = []
  const logger = createLogger('info', {
    write: (line) => void lines.push((JSON.parse(line) as { msg: string }).msg),
  })
  const statfs = (path: string) => {
    disk.asked.push(path)
    return path === existing
      ? Promise.resolve({ bavail: disk.freeBlocks, bsize: 4096 })
      : Promise.reject(new Error('ENOENT'))
  }
  const guard = new DiskGuard({ folder: '/data/spool', reserveBytes: 50 * 4096, clock, logger, statfs })
  return { guard, clock, disk, lines }
}

describe('the guard of a disk', () => {
  it('asks the file system at most once a second', async () => {
    const { guard, clock, disk } = guarded('/data/spool')
    for (let i = 0; i < 10; i++) {
      expect(await guard.hasRoom()).toBe(true)
      clock.advance(250)
    }
    expect(disk.asked.length).toBe(3)
  })

  it('keeps the reserve free, and says so once at the beginning and once at the end', async () => {
    const { guard, clock, disk, lines } = guarded()
    const answers: boolean[] = []
    for (const freeBlocks of [50, 49, 10, 50, 60]) {
      disk.freeBlocks = freeBlocks
      answers.push(await guard.hasRoom())
      clock.advance(1000)
    }
    expect(answers).toEqual([true, false, false, true, true])
    expect(lines).toEqual(['the disk is nearly full; nothing is recorded', 'there is room to record again'])
  })

  it('asks of the folder above as long as the folder is not there', async () => {
    const { guard, disk } = guarded()
    disk.freeBlocks = 0
    expect(await guard.hasRoom()).toBe(false)
    expect(disk.asked).toEqual(['/data/spool', '/data'])
  })

  it('lets it be tried where the file system does not say', async () => {
    expect(await guarded('/elsewhere').guard.hasRoom()).toBe(true)
  })
})
