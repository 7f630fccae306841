import type { Mutant } from './mutants.ts'

/** Changes that no caller of the APIs can tell, each with the reason; they do not count. */
const EQUIVALENT: readonly { readonly file: string; readonly what: string; readonly why: string }[] = [
  {
    file: 'service/control/api/http/server.ts',
    what: String.raw`any end: /^https?:\/\/([^/?]*)(.*)$/i`,
    why: 'A target has no line end, so `.*` goes to its end anyway.',
  },
  {
    file: 'service/control/api/http/server.ts',
    what: "without the right side: typeof body === 'object' && body !== null",
    why: 'A request without a body has undefined, and no parser gives null.',
  },
]

export const isEquivalent = ({ file, what }: Mutant): boolean =>
  EQUIVALENT.some((one) => file.endsWith(one.file) && what === one.what)
