/** A live broadcast goes to a real store and to a folder; to all of them every night. */
import { folderTarget, oneTarget } from '../support/storage/archive-targets.ts'
import { describePublishing } from '../support/storage/publishing-contract.ts'

describePublishing(() => Promise.all([oneTarget(), folderTarget()]))
