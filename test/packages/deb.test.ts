/**
 * The Debian package on a computer with nothing on it: installed with what it depends on, started by a user and as
 * its unit says, upgraded with older data, not downgraded, and purged. The unit under a real systemd is in systemd.test.ts.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'
import { RENDITION_360, callLive, createRtmpChannel } from '../support/live-client.ts'
import type { Ready } from '../support/service.ts'
import { broadcastOnce } from './broadcast.ts'
import { cleanRootFault, makeCleanRoot } from './clean-root.ts'
import type { CleanRoot } from './clean-root.ts'
import { startInstalled } from './installed-service.ts'
import type { InstalledService } from './installed-service.ts'
import { VERSION, linuxPackages, repackAs } from './linux-packages.ts'
import { makeNewer, makeOlder, schemaVersion } from './older-data.ts'
import { unitLine, unitSetting } from './systemd-unit.ts'

const OLDER = '0.0.9'
/** What a run of any program leaves, what packages of Debian keep of themselves, and what is mounted. */
const NOT_LISTED = [
  'proc',
  'sys',
  'dev',
  'tmp',
  'run',
  'var/tmp',
  'var/cache',
  'var/log',
  'var/lib/apt',
  'root',
]
  .map((folder) => `-path /${folder} -prune -o`)
  .join(' ')
/** dpkg's own records, and the copies that are made when the locked user is added, who stays. */
const KEPT = /^\/var\/lib\/dpkg\/|^\/etc\/(passwd|group|shadow|gshadow|subuid|subgid)-$/

describe.skipIf(cleanRootFault())(`in a clean root${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-deb-'))
  let root: CleanRoot
  let deb: string
  let before: readonly string[]

  beforeAll(async () => {
    deb = linuxPackages().deb
    root = makeCleanRoot({ node: false })
    for (const file of [deb, repackAs(OLDER, deb, folder)]) root.copyIn(file, `/root/${basename(file)}`)
    await root.must('apt-get update -q', { as: 'root' })
    before = await files()
  })
  afterAll(() => {
    root.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  const asRoot = (line: string) => root.must(line, { as: 'root' })
  const apt = (line: string) => root.run(`apt-get -q -y ${line}`, { as: 'root' })
  const install = (file: string) => apt(`install --no-install-recommends ./${file}`)
  const files = async () =>
    (await asRoot(`find / ${NOT_LISTED} -print`)).split('\n').filter((path) => !KEPT.test(path))

  const userService = (data = 'data') =>
    startInstalled({
      root,
      line: `airdesk serve --ports auto --no-first-run --data-dir ${data} --ready-file ready.json`,
      readyFile: `${root.home}/ready.json`,
    })
  const unitService = async (): Promise<InstalledService> =>
    startInstalled({
      root,
      line: await unitLine(root, { 'airdesk.password': 'secret7\n', 'airdesk.access-code': 'of-a-file\n' }),
      readyFile: '/run/airdesk/ready.json',
      options: { as: 'root', cwd: '/' },
    })
  const channels = async (ready: Ready) =>
    (await callLive(ready, 'Service_20200729.ListChannelIDs', {})).channel_ids

  it('apt installs an older one; nothing is enabled, and no data are made', async () => {
    expect((await install(`airdesk_${OLDER}.deb`)).code).toBe(0)
    const { size } = statSync(deb)
    console.log(
      `Debian package: ${(size / 1e6).toFixed(1)} MB; installed: ${await asRoot('du -sm /usr/lib/airdesk')}`,
    )
    expect((await root.run('ls /etc/systemd/system/*/airdesk.service')).code).not.toBe(0)
    await asRoot('! test -e /var/lib/airdesk')
    expect(await asRoot('getent passwd airdesk')).toMatch(/:\/var\/lib\/airdesk:\/usr\/sbin\/nologin$/m)
  })

  it('has a command with completion, a manual and a desktop entry', async () => {
    expect(await root.must('airdesk --version')).toBe(`${VERSION}\n`)
    expect(await root.must('airdesk --help')).toContain('airdesk --ports auto')
    const completion =
      'source /usr/share/bash-completion/completions/airdesk; COMP_WORDS=(airdesk snapshot re); COMP_CWORD=2; ' +
      '_airdesk; echo "${COMPREPLY[*]}"'
    expect(await root.must(`bash -c '${completion}'`)).toBe('restore\n')
    for (const path of [
      'man/man1/airdesk.1.gz',
      'applications/airdesk.desktop',
      'icons/hicolor/48x48/apps/airdesk.png',
    ]) {
      await root.must(`dpkg -S /usr/share/${path}`)
    }
  })

  it('a user starts it, broadcasts, and stops it', async () => {
    const service = await userService()
    expect((await broadcastOnce(service.ready)).video).toMatchObject({ width: 640, height: 360 })
    expect(await service.stop()).toBe(0)
    await root.must('test -f data/airdesk.db')
  })

  let unitChannel: string
  it('the line of its unit runs as its user, with credentials from files, and carries a broadcast', async () => {
    await asRoot(`echo 'AIRDESK_OPTIONS="--ports auto"' >> /etc/default/airdesk`)
    const service = await unitService()
    const { ready } = service
    expect([ready.password, ready.access_code]).toEqual(['secret7', 'of-a-file'])
    expect((await broadcastOnce(ready)).video).toMatchObject({ width: 640, height: 360 })
    unitChannel = (await createRtmpChannel(ready, { hls: [RENDITION_360] })).channel_id
    expect(await asRoot('find /var/lib/airdesk ! -user airdesk')).toBe('')
    expect(await service.stop()).toBe(0)
    // stdout has the credentials; only stderr goes to the journal.
    expect(unitSetting(root, 'StandardOutput')).toEqual(['null'])
  })

  it('an upgrade keeps the data and brings them up to date', async () => {
    const database = join(root.path, 'var/lib/airdesk/airdesk.db')
    const { older, newest } = makeOlder(database)
    await asRoot('chown -R airdesk: /var/lib/airdesk')
    expect([schemaVersion(database), older]).toEqual([newest - 1, newest - 1])
    expect((await install(basename(deb))).code).toBe(0)
    expect(await asRoot("dpkg-query -W -f '${Version}' airdesk")).toBe(VERSION.replace('-', '~'))
    expect(readFileSync(join(root.path, 'etc/default/airdesk'), 'utf8')).toContain('--ports auto')
    const service = await unitService()
    expect(await channels(service.ready)).toContain(unitChannel)
    expect(await service.stop()).toBe(0)
    expect(schemaVersion(database)).toBe(newest)
    expect(schemaVersion(`${database}.before-${newest}`)).toBe(older)
  })

  it('refuses a downgrade with words, and stays as it is', async () => {
    const { code, output } = await apt(
      `install --allow-downgrades --no-install-recommends ./airdesk_${OLDER}.deb`,
    )
    expect(code).not.toBe(0)
    expect(output).toContain(`version ${VERSION.replace('-', '~')} is installed, and ${OLDER} is older`)
    expect(output).toContain('Nothing has changed')
    expect(await asRoot("dpkg-query -W -f '${db:Status-Abbrev}${Version}' airdesk")).toBe(
      `ii ${VERSION.replace('-', '~')}`,
    )
    await root.must('airdesk --version')
  })

  it('the service refuses data of a newer version with words', async () => {
    const file = join(root.path, root.home, 'data/airdesk.db')
    makeNewer(file, 1000)
    await asRoot(`chown -R 1000:1000 ${root.home}/data`)
    const { code, output } = await root.run('airdesk serve --ports auto --data-dir data')
    expect(code).toBe(1)
    expect(output).toContain('has schema version 1000, but this version of the service knows only up to')
  })

  it('removed, it keeps its data; purged, it leaves nothing but its locked user and what is of users', async () => {
    expect((await apt('remove airdesk')).code).toBe(0)
    await asRoot(
      'test -f /var/lib/airdesk/airdesk.db && test -f /etc/default/airdesk && ! test -e /usr/lib/airdesk',
    )
    expect((await apt('purge airdesk')).code).toBe(0)
    const left = (await files()).filter((path) => !before.includes(path))
    expect(left.filter((path) => !path.startsWith(`${root.home}/`))).toEqual([])
    expect(left).toContain(`${root.home}/data/airdesk.db`)
    const missing = await files()
    expect(before.filter((path) => !missing.includes(path))).toEqual([])
    expect(await asRoot('getent passwd airdesk')).toContain('nologin')
  })
})

it('lintian finds no error, and nothing else that is not told with its reason', () => {
  ensureProgram('lintian')
  const { deb } = linuxPackages()
  const { status, stdout } = spawnSync('lintian', ['--allow-root', '--fail-on', 'error,warning', deb], {
    encoding: 'utf8',
  })
  expect([status, stdout]).toEqual([0, ''])
})

it('the unit is one that systemd takes, and leaves little open', () => {
  ensureProgram('systemd-analyze', 'systemd')
  const unit = join(import.meta.dirname, '../../scripts/package/linux/files/airdesk.service')
  const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
    encoding: 'utf8',
  })
  const level = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
  console.log(`systemd-analyze security: ${level}`)
  expect(level).toBeLessThan(2)
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  // On this machine it is not installed.
  const complaints = verified.stderr
    .split('\n')
    .filter((line) => line && !line.includes('/usr/bin/airdesk is not executable'))
  expect(complaints).toEqual([])
})
