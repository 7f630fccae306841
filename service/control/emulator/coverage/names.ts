/** Names of what was seen, as those of all that there is. Pure. */

/** Name of a webhook by its body; every one has a label, `Service RTMP` for example. */
export function webhookName(body: string): string {
  const { label = '', type = 'auth' } = JSON.parse(body) as {
    readonly label?: string
    readonly type?: string
  }
  return `${label.replace(/^Service /, '')} ${type}`
}

/** Name of a refusal by the body of an answer; null where there is none. */
export function refusalName(api: 'live' | 'option', answer: string): string | null {
  try {
    const { error_type, error } = JSON.parse(answer) as {
      readonly error_type?: string
      readonly error?: { readonly code?: string }
    }
    const code = error_type ?? error?.code
    return code === undefined ? null : `${api} ${code}`
  } catch {
    return null
  }
}
