import { buildIfNeeded } from '../../scripts/build.mjs'

/** Global set-up of tests that start the bundles, for calls of vitest without `npm test`. */
export default function buildFirst(): void {
  buildIfNeeded()
}
