/**
 * `npm run torture:recordings [-- --store azblob]`
 *
 * Kills what carries an archived broadcast, ten times and more, and looks at what is in the store.
 */
import { parseArgs } from 'node:util'
import { azblobTarget, gsTarget, s3Target } from '../support/storage/archive-targets.ts'
import { tortureRecordings } from './recordings.ts'
import type { Victim } from './recordings.ts'

const STORES = { azblob: azblobTarget, gs: gsTarget, s3: s3Target }
const LIVE: readonly Victim[] = [
  'ingest',
  'store',
  'service',
  'archive',
  'ingest',
  'service',
  'store',
  'ingest',
]
const AFTER: readonly Victim[] = ['store', 'archive', 'service']

const { values } = parseArgs({ options: { store: { type: 'string', default: 'azblob' } } })
const start = Object.hasOwn(STORES, values.store) ? STORES[values.store as keyof typeof STORES] : null
if (!start) throw new Error(`--store must be one of ${Object.keys(STORES).join(', ')}`)

const target = await start()
try {
  const { faults, ...counts } = await tortureRecordings({
    target,
    live: LIVE,
    after: AFTER,
    onProgress: (text) => console.log(text),
  })
  console.log(counts)
  for (const fault of faults) console.error(fault)
  console.log(faults.length === 0 ? 'nothing was lost' : `${faults.length} faults`)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await target.stop()
}
