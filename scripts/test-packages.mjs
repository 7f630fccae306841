/** Tests what is installed from packages, in clean roots. Arguments go to Vitest. */
import { endWith, replaceBy } from './lib/child.mjs'
import { inRoot } from './lib/paths.mjs'

const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
const config = inRoot('test', 'packages', 'vitest.config.ts')
endWith(replaceBy(process.execPath, [vitest, 'run', '--config', config, ...process.argv.slice(2)]))
