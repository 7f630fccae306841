/** Who may see a member, as the table of the console says it. */
import { isPair } from '../../service/contract/console/member-rules.ts'
import type { AnyRule } from '../../service/contract/console/member-rules.ts'
import type { Permission } from '../../service/contract/permission.ts'
import { LET_IN } from './console-kinds.ts'
import type { Kind } from './console-kinds.ts'

/** The permissions on the way to a member. @throws Error for one that the table does not name */
export function needsOf(rule: AnyRule | undefined, path: readonly string[]): readonly Permission[] {
  if (rule === undefined) throw new Error('no rule for a member')
  if (isPair(rule)) return [rule[0], ...needsOf(rule[1], path)]
  if (rule === 'all') return []
  if (typeof rule === 'string') return [rule]
  const [name, ...rest] = path
  if (name === undefined || name === '') return []
  return needsOf(rule[name], rest)
}

/** True where a kind of session has all of these permissions. */
export const sees = (kind: Kind, needs: readonly Permission[]) =>
  needs.every((need) => LET_IN[need].includes(kind))

/** What is shown in place of a member, or nothing at all. */
export const isBlank = (values: readonly unknown[] | undefined) =>
  values === undefined || values.every((value) => value === null || isEmpty(value))
const isEmpty = (value: unknown) => Array.isArray(value) && value.length === 0
