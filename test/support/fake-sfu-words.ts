/** What makes the stand-in for an SFU process fail. Importing the stand-in itself would start it. */

/** A capability offer that the process refuses. */
export const REFUSED = 'refuse'
/** An address to bind at which the process ends. */
export const CRASH_AT_START = 'crash at start'
