import { createHash, randomBytes } from 'node:crypto'

/** Credentials that a service is started with where it would not know its own: of a state that it takes over. */
export interface KnownCredentials {
  readonly args: readonly string[]
  /** Secrets are in no list of processes. */
  readonly env: Readonly<Record<string, string>>
}

/** @param seed what they follow from; otherwise they are random */
export function knownCredentials(seed: string | undefined): KnownCredentials {
  const bytes =
    seed === undefined ? randomBytes(32) : createHash('sha256').update(`credentials ${seed}`).digest()
  const text = bytes.toString('hex')
  const further = createHash('sha256').update(`password ${text}`).digest('hex')
  return {
    args: ['--email', 'master@airdesk.local'],
    env: {
      // How long a password has to be, the state says.
      AIRDESK_TAKE_OVER: text.slice(0, 7) + further,
      AIRDESK_ACCESS_CODE: text.slice(7, 19),
      AIRDESK_ACCESS_TOKEN: text.slice(19),
    },
  }
}
