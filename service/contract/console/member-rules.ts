/**
 * How it is written down who sees which member of a view, and what everybody else is shown instead: null, or an
 * empty list. A rule that hides a member which can be neither does not compile, nor does a member without a rule.
 */
import { isGranted } from '../permission.ts'
import type { Permission, Rights } from '../permission.ts'

/** The permission that a member needs, beyond what the view needs that it is in. */
export type Needed = Exclude<Permission, 'public' | 'signed-in'>

/** `all`: whoever sees the view that it is in. */
type Plain = 'all'

type Hideable<Value> = null extends Value
  ? true
  : undefined extends Value
    ? true
    : Value extends readonly unknown[]
      ? true
      : false

type One<Value> = Value extends readonly (infer Item)[] ? Item : Value

/** The views that a value holds; never for texts, numbers and what has any names. */
type View<Value> =
  One<NonNullable<Value>> extends infer Item
    ? Item extends object
      ? string extends keyof Item
        ? never
        : Item
      : never
    : never

type Inner<Value> = [View<Value>] extends [never] ? Plain : Rules<View<Value>>

type Rule<Value> =
  | Inner<Value>
  | (Hideable<Value> extends true
      ? Needed | ([View<Value>] extends [never] ? never : readonly [Needed, Rules<View<Value>>])
      : never)

/** A rule for each member of a view. */
export type Rules<V> = { readonly [Name in keyof V]-?: Rule<V[Name]> }

/** A rule as it is read, whatever view it is of. */
export type AnyRule = Plain | Needed | readonly [Needed, AnyRules] | AnyRules
export interface AnyRules {
  readonly [name: string]: AnyRule
}

/** Rules for an answer: a view, a list of them, or what has any names. */
export type Answered<Answer> = Inner<Answer>

/** An answer or a message as somebody with these rights is shown it. What has no rule is not shown. */
export function shownTo<V extends object>(rights: Rights, rule: AnyRule, view: V): V {
  if (rights.isMaster) return view
  // What a rule hides may be null or empty by its type.
  return member(rights, rule, view) as V
}

function shown(rights: Rights, rules: AnyRules, view: object): object {
  const members = Object.entries(view).flatMap(([name, value]: [string, unknown]) => {
    const rule = rules[name]
    return rule === undefined ? [] : [[name, member(rights, rule, value)] as const]
  })
  return Object.fromEntries(members)
}

function member(rights: Rights, rule: AnyRule, value: unknown): unknown {
  if (rule === 'all') return value
  if (typeof rule === 'string') return isGranted(rule, rights) ? value : blank(value)
  if (isPair(rule)) return isGranted(rule[0], rights) ? inner(rights, rule[1], value) : blank(value)
  return inner(rights, rule, value)
}

function inner(rights: Rights, rules: AnyRules, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => inner(rights, rules, item))
  return typeof value === 'object' && value !== null ? shown(rights, rules, value) : value
}

/** True of a rule with a permission of its own and rules for what is in it. */
export const isPair = (rule: AnyRule): rule is readonly [Needed, AnyRules] => Array.isArray(rule)

const blank = (value: unknown): unknown => (Array.isArray(value) ? [] : null)
