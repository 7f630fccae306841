import { hash, verify } from '@node-rs/argon2'

/** argon2id parameters; 19 MiB and 2 passes (OWASP's recommendation). */
export interface HashCost {
  readonly memoryKiB: number
  readonly passes: number
}
const COST: HashCost = { memoryKiB: 19_456, passes: 2 }

/** Hashes what people remember: passwords and access codes. Runs on threads, not on the event loop. */
export interface PasswordHasher {
  /** A PHC string, which names its own parameters. */
  hash(plain: string): Promise<string>
  /** False also for a hash that can't be read. */
  verify(phc: string, plain: string): Promise<boolean>
}

/** The same password typed on another machine may come composed otherwise (RFC 8265 4.2). */
const normalized = (plain: string) => plain.normalize('NFC')

/** @param cost tests use a lower one */
export function passwordHasher(cost: HashCost = COST): PasswordHasher {
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  return {
    hash: (plain) => hash(normalized(plain), options),
    verify: (phc, plain) => verify(phc, normalized(plain)).catch(() => false),
  }
}
