/** Deeper nesting serves no message, and who walks through it could run out of stack. */
export const MAX_JSON_DEPTH = 64
