/** What scripts the stand-in for the archive process. Importing the stand-in itself would start it. */

/** An origin at which the process ends. */
export const CRASH_AT_START = 'crash at start'
/** Files of a recording's folder with what the process answers of it, as JSON: SpoolContents, SealedRecording. */
export const CONTENTS_FILE = 'contents.json'
export const SEALED_FILE = 'sealed.json'
