/** The unit of the Debian package under a real systemd: its sandbox, its credentials, its journal, its upgrade. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { boot } from './booted-root.ts'
import type { BootedRoot } from './booted-root.ts'
import { broadcastOnce } from './broadcast.ts'
import { cleanRootFault, makeCleanRoot } from './clean-root.ts'
import type { CleanRoot } from './clean-root.ts'
import { VERSION, linuxPackages, repackAs } from './linux-packages.ts'

const NEWER = '999.0.0'

describe.skipIf(cleanRootFault())(`under systemd${cleanRootFault() ? `: ${cleanRootFault()}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-systemd-'))
  let root: CleanRoot
  let system: BootedRoot

  beforeAll(() => {
    const { deb } = linuxPackages()
    root = makeCleanRoot({ node: false })
    for (const file of [deb, repackAs(NEWER, deb, folder)]) {
      copyFileSync(file, join(root.path, 'root', basename(file)))
    }
    return () => {
      root.remove()
      rmSync(folder, { recursive: true, force: true })
    }
  })
  beforeAll(async () => {
    system = await boot(root)
    return () => system.end()
  })

  const install = (name: string) =>
    system.must(`cd /root && apt-get install -q -y --no-install-recommends ./${name}`)
  const shown = (property: string) => system.must(`systemctl show -p ${property} --value airdesk`).trim()
  const isActive = () => system.run('systemctl is-active airdesk').output.trim()
  const ready = async (): Promise<Ready> => {
    const file = join(system.path, 'run/airdesk/ready.json')
    await waitFor(() => existsSync(file), 'the ready file', 60_000)
    const info = JSON.parse(readFileSync(file, 'utf8')) as Ready
    return { ...info, ca_cert_file: system.path + info.ca_cert_file }
  }

  it('is installed, neither enabled nor started', () => {
    install(basename(linuxPackages().deb))
    expect(system.run('systemctl is-enabled airdesk').output.trim()).toBe('disabled')
    expect(isActive()).toBe('inactive')
    expect(system.must('systemd-analyze verify --man=no airdesk.service')).toBe('')
  })

  it('broadcasts in its sandbox, with a credential of the credential store', async () => {
    const store = join(root.path, 'etc/credstore')
    mkdirSync(store, { recursive: true })
    writeFileSync(join(store, 'airdesk.password'), 'secret7\n', { mode: 0o600 })
    writeFileSync(join(root.path, 'etc/default/airdesk'), 'AIRDESK_OPTIONS="--ports auto"\n')
    system.must('systemctl start airdesk')
    const info = await ready()
    expect(info.password).toBe('secret7')
    expect((await broadcastOnce(info)).video).toMatchObject({ width: 640, height: 360 })
    const status = system.must(`cat /proc/${shown('MainPID')}/status`)
    for (const line of [
      'CapEff:\t0000000000000000',
      'CapBnd:\t0000000000000000',
      'NoNewPrivs:\t1',
      'Seccomp:\t2',
    ]) {
      expect(status).toContain(line)
    }
  })

  it('the journal has its log and no credential', async () => {
    const { password, access_code, access_token } = await ready()
    const journal = system.must('journalctl -u airdesk -o cat --no-pager')
    expect(journal).toContain('"msg":"connection opened"')
    expect(journal).toContain(`"version":"${VERSION}"`)
    for (const secret of [password, access_code, access_token, '#entry='])
      expect(journal).not.toContain(secret)
  })

  it('an upgrade restarts it where it runs, and only there', async () => {
    const before = shown('MainPID')
    install(`airdesk_${NEWER}.deb`)
    await waitFor(() => isActive() === 'active' && shown('MainPID') !== before, 'the service to run again')
    await ready()
    system.must('systemctl stop airdesk')
    expect([shown('Result'), shown('ExecMainStatus')]).toEqual(['success', '0'])
    system.must(`dpkg -i /root/airdesk_${NEWER}.deb`)
    expect(isActive()).toBe('inactive')
  })

  it('purged while it is enabled and runs, it ends and is gone', () => {
    system.must('systemctl enable --now airdesk')
    system.must('apt-get -q -y purge airdesk')
    expect(system.run('systemctl status airdesk').output).toContain('could not be found')
    const found = system.must('find / -xdev -name "*airdesk*" -not -path "/proc/*" -not -path "/root/*"')
    // What the administrator wrote there is theirs.
    expect(found).toBe('/etc/credstore/airdesk.password\n')
  })
})
