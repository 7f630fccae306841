/** What `npm run dist:linux` makes of this checkout, made once for all tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot } from '../../scripts/lib/paths.mjs'
import { isMade } from '../../scripts/package/linux/stamp.mjs'

const DEBIAN_NAMES: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

const { version: VERSION } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string }
export { VERSION }

export interface LinuxPackages {
  readonly deb: string
  readonly tarball: string
}

/** @throws Error where they cannot be made */
export function linuxPackages(): LinuxPackages {
  const { arch } = process
  const at = (name: string) => inRoot('dist', 'linux', name)
  const packages = {
    deb: at(`airdesk_${VERSION.replace('-', '~')}_${DEBIAN_NAMES[arch]}.deb`),
    tarball: at(`airdesk-${VERSION}-linux-${arch}.tar.gz`),
  }
  if (isMade(arch) && [packages.deb, packages.tarball].every((file) => existsSync(file))) return packages
  execFileSync(process.execPath, [inRoot('scripts/package/linux/dist.mjs'), '--arch', arch], {
    stdio: 'inherit',
  })
  return packages
}

/** The same package under another version, packed fast. @param folder for what is unpacked */
export function repackAs(version: string, deb: string, folder: string): string {
  const root = join(folder, 'repacked')
  const file = join(folder, `airdesk_${version}.deb`)
  execFileSync('dpkg-deb', ['--raw-extract', deb, root])
  const control = join(root, 'DEBIAN', 'control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`))
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', root, file])
  rmSync(root, { recursive: true })
  return file
}
