import type { hash, verify } from '@node-rs/argon2'
import { Turns } from '../../platform/turns.ts'

/** argon2id parameters; 19 MiB and 2 passes (OWASP's recommendation). */
export interface HashCost {
  readonly memoryKiB: number
  readonly passes: number
}
const COST: HashCost = { memoryKiB: 19_456, passes: 2 }

/**
 * Hashes at the same time: each takes its memory and one of the four threads that files and names are read by too.
 */
export const HASHES_AT_ONCE = 2

/** Hashes what people remember: passwords and access codes. Runs on threads, not on the event loop. */
export interface PasswordHasher {
  /** A PHC string, which names its own parameters. */
  hash(plain: string): Promise<string>
  /** False also for a hash that can't be read. */
  verify(phc: string, plain: string): Promise<boolean>
}

/** Loaded when it is first needed: most starts are over before. */
const ARGON2 = {
  hash: async (...given: Parameters<typeof hash>) => (await import('@node-rs/argon2')).hash(...given),
  verify: async (...given: Parameters<typeof verify>) => (await import('@node-rs/argon2')).verify(...given),
}

/** The same password typed on another machine may come composed otherwise (RFC 8265 4.2). */
const normalized = (plain: string) => plain.normalize('NFC')

/** @param cost tests use a lower one @param argon2 tests count its calls */
export function passwordHasher(cost: HashCost = COST, argon2 = ARGON2): PasswordHasher {
  const turns = new Turns(HASHES_AT_ONCE)
  const options = { memoryCost: cost.memoryKiB, timeCost: cost.passes, parallelism: 1 }
  return {
    hash: (plain) => turns.take(() => argon2.hash(normalized(plain), options)),
    verify: (phc, plain) => turns.take(() => argon2.verify(phc, normalized(plain))).catch(() => false),
  }
}
