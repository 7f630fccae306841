import fc from 'fast-check'

/** Parts of paths that lead elsewhere, or that some system reads in its own way. */
const PARTS = [
  ...[
    '..',
    '.',
    '',
    '...',
    '....',
    '%2e%2e',
    '%2f',
    '%00',
    '..%5c',
    '..\\',
    '\\',
    'C:',
    'CON',
    'aux',
    '~',
    '-rf',
  ],
  ...[
    '\0',
    'a\0b',
    '\n',
    '\x1b[31m',
    '\u202e',
    '\ud800',
    '\u2028',
    '\u2024\u2024',
    '\uff0e\uff0e',
    'a.part',
    '.part',
  ],
  ...[
    'etc',
    'passwd',
    'secrets.key',
    'data',
    'spool',
    'tls',
    'archive',
    'link',
    'out',
    'recording.mp4',
    '*',
    '$HOME',
  ],
]

/** One part of a path. */
const hostilePart = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PARTS) },
  { weight: 2, arbitrary: fc.constantFrom('a', 'b', 'shows', '000000.m4s', 'r0') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('a', '.', '%', 'é').map((one) => one.repeat(300)) },
)

/** Some of them behind each other. */
export const hostilePath = fc
  .array(hostilePart, { minLength: 1, maxLength: 6 })
  .chain((parts) => fc.constantFrom('/', '/', '/', '//', '\\').map((between) => parts.join(between)))
