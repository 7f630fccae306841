/** What the npm package says of itself, made of package.json and package-lock.json of the checkout. */

/** Node runs the service from this version on; an older one hands over to the packaged Node. */
const NEEDED_NODE = '>=22.18'

/** What stays as it is in the checkout. */
const KEPT = ['name', 'version', 'description', 'license', 'type', 'dependencies', 'optionalDependencies']

/**
 * @param {Record<string, any>} checkout package.json
 * @returns {Record<string, any>} the package.json of the npm package: no script, no tool of the build
 */
export function packageManifest(checkout) {
  return {
    ...Object.fromEntries(KEPT.map((key) => [key, checkout[key]])),
    bin: { airdesk: 'bin/airdesk.mjs' },
    exports: { './package.json': './package.json' },
    engines: { node: NEEDED_NODE },
  }
}

/**
 * The locked versions that users install are those that were tested; without it npm would take the newest of
 * what dependencies ask for. It also keeps the packaged Node out of the way of the user's own `node`.
 * @param {Record<string, any>} lock package-lock.json
 * @param {Record<string, any>} manifest of the npm package
 * @returns {Record<string, any>} npm-shrinkwrap.json
 */
export function shrinkwrap(lock, manifest) {
  const { name, version, license, dependencies, optionalDependencies, bin, engines } = manifest
  const installed = Object.entries(lock.packages).filter(([path, entry]) => path !== '' && !entry.dev)
  return {
    ...{ name, version, lockfileVersion: lock.lockfileVersion, requires: true },
    packages: {
      '': { name, version, license, dependencies, optionalDependencies, bin, engines },
      ...Object.fromEntries(installed),
    },
  }
}
