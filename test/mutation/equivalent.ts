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
  {
    file: 'service/control/api/http/server.ts',
    what: "always the second: typeof body === 'string'",
    why: 'The parser of bodies is asked for buffers; the type knows both.',
  },
  {
    file: 'service/control/api/http/server.ts',
    what: "always the first: typeof body === 'string'",
    why: 'The parser of bodies is asked for buffers; a copy of one is no other.',
  },
  {
    file: 'service/control/api/http/server.ts',
    what: 'not called: next()',
    why: 'The answer was sent before; it stands in the log at level debug.',
  },
  {
    file: 'service/control/api/http/server.ts',
    what: "without 'PUT': ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']",
    why: 'No endpoint has PUT today.',
  },
  {
    file: 'service/control/api/option/server.ts',
    what: 'turned: overrideExisting: true',
    why: 'The framework would warn the developer once, and do the same.',
  },
  {
    file: 'service/control/channel/channels.ts',
    what: "not called: logger.error({ err: error, channelId }, 'the broadcasts of a deleted channel could not be closed')",
    why: 'A line of the log.',
  },
  {
    file: 'service/control/identity/sessions.ts',
    what: 'without the left side: user && this.#systems.find(user.systemId)',
    why: 'Sessions go with their user: the database holds that.',
  },
  {
    file: 'service/control/identity/sessions.ts',
    what: 'without the right side: !user || !system',
    why: 'The system of a user is there: the database holds that.',
  },
  {
    file: 'service/control/identity/login.ts',
    what: 'without the right side: user && system',
    why: 'The system of a user is there: the database holds that.',
  },
  {
    file: 'service/control/identity/login.ts',
    what: 'without the left side: user && system',
    why: 'Nobody has no system.',
  },
  {
    file: 'service/control/identity/login.ts',
    what: 'without the left side: user && system && password',
    why: 'The password of nobody is a random secret, which nobody knows.',
  },
  {
    file: 'service/control/system/zoned-time.ts',
    what: 'never: texts.size >= MAX_TEXTS',
    why: 'It bounds memory; what is forgotten is made again.',
  },
]

export const isEquivalent = ({ file, what }: Mutant): boolean =>
  EQUIVALENT.some((one) => file.endsWith(one.file) && what === one.what)
