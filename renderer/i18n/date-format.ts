const known = new Map<string, Intl.DateTimeFormat>()

/** A format of dates, kept: making one takes longer than all that is drawn with it. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  const made = known.get(key) ?? new Intl.DateTimeFormat(locale, options)
  known.set(key, made)
  return made
}
