/**
 * `node scripts/release/sbom.mjs [file]`: the bill of materials of what ships, as CycloneDX. npm knows what is
 * installed; what of it ships is `dependencies`, packed beside the bundles, what the source maps of the bundles
 * name, and a few that no map names. The rest are tools. Of a package that is bundled all installed versions
 * are listed: a map names the package only.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, root } from '../lib/paths.mjs'

const DEVELOPMENT = 'cdx:npm:package:development'
/** A program, and what goes into the console as files. */
const IN_NO_MAP = /^electron$|^@fontsource-variable\//
/** Node for checkouts: Electron brings its own. */
const NOT_PACKED = /^node-(linux|win)-/

/**
 * @param {object} bom of npm, with every package
 * @param {Set<string>} bundled names of packages in the bundles
 * @returns {object} with what ships only
 */
export function whatShips(bom, bundled) {
  const ships = ({ name, properties = [] }) => {
    const isTool = properties.some((property) => property.name === DEVELOPMENT && property.value === 'true')
    if (NOT_PACKED.test(name)) return false
    return !isTool || bundled.has(name) || IN_NO_MAP.test(name)
  }
  const components = bom.components.filter(ships)
  const refs = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']))
  return {
    ...bom,
    metadata: {
      ...bom.metadata,
      component: { ...bom.metadata.component, type: 'application', name: 'airdesk' },
    },
    // What was a tool to npm is part of this now.
    components: components.map((component) => ({
      ...component,
      scope: 'required',
      properties: (component.properties ?? []).filter(({ name }) => name !== DEVELOPMENT),
    })),
    dependencies: bom.dependencies
      .filter(({ ref }) => refs.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) })),
  }
}

/**
 * @param {readonly string[]} sources of a source map
 * @returns {string[]} names of the packages that they are of
 */
export function packagesIn(sources) {
  return sources.flatMap((source) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source) ?? []
    return name === undefined ? [] : [name]
  })
}

/** @returns {Set<string>} names of the packages in out/ */
function bundledPackages() {
  const out = inRoot('out')
  const folders = ['main', 'preload', 'renderer', 'service'].map((name) => join(out, name))
  const missing = folders.filter((folder) => !existsSync(folder))
  if (missing.length > 0) throw new Error(`${missing.join(', ')}: not built yet.`)
  const maps = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.map'))
      .map((name) => join(folder, name)),
  )
  return new Set(maps.flatMap((file) => packagesIn(JSON.parse(readFileSync(file, 'utf8')).sources)))
}

/** @returns {object} npm's own, of everything that is installed */
function npmBom() {
  const { status, stdout, stderr } = spawnSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return JSON.parse(stdout)
}

if (process.argv[1] === import.meta.filename) {
  const bom = whatShips(npmBom(), bundledPackages())
  const { version } = bom.metadata.component
  const [, , file = join('dist', `airdesk-${version}-${process.platform}-${process.arch}.cdx.json`)] =
    process.argv
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${file}: CycloneDX ${bom.specVersion}, ${bom.components.length} components`)
}
