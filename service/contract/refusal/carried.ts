/**
 * Schemas of zod hand one string through for each issue, so a rule of the table travels in it: `breaks`
 * writes it, `brokenRule` reads it. Nobody else knows the form.
 */
import type { z } from 'zod'
import { rule, wordsOf } from './rules.ts'
import type { BrokenRule, Problem, RuleId, SimpleBrokenRule } from './rules.ts'

const MARK = 'rule:'

/** A rule of the table, for a schema in the place of an error's message. */
export function breaks<Id extends RuleId>(...given: Parameters<typeof rule<Id>>): string {
  return carried(rule(...given))
}

/** A rule that is at hand already, in the same place. */
export function carried(broken: BrokenRule): string {
  return MARK + JSON.stringify(broken)
}

/** The rule that an issue's message carries; null where zod speaks for itself. */
function brokenRule(text: string): BrokenRule | null {
  return text.startsWith(MARK) ? (JSON.parse(text.slice(MARK.length)) as BrokenRule) : null
}

/** The rule that an issue breaks. */
export function ruleOf({ message }: Pick<z.core.$ZodIssue, 'message'>): BrokenRule {
  return brokenRule(message) ?? rule('invalid')
}

/** An issue in English: by its rule, else in zod's own words. For logs and the command line. */
export function issueWords({ message }: Pick<z.core.$ZodIssue, 'message'>): string {
  const broken = brokenRule(message)
  return broken ? wordsOf(broken) : message
}

/** More are not listed: a caller who gets this many has sent something else altogether. */
const MAX_PROBLEMS = 50

/**
 * Each wrong member with the first rule it breaks. The parse must have run with `reportInput`, else a
 * missing member reads like a wrong one.
 */
export function problemsOf({ issues }: Pick<z.ZodError, 'issues'>): Problem[] {
  const byPath = new Map<string, Problem>()
  for (const issue of issues) {
    const broken = ruleOf(issue)
    // Strict schemas tell of members that they do not know at the object that has them.
    if (issue.code === 'unrecognized_keys' && broken.rule === 'unknownMember') {
      for (const key of issue.keys) {
        const path = memberPath([...issue.path, key])
        byPath.set(path, { path, ...broken })
      }
      continue
    }
    const path = memberPath(issue.path)
    const missing = 'input' in issue && issue.input === undefined
    // What has the wrong type can break further rules by chance, as an empty array that of a string's length.
    if (!byPath.has(path)) byPath.set(path, { path, ...(missing ? required(broken) : broken) })
    if (byPath.size >= MAX_PROBLEMS) break
  }
  return [...byPath.values()].slice(0, MAX_PROBLEMS)
}

/** Schemas say what a member must be; that it must be there is said here alone. */
const required = (of: BrokenRule): BrokenRule => rule('required', { of: of as SimpleBrokenRule })

/** `['hls', 0, 'video', 'width']` as `hls[0].video.width`. */
export function memberPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '')
}
