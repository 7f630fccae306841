/** What can go wrong between us and a store, told apart by what a person can do about it. */
export const STORE_FAULTS = {
  dns: 'The name of the store is not known.',
  blocked: 'The store has an address that this system may not reach.',
  refused: 'Nothing listens at the address of the store.',
  tls: 'The store could not prove who it is.',
  timeout: 'The store did not answer in time.',
  interrupted: 'The connection to the store broke.',
  credentials: 'The store does not accept the credentials.',
  'clock-skew': 'The clocks of this machine and of the store differ too much.',
  forbidden: 'The credentials are good, but do not allow this.',
  'no-bucket': 'The bucket or container does not exist.',
  'no-folder': 'The folder is missing and cannot be made.',
  'not-found': 'The object does not exist.',
  busy: 'The store asks to slow down, or is failing.',
  full: 'The store has no room.',
  damaged: 'The store has other bytes than were sent.',
  'refused-request': 'The store refused the request.',
  /** Of this machine: the local copy is missing, shorter or changed. */
  local: 'The local copy cannot be read.',
} as const
export type StoreFaultKind = keyof typeof STORE_FAULTS

/** The file system's words for what may pass: another program's lock, too many open files, a share that is away. */
const MAY_PASS: readonly string[] =
  'EACCES EAGAIN EBUSY EIO EMFILE ENFILE ENOMEM EPERM ESTALE ETIMEDOUT'.split(' ')

/** Whether a local copy that cannot be read may be read later. */
export function mayPass({ kind, code }: Pick<StoreFault, 'kind' | 'code'>): boolean {
  return kind === 'local' && MAY_PASS.includes(code)
}

/** Code of a fault `forbidden`: nobody allows the folder any more. */
export const OUTSIDE_FOLDERS = 'OUTSIDE_FOLDERS'

export interface StoreFault {
  readonly kind: StoreFaultKind
  /** HTTP status; null where none came. */
  readonly status: number | null
  /** The store's own code, such as `SignatureDoesNotMatch`, at most 64 characters; empty where it gave none. */
  readonly code: string
  /** In our words, at most 1,000 characters: none of whoever answers at that address, and no secret. */
  readonly message: string
  /** When the store asks to come again, milliseconds from then; null where it does not say. */
  readonly retryAfterMs: number | null
}
