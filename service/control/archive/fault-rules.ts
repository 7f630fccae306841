/** What a fault of an upload means for what is tried next. Pure. */
import { OUTSIDE_FOLDERS, mayPass } from '../../contract/store-fault.ts'
import type { StoreFault, StoreFaultKind } from '../../contract/store-fault.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

/**
 * `destination`: every upload there would meet it. `file`: this one object is tried anew. `copy`: what would
 * be uploaded is not there any more.
 */
export type FaultReach = 'destination' | 'file' | 'copy'

const REACH: Readonly<Record<StoreFaultKind, FaultReach>> = {
  dns: 'destination',
  blocked: 'destination',
  refused: 'destination',
  tls: 'destination',
  timeout: 'destination',
  interrupted: 'destination',
  credentials: 'destination',
  'clock-skew': 'destination',
  forbidden: 'destination',
  'no-bucket': 'destination',
  'no-folder': 'destination',
  'not-found': 'file',
  busy: 'destination',
  full: 'destination',
  damaged: 'file',
  'refused-request': 'destination',
  local: 'copy',
}

/** So many failures of one file in a row are the destination's. */
const FILE_FAILURES = 5

/** So often what may pass is waited for: some minutes. */
const LOCAL_FAILURES = 10

/** @param failures of the file in a row, this one included */
export function reachOf(fault: StoreFault, failures: number): FaultReach {
  if (mayPass(fault) && failures < LOCAL_FAILURES) return 'file'
  const reach = REACH[fault.kind]
  return reach === 'file' && failures >= FILE_FAILURES ? 'destination' : reach
}

/** A store may answer so for one object and take others: for its name, its size, or what it has of it already. */
const OF_ONE_OBJECT: readonly StoreFaultKind[] = [
  'forbidden',
  'full',
  'not-found',
  'damaged',
  'refused-request',
]

/** Whether another file may be stored where this one was not: it is tried first. */
export const mayBeOfOneObject = ({ kind, code }: StoreFault) =>
  OF_ONE_OBJECT.includes(kind) && code !== OUTSIDE_FOLDERS

/** Only a person can mend these: the event comes at once, and tries are fewer. */
const NEEDS_A_PERSON: readonly StoreFaultKind[] = [
  'blocked',
  'credentials',
  'forbidden',
  'no-bucket',
  'no-folder',
]

export const needsAPerson = ({ kind }: StoreFault) => NEEDS_A_PERSON.includes(kind)

const SECOND: Milliseconds = 1000
const MINUTE: Milliseconds = 60 * SECOND
/** Trouble that time may mend makes an event when it lasts this long. */
export const TOLD_AFTER: Milliseconds = 15 * MINUTE
/** The longest pause that a store may ask for. */
const LONGEST_ASKED: Milliseconds = 60 * MINUTE
/** No pause is longer: a later time was written before the clock was set back. */
export const LONGEST_PAUSE: Milliseconds = 2 * LONGEST_ASKED

/** Whether what waits until then is to be tried now; see LONGEST_PAUSE. */
export function isDue(at: EpochMilliseconds, now: EpochMilliseconds): boolean {
  return at <= now || at > now + LONGEST_PAUSE
}

interface Pauses {
  readonly first: Milliseconds
  readonly longest: Milliseconds
}
const USUAL: Pauses = { first: 5 * SECOND, longest: 10 * MINUTE }
const FOR_A_PERSON: Pauses = { first: 30 * SECOND, longest: 30 * MINUTE }
/** Faults of one file (also behind those of its destination), of sealing, and of the archive process itself. */
const OWN: Pauses = { first: SECOND, longest: 10 * MINUTE }

/**
 * Pause before a destination is tried again: doubling, spread by a quarter.
 * @param failures in a row, this one included
 * @param random from 0 to 1
 */
export function destinationPause(fault: StoreFault, failures: number, random: number): Milliseconds {
  const asked = fault.kind === 'busy' ? Math.min(LONGEST_ASKED, fault.retryAfterMs ?? 0) : 0
  return Math.max(asked, doubled(needsAPerson(fault) ? FOR_A_PERSON : USUAL, failures, random))
}

/** Pause before a recording itself is tried again; as above. */
export function ownPause(failures: number, random: number): Milliseconds {
  return doubled(OWN, failures, random)
}

function doubled({ first, longest }: Pauses, failures: number, random: number): Milliseconds {
  const pause = Math.min(longest, first * 2 ** (failures - 1))
  return Math.round(pause * (0.75 + random / 2))
}

/** True for a fault, false for what the caller wanted to find. */
export function isFault(found: object): found is StoreFault {
  return 'retryAfterMs' in found
}

export function faultOfThisMachine(
  kind: 'local' | 'forbidden' | 'credentials' | 'interrupted' | 'refused-request',
  message: string,
  code = '',
): StoreFault {
  return { kind, status: null, code, message, retryAfterMs: null }
}
