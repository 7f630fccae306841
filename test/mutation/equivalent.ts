import type { Mutant } from './mutants.ts'

/** Changes that no caller of the APIs can tell, each with the reason; they do not count. */
const EQUIVALENT: readonly { readonly file: string; readonly what: string; readonly why: string }[] = []

export const isEquivalent = ({ file, what }: Mutant): boolean =>
  EQUIVALENT.some((one) => file.endsWith(one.file) && what === one.what)
