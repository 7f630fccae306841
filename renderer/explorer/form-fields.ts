/** Members of a call as fields of a form, and what is typed into them as JSON. Pure. */
import type { Member } from './members.ts'

/** `json`: what has members of its own, or any shape. */
export type FieldKind = 'choice' | 'text' | 'number' | 'flag' | 'json'

export function fieldKind({ type, limits }: Pick<Member, 'type' | 'limits'>): FieldKind {
  if (limits.some(({ kind }) => kind === 'values')) return 'choice'
  const [name] = type.replace(/ or null$/, '').split(' (')
  if (name === 'string') return 'text'
  if (name === 'integer' || name === 'number') return 'number'
  return name === 'boolean' ? 'flag' : 'json'
}

/** What a field may be set to, as JSON. */
export const choicesOf = ({ limits }: Pick<Member, 'limits'>): readonly string[] =>
  limits.flatMap((limit) => (limit.kind === 'values' ? limit.values : []))

/** What a field shows of a value. @param value undefined where the member is left out */
export function shownText(kind: FieldKind, value: unknown): string {
  if (value === undefined) return ''
  return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value)
}

/** What was typed: a value, nothing, or what cannot be one yet. */
export type Typed = { readonly value: unknown } | 'nothing' | 'wrong'

export function readTyped(kind: FieldKind, text: string): Typed {
  if (text.trim() === '') return 'nothing'
  if (kind === 'text') return { value: text }
  try {
    const value: unknown = JSON.parse(text)
    return kind === 'number' && typeof value !== 'number' ? 'wrong' : { value }
  } catch {
    return 'wrong'
  }
}

/** Parameters with a member set, or without it. */
export function withMember(
  parameters: Readonly<Record<string, unknown>>,
  name: string,
  typed: Exclude<Typed, 'wrong'>,
): Record<string, unknown> {
  if (typed !== 'nothing') return { ...parameters, [name]: typed.value }
  const { [name]: _, ...rest } = parameters
  return rest
}
