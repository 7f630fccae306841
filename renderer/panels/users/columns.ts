import { PERMISSION_KEYS, type PermissionKey } from '../../../service/contract/console/users.ts'

/** Columns in their order; beside the details and in a narrow window there is room for fewer. */
export function columnsOf(wide: boolean, isNarrow: boolean) {
  if (!wide) return ['name', ...PERMISSION_KEYS] as const
  if (isNarrow) return ['name', 'email', ...PERMISSION_KEYS] as const
  return ['name', 'email', ...PERMISSION_KEYS, 'created', 'seen'] as const
}
export type ColumnId = ReturnType<typeof columnsOf>[number]

export const isPermission = (column: ColumnId): column is PermissionKey =>
  PERMISSION_KEYS.some((key) => key === column)

/** As in `grid-template-columns`. */
export const widthOf = (column: ColumnId, wide: boolean): string =>
  isPermission(column) ? (wide ? '96px' : 'minmax(76px, 104px)') : WIDTHS[column]

const WIDTHS: Readonly<Record<Exclude<ColumnId, PermissionKey>, string>> = {
  name: 'minmax(140px, 1fr)',
  email: 'minmax(120px, 1fr)',
  created: '96px',
  seen: '168px',
}
