/**
 * Seals the recording of the folder it is given and says what that took; a process that is asked to has
 * started long before.
 */
import { sealRecording } from '../../../service/media/archive/seal/seal.ts'
import { peakMegabytes } from '../processes.ts'

const before = process.cpuUsage()
const from = performance.now()
await sealRecording(process.argv[2] ?? '')
const { user, system } = process.cpuUsage(before)
console.log(
  JSON.stringify({
    wall: (performance.now() - from) / 1000,
    cpu: (user + system) / 1e6,
    megabytes: peakMegabytes(process.pid),
  }),
)
