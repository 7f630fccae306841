/** Makes the cases of a request member from what it is: each wrong type, and below, at and above each limit. */

export const MISSING = Symbol('missing')

export interface InputCase {
  readonly value: unknown
  /** The rule that an error has to name; null where the value has to be taken. */
  readonly rule: string | null
  /** Where within the member the error is, for example `[0].video`. */
  readonly at?: string
}

export type MemberCases = readonly InputCase[]

const OBJECTS = [null, [], {}]

const refused = (rule: string, values: readonly unknown[]): MemberCases =>
  values.map((value) => ({ value, rule }))
const taken = (values: readonly unknown[]): MemberCases => values.map((value) => ({ value, rule: null }))
const required = (rule: string): InputCase => ({ value: MISSING, rule: `is required: ${rule}` })

/** May be left out, or null. */
export function optional(cases: MemberCases): MemberCases {
  return [...taken([MISSING, null]), ...cases.filter(({ value }) => value !== MISSING && value !== null)]
}

const notText = (): MemberCases => [
  required('must be a string'),
  ...refused('must be a string', [...OBJECTS, 5, 0, true]),
]

/** One code point each, though more bytes, UTF-16 units or glyphs. */
const LETTERS = ['x', '放', '😀', '\u0301']

/** Text of `min` to `max` code points. */
export function text(
  min: number,
  max: number,
  rule: { below: string; above: string } | string = `must have ${min} to ${max} characters`,
): MemberCases {
  const { below, above } = typeof rule === 'string' ? { below: rule, above: rule } : rule
  return [
    ...notText(),
    ...(min > 0 ? refused(below, ['x'.repeat(min - 1)]) : []),
    ...taken(LETTERS.map((letter) => letter.repeat(min))),
    ...taken(LETTERS.map((letter) => letter.repeat(max))),
    // A family of five people is one glyph of nine code points.
    ...refused(
      above,
      LETTERS.map((letter) => letter.repeat(max + 1)),
    ),
    ...refused(above, ['👩‍👩‍👧‍👦‍👦'.repeat(Math.ceil(max / 9) + 1)]),
  ]
}

/** An id; `known` is one that is taken. */
export function id(known: string): MemberCases {
  return [...notText(), ...refused('must not be empty', ['']), ...taken([known])]
}

export function integer(min: number, max: number): MemberCases {
  const rule = `must be an integer from ${min} to ${max}`
  return [
    required(rule),
    ...refused(rule, [...OBJECTS, String(min), true, min + 0.5, min - 1, -1e300]),
    ...refused(rule, max === Number.MAX_SAFE_INTEGER ? [2 ** 53, 1e300] : [max + 1]),
  ]
}

/** As `integer`, with the limits themselves being taken. */
export function anyInteger(min: number, max: number): MemberCases {
  return [...integer(min, max), ...taken([min, max])]
}

function number(min: number, max: number): MemberCases {
  const rule = `must be a number from ${min} to ${max}`
  return [
    required(rule),
    ...refused(rule, [...OBJECTS, String(min), true, min - 0.01, max + 0.01]),
    ...taken([min, max]),
  ]
}

export function flag(): MemberCases {
  const rule = 'must be true or false'
  return [required(rule), ...refused(rule, [...OBJECTS, 0, 1, 'true', '']), ...taken([true, false])]
}

export function oneOf(values: readonly string[]): MemberCases {
  const rule = `must be one of ${values.join(', ')}`
  return [...refused(rule, [...OBJECTS, 5, '', values[0]?.toUpperCase(), 'constructor']), ...taken(values)]
}

export function email(): MemberCases {
  const wrong = ['', 'ann', '@', 'a@', '@b', 'a b@c', 'a@b c', 'a@b@c', 'a@.b', 'a@b.', 'a@b..c', '<a@b>']
  return [
    ...notText(),
    ...refused('must be an e-mail address', wrong),
    ...refused('must be at most 254 characters', [`${'a'.repeat(250)}@b.cc`]),
    ...taken([`${'a'.repeat(249)}@b.cc`, 'a@b', 'ünï@放送.example', "o'neil+x@b-c.d"]),
  ]
}

/** Of a user who is new. */
export function newEmail(): MemberCases {
  const wrong = ['a..b@c.d', '.a@b.c', 'a.@b.c', 'a@-b.c', 'a@b.-c', 'a@b-.c']
  return [...email(), ...refused('must be an e-mail address', wrong), ...taken(['a.b.c@d-e.f'])]
}

/**
 * A date and time of the form `Y/m/d H:i:s`.
 * @param known some that are taken
 */
export function dateTime(known: readonly string[]): MemberCases {
  const rule = 'must be a date and time of the form YYYY/MM/DD HH:MM:SS, from 1970 to 9998'
  const impossible = ['2026/02/30', '2027/02/29', '2100/02/29', '2026/04/31', '2026/13/01', '2026/00/10']
  const malformed = ['', '2026/3/1 10:00:00', '2026-03-01 10:00:00', '2026/03/01T10:00:00', '2026/03/01']
  const spaced = [
    ' 2026/03/01 10:00:00',
    '2026/03/01 10:00:00 ',
    '2026/03/01 10:00:00\n',
    '2026/03/01  10:00:00',
  ]
  const offset = [
    '2026/03/01 10:00:00Z',
    '2026/03/01 10:00:00+09:00',
    '2026/03/01 10:00:00.5',
    '２０２６/03/01 10:00:00',
  ]
  return [
    required(rule),
    ...refused(rule, [...OBJECTS, 5, true, 1_772_000_000_000]),
    ...refused(rule, [...malformed, ...spaced, ...offset]),
    ...refused(
      rule,
      [...impossible, '2026/01/00', '2026/01/32', '1969/12/31', '9999/01/01', '0000/01/01'].map(
        (day) => `${day} 10:00:00`,
      ),
    ),
    ...refused(
      rule,
      ['24:00:00', '10:60:00', '10:00:60', '-1:00:00', '99:99:99'].map((time) => `2026/03/01 ${time}`),
    ),
    ...taken(known),
  ]
}

/** Cases of a member of an object, put into the object. */
function within(object: Readonly<Record<string, unknown>>, member: string, cases: MemberCases): MemberCases {
  return cases.map(({ value, rule, at = '' }) => ({
    value: withMember(object, member, value),
    rule,
    at: `.${member}${at}`,
  }))
}

export function withMember(
  object: Readonly<Record<string, unknown>>,
  member: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { [member]: _, ...others } = object
  return value === MISSING ? others : { ...object, [member]: value }
}

const VIDEO = { width: 640, height: 360, fps: 30, bps: 800_000 }
const RENDITION = { durationSeconds: 2, startTimeOffset: -2, video: VIDEO, audio: { bps: 96_000 } }
const inVideo = (member: string, cases: MemberCases) =>
  within(RENDITION, 'video', within(VIDEO, member, cases))
const notObject = (values: readonly unknown[] = [null, 5, 'x', true]) => refused('must be an object', values)

/** One rendition. */
function rendition(): MemberCases {
  return [
    ...notObject(),
    ...within(RENDITION, 'durationSeconds', number(0.5, 60)),
    ...within(RENDITION, 'startTimeOffset', [
      required('must be a finite number'),
      ...refused('must be a finite number', [...OBJECTS, '-2', true]),
      ...taken([0, -2.5, 1e9]),
    ]),
    ...within(RENDITION, 'video', optional(notObject())),
    ...inVideo('width', anyInteger(160, 4096)),
    ...inVideo('height', anyInteger(160, 4096)),
    ...inVideo('fps', anyInteger(3, 60)),
    ...inVideo('bps', anyInteger(15_000, 15_000_000)),
    ...inVideo('codec', optional(oneOf(['h264_high', 'h264_main', 'h264_baseline']))),
    ...within(RENDITION, 'audio', optional(notObject())),
    ...within(RENDITION, 'audio', within({}, 'bps', optional(anyInteger(32_000, 320_000)))),
    ...within(RENDITION, 'archive', optional(notObject())),
    ...within(
      RENDITION,
      'archive',
      within({}, 'archive_destination_id', [...notText(), ...refused('must not be empty', [''])]),
    ),
    ...refused('must have video, audio or both', [
      { durationSeconds: 2, startTimeOffset: -2 },
      { durationSeconds: 2, startTimeOffset: -2, video: null, audio: null },
    ]),
    { value: { ...RENDITION, video: undefined }, rule: null },
    { value: { ...RENDITION, audio: undefined }, rule: null },
  ]
}

/** `service_params`, which may be empty. */
export function renditions(): MemberCases {
  const rule = 'must be an array of renditions'
  return [
    required(rule),
    ...refused(rule, [null, {}, 5, 'x', true]),
    ...refused('must have at most 16 renditions', [Array.from({ length: 17 }, () => RENDITION)]),
    ...taken([[], Array.from({ length: 16 }, () => RENDITION)]),
    ...rendition().map(({ value, rule: broken, at = '' }) => ({
      value: [RENDITION, value],
      rule: broken,
      at: `[1]${at}`,
    })),
  ]
}
