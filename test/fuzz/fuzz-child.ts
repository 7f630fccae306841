/** The process of one target; `run.ts` starts it. */
import type { FuzzOptions } from './fuzz-target.ts'
import type { Said } from './run.ts'
import { findTarget } from './targets.ts'

const { name, ...options } = JSON.parse(process.argv[2] ?? '') as FuzzOptions & { name: string }
const say = (said: Said) => new Promise<void>((resolve) => process.send?.(said, () => resolve()))

const target = await findTarget(name)
const result = await target.run({ ...options, onProgress: (done) => void say({ done }) })
await say({ result })
// What is attacked may leave timers and native threads behind.
process.exit()
