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
  [/^must be an e-mail address$/, (t) => t('rule.email')],
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
