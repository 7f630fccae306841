/**
 * Parses the JSON of one row after another, as `insert` has written it after the request was checked. Many rows have
 * the same as the one before: they share what it gives.
 */
export function sharingJson<Value>(): (json: string) => Value {
  let last: { readonly json: string; readonly value: Value } | null = null
  return (json) => {
    if (last?.json !== json) last = { json, value: JSON.parse(json) as Value }
    return last.value
  }
}
