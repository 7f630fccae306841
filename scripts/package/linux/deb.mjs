/** A package of Debian, by Debian's own tools. */
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fileIn, filled } from './files.mjs'
import { neededPackages } from './libraries.mjs'
import { run } from './run.mjs'
import { put, putCommandHelp, putDesktopFiles } from './share.mjs'
import { binariesOf, filesOf, normalise } from './tree.mjs'

/** Node's names and Debian's. */
export const DEBIAN_NAMES = { x64: 'amd64', arm64: 'arm64' }

const SCRIPTS = ['preinst', 'postinst', 'prerm', 'postrm']

/** A version before a release sorts before it. @param {string} version as npm has it */
export const debianVersion = (version) => version.replace('-', '~')

/**
 * @param {{ tree: string, out: string, architecture: import('./tree.mjs').Architecture,
 *   about: import('./share.mjs').About }} options `tree` of `makeTree`, `out` a folder
 * @returns {string} the file
 */
export function makeDeb({ tree, out, architecture, about }) {
  const root = join(out, `deb-${architecture}`)
  rmSync(root, { recursive: true, force: true })
  const at = (/** @type {string} */ path) => join(root, path)
  cpSync(tree, at('usr/lib/airdesk'), { recursive: true })
  mkdirSync(at('usr/bin'))
  symlinkSync('../lib/airdesk/bin/airdesk', at('usr/bin/airdesk'))
  putCommandHelp(at('usr/share'), about)
  putDesktopFiles(at('usr/share'), about)
  put(at('usr/lib/systemd/system/airdesk.service'), filled('airdesk.service', {}))
  put(at('etc/default/airdesk'), filled('default', {}))
  put(at('usr/share/lintian/overrides/airdesk'), filled('lintian-overrides', {}))
  put(at('usr/share/doc/airdesk/copyright'), filled('copyright', {}))
  put(at('usr/share/doc/airdesk/changelog.gz'), gzipSync(changelog(about), { level: 9 }))
  // Before DEBIAN/ is there, which is not installed.
  const installed = filesOf(root)
  const values = {
    VERSION: debianVersion(about.version),
    MAINTAINER: about.maintainer,
    HOMEPAGE: about.homepage,
    ARCHITECTURE: DEBIAN_NAMES[architecture],
    SIZE: String(Math.ceil(installed.reduce((sum, file) => sum + statSync(file).size, 0) / 1024)),
    LIBRARIES: neededPackages(binariesOf(at('usr/lib/airdesk'))).join(', '),
  }
  put(at('DEBIAN/control'), filled('control', values))
  put(at('DEBIAN/conffiles'), '/etc/default/airdesk\n')
  put(
    at('DEBIAN/md5sums'),
    sums(
      root,
      installed.filter((file) => !file.startsWith(at('etc'))),
    ),
  )
  for (const name of SCRIPTS) cpSync(fileIn(name), at(`DEBIAN/${name}`))
  const programs = [at('usr/lib/airdesk/bin/airdesk'), at('usr/lib/airdesk/node/bin/node')]
  normalise(
    root,
    about.date,
    (file) => programs.includes(file) || SCRIPTS.some((name) => file === at(`DEBIAN/${name}`)),
  )
  const file = join(out, `airdesk_${values.VERSION}_${values.ARCHITECTURE}.deb`)
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', root, file], {
    env: { ...process.env, SOURCE_DATE_EPOCH: String(about.date.getTime() / 1000) },
  })
  rmSync(root, { recursive: true })
  return file
}

/** As deb-changelog(5) has it. @param {import('./share.mjs').About} about */
function changelog({ version, date, maintainer }) {
  const when = date.toUTCString().replace('GMT', '+0000')
  return `airdesk (${debianVersion(version)}) unstable; urgency=medium

  * Version ${version}.

 -- ${maintainer}  ${when}
`
}

/** As md5sums(5) has it. @param {string} root @param {string[]} files */
function sums(root, files) {
  const line = (/** @type {string} */ file) =>
    `${createHash('md5').update(readFileSync(file)).digest('hex')}  ${relative(root, file)}\n`
  return files.map(line).join('')
}
