/** Refusals and rules, which come as data, in the language of the console. */
import type { TFunction } from 'i18next'
import { carried, ruleOf } from '../../../service/contract/refusal/carried.ts'
import type { RefusalData } from '../../../service/contract/refusal/refusal.ts'
import type { RefusalCode } from '../../../service/contract/refusal/refusals.ts'
import type { BrokenRule, Problem, RuleId } from '../../../service/contract/refusal/rules.ts'

/** The tables of rules and refusals say which values a text has; i18next would go by the text itself. */
const wording = (t: TFunction) =>
  t as unknown as (key: `rule.${RuleId}` | `refusal.${RefusalCode}`, values: object) => string

/** A rule, as it stands at a field. */
export function ruleText(t: TFunction, { rule, values }: BrokenRule): string {
  return wording(t)(`rule.${rule}`, words(t, values))
}

/** The same of a rule that a schema's issue carries, or a form keeps. */
export function carriedText(t: TFunction, message: string): string {
  return ruleText(t, ruleOf({ message }))
}

/** The rules of problems by path, as forms keep them. */
export function byPath(problems: readonly Problem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ path, ...broken }) => [path, carried(broken)]))
}

/** Whose sentence says what is wrong with which member, in the words of the console. */
const SAYS_ALL: ReadonlySet<RefusalCode> = new Set(['NOT_FOUND', 'EMAIL_TAKEN'])

/** A refusal in whole sentences; one of a request with wrong members names them. */
export function refusalText(t: TFunction, refusal: RefusalData): string {
  if (refusal.problems.length > 0 && !SAYS_ALL.has(refusal.code)) return problemsText(t, refusal.problems)
  return wording(t)(`refusal.${refusal.code}`, wordsOf(t, refusal))
}

function problemsText(t: TFunction, problems: readonly Problem[]): string {
  const members = problems.map((broken) => `${broken.path} (${ruleText(t, broken)})`)
  return t('error.members', { members: members.join(t('common.listSeparator')) })
}

/** What counts more than one thing has a text for each. */
function wordsOf(t: TFunction, refusal: RefusalData): Record<string, string> {
  if (refusal.code === 'ON_AIR') {
    const { channels, others } = refusal.values
    const theirs = others > 0 ? [t('error.othersOnAir', { count: others })] : []
    return words(t, { channels: [...channels, ...theirs] })
  }
  if (refusal.code === 'QUOTA_REACHED') {
    const { what, limit } = refusal.values
    return words(t, { what: t(`settings.quotas.counted.${what}`), limit })
  }
  if (refusal.code === 'DESTINATION_IN_USE') {
    const { channels, recordings } = refusal.values
    const reasons = [
      ...(channels > 0 ? [t('destinations.inUse', { count: channels })] : []),
      ...(recordings > 0 ? [t('destinations.inUseRecordings', { count: recordings })] : []),
    ]
    return { reasons: reasons.join(t('common.sentenceSeparator')) }
  }
  return words(t, refusal.values)
}

const NUMBER = new Intl.NumberFormat('en')

/** Numbers with separators, lists joined; Japanese writes numbers as English does. */
function words(t: TFunction, values: object): Record<string, string> {
  const text = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(text).join(t('common.listSeparator'))
    return typeof value === 'number' ? NUMBER.format(value) : String(value)
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, text(value)]))
}
