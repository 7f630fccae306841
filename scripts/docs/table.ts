import type { MemberRow } from './members.ts'

/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')
}

/** Members of a message; those that may be absent have a question mark. */
export function memberTable(rows: readonly MemberRow[]): string {
  return table(
    ['Member', 'Type', 'Meaning'],
    rows.map(({ name, type, optional, text }) => [`\`${name}\`${optional ? ' ?' : ''}`, type, text]),
  )
}
