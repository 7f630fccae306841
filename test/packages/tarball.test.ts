/** The portable folder: unpacked anywhere, on a computer with nothing on it, by a user who is not root. */
import { basename } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { broadcastOnce } from './broadcast.ts'
import { cleanRootFault, makeCleanRoot } from './clean-root.ts'
import type { CleanRoot } from './clean-root.ts'
import { startInstalled } from './installed-service.ts'
import { VERSION, linuxPackages } from './linux-packages.ts'

describe.skipIf(cleanRootFault())(`in a clean root${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  let root: CleanRoot

  beforeAll(() => {
    const { tarball } = linuxPackages()
    root = makeCleanRoot({ node: false })
    root.copyIn(tarball, `${root.home}/${basename(tarball)}`)
  })
  afterAll(() => root.remove())

  it('runs from any folder, also by a link, and carries a broadcast', async () => {
    await root.must('mkdir "some where" && tar -xzf airdesk-*.tar.gz -C "some where" && rm airdesk-*.tar.gz')
    console.log(`Portable folder: ${await root.must('du -sm some*')}`)
    expect(await root.must('./some*/airdesk/bin/airdesk --version')).toBe(`${VERSION}\n`)
    await root.must('ln -s "some where/airdesk/bin/airdesk" linked')
    const service = await startInstalled({
      root,
      line: './linked serve --ports auto --no-first-run --data-dir data --ready-file ready.json',
      readyFile: `${root.home}/ready.json`,
    })
    expect((await broadcastOnce(service.ready)).video).toMatchObject({ width: 640, height: 360 })
    expect(await service.stop()).toBe(0)
  })
})
