import { constants } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ContainedFolder, openContained } from './contained-folder.ts'
import { childOf, ContainmentError, isWithin } from './names.ts'

const { O_CREAT, O_RDONLY, O_RDWR } = constants
let home: string
let root: string
let folder: ContainedFolder

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'airdesk-contained-'))
  root = join(home, 'root')
  await mkdir(join(home, 'outside'))
  await mkdir(join(root, 'in'), { recursive: true })
  await writeFile(join(home, 'outside', 'secret'), 'of somebody')
  folder = new ContainedFolder(root, { never: [join(home, 'own'), join(root, 'own')] })
})
afterEach(() => rm(home, { recursive: true }))

const list = (at: string) => readdir(at)
const names = (path: readonly string[]) => folder.within(path, list)

describe('a contained folder', () => {
  it.each([['..'], ['.'], [''], ['in/..'], ['/'], ['a\0b']])('has nothing called %j', async (name) => {
    await expect(names([name])).rejects.toThrow(ContainmentError)
    await expect(names(['in', name])).rejects.toThrow(ContainmentError)
    await expect(folder.within([], (at) => openContained(at, name, O_RDONLY))).rejects.toThrow(
      ContainmentError,
    )
    expect(() => childOf(root, name)).toThrow(ContainmentError)
  })

  it('makes what is missing for this user alone', async () => {
    await folder.within(
      ['in', 'a', 'b'],
      async (at) => (await openContained(at, 'file', O_RDWR | O_CREAT)).close(),
      { make: true },
    )
    const modes = await Promise.all(
      ['a', 'a/b', 'a/b/file'].map(async (path) => (await stat(join(root, 'in', path))).mode & 0o777),
    )
    if (process.platform !== 'win32') expect(modes).toEqual([0o700, 0o700, 0o600])
  })

  it('follows no link to a folder and none to a file, and says so', async () => {
    await symlink(join(home, 'outside'), join(root, 'link'))
    await symlink(join(home, 'outside', 'secret'), join(root, 'in', 'movie'))
    const told = 'A link stands in its place, which is not followed.'
    await expect(names(['link'])).rejects.toThrow(told)
    await expect(folder.within(['link', 'new'], list, { make: true })).rejects.toThrow(told)
    for (const flags of [O_RDONLY, O_RDWR | O_CREAT])
      await expect(folder.within(['in'], (at) => openContained(at, 'movie', flags))).rejects.toThrow(told)
    expect(await readdir(join(home, 'outside'))).toEqual(['secret'])
  })

  it('follows links on the way to its root, which somebody allowed', async () => {
    await symlink(root, join(home, 'allowed'))
    expect(await new ContainedFolder(join(home, 'allowed')).within([], list)).toEqual(['in'])
  })

  it('never enters what is excluded, by whatever name, nor is it that itself', async () => {
    await mkdir(join(root, 'own', 'spool'), { recursive: true })
    await expect(names(['own'])).rejects.toThrow(ContainmentError)
    await expect(names(['own', 'spool'])).rejects.toThrow(ContainmentError)
    await rename(join(root, 'own'), join(root, 'renamed'))
    const moved = new ContainedFolder(root, { never: [join(root, 'renamed')] })
    await expect(moved.within(['renamed'], list)).rejects.toThrow(ContainmentError)
    await expect(new ContainedFolder(root, { never: [root] }).within([], list)).rejects.toThrow(
      ContainmentError,
    )
  })

  it.runIf(process.platform === 'linux')(
    'stays the folder that was looked at, though a link takes its place meanwhile',
    async () => {
      await folder.within(['in'], async (at) => {
        await rename(join(root, 'in'), join(root, 'away'))
        await symlink(join(home, 'outside'), join(root, 'in'))
        await (await openContained(at, 'movie', O_RDWR | O_CREAT)).close()
      })
      expect(await readdir(join(root, 'away'))).toEqual(['movie'])
      expect(await readdir(join(home, 'outside'))).toEqual(['secret'])
    },
  )

  it('tells of folders by the names that people know', async () => {
    await expect(names(['none'])).rejects.toThrow(join(root, 'none'))
  })

  it('opens no folder as a file', async () => {
    await expect(folder.within([], (at) => openContained(at, 'in', O_RDONLY))).rejects.toThrow('is no file')
  })
})

it('tells by name alone whether one path is below another', () => {
  expect(['/a', '/a/b', '/a/..b', '/ab', '/', '/a/../b'].map((path) => isWithin('/a', path))).toEqual([
    ...[true, true, true, false, false, false],
  ])
})
