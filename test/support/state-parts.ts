/** What keeps and resets the state, on a real database and real files. */
import type { StateView } from '../../service/contract/console/state.ts'
import type { ConsoleParts } from '../../service/control/api/console/console-parts.ts'
import { secretHash } from '../../service/control/identity/secret-hash.ts'
import { Resets } from '../../service/control/state/resets.ts'
import { StateDesk } from '../../service/control/state/state-desk.ts'
import { stateFiles } from '../../service/control/store/state-file.ts'
import { secretBox } from '../../service/platform/secrets/secret-box.ts'
import type { Quotas } from '../../service/control/system/quotas.ts'
import { unaudited } from './audit.ts'
import { MIGRATIONS_DIRECTORY } from './database.ts'
import type { ManualClock } from './manual-clock.ts'
import type { OptionDomain } from './option-domain.ts'

/** Nothing is recorded, sent or logged here. */
const NOTHING_FINISHED = { countFinished: () => 0, clearFinished: () => Promise.resolve(0) }

export function statePartsOf(
  { database, identity, channels, schedules, chat }: OptionDomain,
  options: {
    readonly clock: ManualClock
    readonly dataDir: string
    readonly onAir: () => StateView['onAir']
    readonly quotas: Pick<Quotas, 'beginExport'>
  },
): Pick<ConsoleParts, 'state' | 'resets' | 'asking'> {
  const { clock, dataDir, onAir, quotas } = options
  const state = new StateDesk({
    ...{ dataDir, clock, onAir, quotas, audit: unaudited },
    files: stateFiles(database, MIGRATIONS_DIRECTORY, dataDir),
    box: secretBox(null),
    ports: () => ({}),
    folders: () => [],
    freeBytes: () => Infinity,
    restart: () => undefined,
  })
  const resets = new Resets({
    ...{ chat, schedules, channels, users: identity.users },
    recordings: NOTHING_FINISHED,
    incidents: { countOver: () => 0, clear: () => 0 },
    webhooks: NOTHING_FINISHED,
    catchers: { list: () => [], clear: () => 0 },
    requests: { clear: () => Promise.resolve(0) },
    onAir: () => onAir().channels,
    keep: (systemId) => state.saveBeforeReset(systemId),
    onlySystem: () => false,
  })
  return {
    state,
    resets,
    asking(hashed, user) {
      const token = identity.store.loginTokens.find(secretHash(hashed))
      if (!token) throw new Error('nobody is signed in')
      return { token, user }
    },
  }
}
