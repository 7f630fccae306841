/**
 * What `npm test` leaves out, because it protects rarely and costs much. The last line has the numbers; what is
 * no run of vitest or Playwright counts as one.
 */
import { findChromium } from './lib/chromium.mjs'
import { inRoot } from './lib/paths.mjs'
import { check, playwright, runSteps, vitest } from './lib/test-steps.mjs'

await runSteps([
  [check('build', 'node', inRoot('scripts', 'build.mjs'))],
  // Files named *.nightly.test.ts.
  [vitest('nightly', ['--project', 'nightly'])],
  // Tests with the tag `nightly` in files that `npm test` has too.
  [vitest('tagged', ['--project', 'integration', '--project', 'encoding'], 'nightly')],
  // Tests with the tag @nightly; `npm run looks` are some of them.
  // In the whole Chromium, as people have it; `npm test` has the one without windows.
  [playwright('browser', ['--grep=@nightly'], { CHROMIUM_PATH: findChromium() ?? '' })],
  [check('fuzz', 'npm', 'run', 'fuzz')],
  [check('torture', 'npm', 'run', 'torture')],
  [check('recordings under torture', 'npm', 'run', 'torture:recordings')],
  // What is installed from packages, and a clone of this checkout, in clean roots.
  [vitest('packages', ['--config', 'test/packages/vitest.config.ts'])],
])
