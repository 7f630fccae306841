import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { defaultDataDirectory, prepareDataDirectory } from './data-directory.ts'

test.each([
  ['linux', '/home/mio', {}, '/home/mio/.local/share/airdesk'],
  ['linux', '/home/mio', { XDG_DATA_HOME: '/data' }, '/data/airdesk'],
  ['linux', '/home/mio', { XDG_DATA_HOME: 'relative' }, '/home/mio/.local/share/airdesk'],
  ['darwin', '/Users/mio', {}, '/Users/mio/Library/Application Support/Airdesk'],
  ['win32', 'C:\\Users\\mio', { APPDATA: 'D:\\Roaming' }, 'D:\\Roaming\\Airdesk'],
  ['win32', 'C:\\Users\\mio', {}, 'C:\\Users\\mio\\AppData\\Roaming\\Airdesk'],
] as const)('on %s with home %s and %j data is kept in %s', (platform, home, environment, folder) => {
  expect(defaultDataDirectory({ platform, home, environment })).toBe(folder)
})

test('the folder is made for this user alone; a file in its place is named', async () => {
  const base = await mkdtemp(join(tmpdir(), 'airdesk-data-'))
  const folder = join(base, 'a', 'b')
  await prepareDataDirectory(folder)
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700)
  // One that somebody else made, or an earlier version.
  await chmod(folder, 0o755)
  await prepareDataDirectory(folder)
  if (process.platform !== 'win32') expect((await stat(folder)).mode & 0o777).toBe(0o700)
  const file = join(base, 'file')
  await writeFile(file, '')
  await expect(prepareDataDirectory(file)).rejects.toThrow(
    `The data folder ${file} can't be made: a file is in its place.`,
  )
  await rm(base, { recursive: true })
})
