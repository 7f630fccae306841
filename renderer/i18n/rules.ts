/** The rules of the APIs, which come in English, in the language of the console. */
import type { TFunction } from 'i18next'

type Translate = (t: TFunction, match: RegExpMatchArray) => string

const RULES: readonly (readonly [RegExp, Translate])[] = [
  [/^must be an integer from (\S+) to (\S+)$/, (t, m) => t('rule.integer', range(m))],
  [/^must be a number from (\S+) to (\S+)$/, (t, m) => t('rule.number', range(m))],
  [/^must be a finite number$/, (t) => t('rule.finite')],
  [/^must have video, audio or both$/, (t) => t('rule.videoOrAudio')],
  [/^must be a non-empty array of renditions$/, (t) => t('rule.renditions')],
  [/^must have at most (\d+) renditions$/, (t, m) => t('rule.maxRenditions', { max: m[1] ?? '' })],
  [/^must be an http or https URL/, (t) => t('rule.url')],
  [/^must be an https URL/, (t) => t('rule.httpsUrl')],
  [/^must be one of (.+)$/, (t, m) => t('rule.oneOf', { values: m[1] ?? '' })],
  [/^must (?:have|be) at most (\d+) characters$/, (t, m) => t('rule.maxCharacters', { max: m[1] ?? '' })],
  [/^must have (\d+) to (\d+) characters$/, (t, m) => t('rule.characters', range(m))],
  [/^must have 1 to 40 characters, each one of a to z/, (t) => t('catcher.nameRule')],
  [/^must be an e-mail address$/, (t) => t('rule.email')],
  [/^must name a bucket of 3 to 63 .*underscores/, (t) => t('destinations.rule.bucketGs')],
  [/^must name a bucket of 3 to 63/, (t) => t('destinations.rule.bucket')],
  [/^must name a container of 3 to 63/, (t) => t('destinations.rule.container')],
  [/^must be s3:\/\/<bucket>/, (t) => t('destinations.rule.scheme')],
  [/^must not have control characters or backslashes$/, (t) => t('destinations.rule.controls')],
  [/^must not have control characters$/, (t) => t('destinations.rule.secretControls')],
  [/^must be file:\/\/\/ and an absolute path/, (t) => t('destinations.rule.absolute')],
  [/^must name a folder$/, (t) => t('rule.needed')],
  [/^must not have a query or a fragment$/, (t) => t('destinations.rule.query')],
  [/^must not have a user name or password$/, (t) => t('destinations.rule.user')],
  [/^must not have two slashes side by side/, (t) => t('destinations.rule.slashes')],
  [/^must not have \. or \.\. in its path$/, (t) => t('destinations.rule.dots')],
  [/^must have a path of at most (\d+) bytes$/, (t, m) => t('destinations.rule.bytes', { max: m[1] ?? '' })],
  [/^must have % before two hexadecimal digits/, (t) => t('destinations.rule.percent')],
  [/^must have letters, digits, dots, hyphens and underscores/, (t) => t('destinations.rule.region')],
  [/^must be printable ASCII without/, (t) => t('destinations.rule.keyId')],
  [/^must have 3 to 24 lower-case letters and digits$/, (t) => t('destinations.rule.account')],
  [/^must be base64$/, (t) => t('destinations.rule.base64')],
  [/^must hold a JSON object/, (t) => t('destinations.rule.credential')],
  [/^must be the id of an archive destination/, (t) => t('destinations.unknown')],
  [/^must be later than start_datetime$/, (t) => t('schedules.form.rule.later')],
  [/^must be a date and time of the form YYYY/, (t) => t('schedules.form.rule.dateTime')],
  [/^must differ from other snapshots$/, (t) => t('settings.data.taken')],
  [/^is required for /, (t) => t('rule.needed')],
  [/^(must not be empty|must be a non-empty string|must be a string)$/, (t) => t('rule.needed')],
]

function range(match: RegExpMatchArray) {
  const text = (n: string | undefined) => (n ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return { min: text(match[1]), max: text(match[2]) }
}

/** A rule in the language of the console; one that is not known here stays as the API wrote it. */
export function ruleText(t: TFunction, rule: string): string {
  for (const [pattern, translate] of RULES) {
    const match = rule.match(pattern)
    if (match) return translate(t, match)
  }
  return rule
}
