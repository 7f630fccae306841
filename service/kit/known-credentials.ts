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
  return {
    args: ['--email', 'master@airdesk.local'],
    env: {
      AIRDESK_PASSWORD: text.slice(0, 7),
      AIRDESK_ACCESS_CODE: text.slice(7, 19),
      AIRDESK_ACCESS_TOKEN: text.slice(19),
    },
  }
}
