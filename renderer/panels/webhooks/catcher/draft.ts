/** The form of a catcher and the request it stands for. Pure. */
import {
  newCatcher,
  script,
  type CatcherView,
  type NewCatcher,
  type ScriptedAnswer,
} from '../../../../service/contract/console/catchers.ts'

/** What every answer may need, whichever is chosen; a number field that was emptied holds the empty string. */
export interface Draft {
  readonly name: string
  readonly kind: ScriptedAnswer['kind']
  readonly reason: string
  readonly status: number | ''
  readonly body: string
  readonly delayMs: number | ''
}

/** @param catcher null for a new one */
export function draftOf(catcher: CatcherView | null): Draft {
  const empty = { name: '', kind: 'allow', reason: '', status: 500, body: '', delayMs: 0 } as const
  return catcher === null
    ? empty
    : { ...empty, ...catcher.answer, name: catcher.name, delayMs: catcher.delayMs }
}

const number = (value: number | '') => (value === '' ? Number.NaN : value)

/** The request that the form stands for; it may break rules. */
export function requestOf({ name, kind, reason, status, body, delayMs }: Draft): NewCatcher {
  const answers = {
    allow: { kind: 'allow' },
    refuse: { kind: 'refuse', reason },
    custom: { kind: 'custom', status: number(status), body },
  } as const
  return { name: name.trim(), answer: answers[kind], delayMs: number(delayMs) }
}

/** The first broken rule of each field, by the rules of the service. @param isNew false where the name stays */
export function problemsOf(draft: Draft, isNew: boolean): Readonly<Record<string, string>> {
  const { error } = (isNew ? newCatcher : script).safeParse(requestOf(draft))
  const problems: Record<string, string> = {}
  for (const { path, message } of error?.issues ?? []) problems[String(path.at(-1))] ??= message
  return problems
}
