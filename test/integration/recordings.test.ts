/** A live broadcast becomes recordings in a real store; in all of them every night. */
import { oneTarget } from '../support/storage/archive-targets.ts'
import { describeRecordings } from '../support/storage/recordings-contract.ts'

describeRecordings(async () => [await oneTarget()])
