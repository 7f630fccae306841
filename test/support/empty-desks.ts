/** What the console is shown where nothing is recorded: a system without recordings and destinations. */
import type { DestinationDesk, RecordingDesk } from '../../service/control/archive/archive-desks.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'

function none(): never {
  throw refusal('NOT_FOUND')
}

export const emptyRecordingDesk: RecordingDesk = {
  list: () => ({ recordings: [], before: null }),
  find: () => null,
  retry: none,
  play: none,
  delete: none,
}

export const emptyDestinationDesk: DestinationDesk = {
  views: () => ({ destinations: [] }),
  beginTest: none,
  beginSavedTest: none,
  changeCredentials: none,
  test: () => null,
  localFolder: none,
}
