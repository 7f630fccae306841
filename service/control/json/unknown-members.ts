import { memberPath } from '../../contract/refusal/carried.ts'

/** More are not listed. */
const MAX_MEMBERS = 20

/**
 * Paths of members that the caller sent and the schema dropped because it has no such member; they are
 * ignored, but a misspelt one deserves a line in the log.
 * @param input the request as sent
 * @param checked the same as the schema gave it back
 */
export function unknownMembers(input: unknown, checked: unknown): string[] {
  const found: string[] = []
  collect(input, checked, [], found)
  return found
}

function collect(input: unknown, checked: unknown, path: readonly PropertyKey[], found: string[]): void {
  if (!isContainer(input) || !isContainer(checked)) return
  for (const [name, value] of Object.entries(input)) {
    if (found.length >= MAX_MEMBERS) return
    const here = [...path, Array.isArray(input) ? Number(name) : name.slice(0, 64)]
    if (!Object.hasOwn(checked, name)) found.push(memberPath(here))
    else collect(value, checked[name], here, found)
  }
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
