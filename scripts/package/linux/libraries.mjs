/**
 * Which packages of Debian the binaries need, read from the binaries themselves. `dpkg-shlibdeps` would say the
 * same, but needs the libraries of the other architecture to be installed.
 */
import { run } from './run.mjs'

const GLIBC = 'libc6'
/** Which package has a library. Debian and Ubuntu have had these names since glibc and GCC of these versions. */
const PACKAGES = {
  'libc.so': GLIBC,
  'libm.so': GLIBC,
  'libmvec.so': GLIBC,
  'libdl.so': GLIBC,
  'librt.so': GLIBC,
  'libpthread.so': GLIBC,
  'ld-linux-x86-64.so': GLIBC,
  'ld-linux-aarch64.so': GLIBC,
  'libgcc_s.so': 'libgcc-s1',
  'libstdc++.so': 'libstdc++6',
  'libatomic.so': 'libatomic1',
}

/** GCC's version that brought a version of GLIBCXX_3.4 (GCC's manual of libstdc++, "ABI Policy and Guidelines"). */
const GCC_OF_GLIBCXX = { 26: '9', 27: '9', 28: '9', 29: '11', 30: '12', 31: '13', 32: '13', 33: '14' }

/** The oldest GCC that the table knows is older than any system with the glibc that is needed. */
const OLD_GLIBCXX = 25

/**
 * @param {string[]} binaries files in ELF
 * @returns {string[]} as in `Depends`, sorted
 * @throws Error for a library that no package is known for
 */
export function neededPackages(binaries) {
  const texts = binaries.map((file) => run('readelf', ['--wide', '--dynamic', '--version-info', file]))
  return packagesOf(texts.join('\n'))
}

/** @param {string} text what readelf tells */
export function packagesOf(text) {
  const names = [...text.matchAll(/\(NEEDED\)\s+Shared library: \[([^\]]+)\]/g)].map(([, name]) =>
    packageOf(name),
  )
  const versions = {
    [GLIBC]: highest([...text.matchAll(/Name: GLIBC_([\d.]+)/g)].map(([, version]) => version)),
    'libstdc++6': gccOf(highest([...text.matchAll(/Name: GLIBCXX_3\.4\.(\d+)/g)].map(([, minor]) => minor))),
  }
  return [...new Set(names)].sort().map((name) => (versions[name] ? `${name} (>= ${versions[name]})` : name))
}

/** @param {string} library such as libm.so.6 */
function packageOf(library) {
  const name = PACKAGES[library.replace(/\.so\..*$/, '.so')]
  if (!name) throw new Error(`no package of Debian is known for ${library}, which a binary needs`)
  return name
}

/** @param {string[]} versions */
function highest(versions) {
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1)
}

/** @param {string | undefined} minor of GLIBCXX_3.4 */
function gccOf(minor) {
  if (minor === undefined || Number(minor) <= OLD_GLIBCXX) return undefined
  const version = GCC_OF_GLIBCXX[minor]
  if (!version) throw new Error(`it is not known which GCC has GLIBCXX_3.4.${minor}, which a binary needs`)
  return version
}
