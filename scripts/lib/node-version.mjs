/** The lowest Node that runs the service; the bundles are made for it. */
export const LOWEST_NODE = '22.18'

/**
 * @param {string} version such as 24.21.0
 * @returns {boolean} whether the service runs on it
 */
export function isNewEnough(version) {
  const [major, minor] = version.split('.').map(Number)
  const [lowestMajor, lowestMinor] = LOWEST_NODE.split('.').map(Number)
  return major > lowestMajor || (major === lowestMajor && minor >= lowestMinor)
}
