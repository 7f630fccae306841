/** How large the Linux packages of this machine's kind are, and what they take up where they are installed. */
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { linuxPackages } from '../packages/linux-packages.ts'
import { table } from './package.ts'

/** @returns a table in Markdown */
export function linuxPackageSizes(): string {
  const { deb, tarball } = linuxPackages()
  const installed = Number(execFileSync('dpkg-deb', ['--field', deb, 'Installed-Size'], { encoding: 'utf8' }))
  return table([
    ...[deb, tarball].map((file) => ({ name: basename(file), bytes: statSync(file).size })),
    { name: 'installed', bytes: installed * 1024 },
  ])
}
