/** A live broadcast becomes recordings in stores of all four kinds. */
import { archiveTargets } from '../support/storage/archive-targets.ts'
import { describeRecordings } from '../support/storage/recordings-contract.ts'

describeRecordings(archiveTargets)
