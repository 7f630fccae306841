/** A parameter that is compared for equality, or limits how many rows there are. */
const LOOKED_AT = /(?:=|\bIS(?: NOT)?|\bLIMIT|\bOFFSET)\s*(?=[?@])/gi

/**
 * Has SQLite compile a statement once, not each time it runs. SQLite looks at the value of such a parameter while it
 * plans (whether it is 0 or 1, or how many rows are wanted), and plans anew when another one is bound; better-sqlite3
 * takes all values away after each run, which counts as another. `+?` is the same value, of whatever type, and is not
 * looked at.
 * @param sql one statement whose texts in quotes hold nothing like `= ?`
 */
export function planOnce(sql: string): string {
  return sql.replaceAll(LOOKED_AT, '$&+')
}
