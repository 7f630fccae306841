import { LiveError, OptionError } from '../../../contract/errors.ts'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import type { ErrorForm } from '../http/fault.ts'

/** What channels and media processes refuse, in the option API's words. */
const WORDS: Readonly<Partial<Record<string, OptionErrorCode>>> = {
  'CHANNEL-NOT-FOUND': 'NOT_FOUND',
  ServiceUnavailable: 'SERVICE_UNAVAILABLE',
}

/** The console's errors: those of the option API, which `form` words. */
export function consoleErrorForm(form: ErrorForm): ErrorForm {
  return (error) => {
    const code = error instanceof LiveError ? WORDS[error.code] : undefined
    return form(code ? new OptionError(code) : error)
  }
}
