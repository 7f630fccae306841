import { setFlagsFromString } from 'node:v8'

/** In percent of what is in use. */
const GARBAGE = 20

/**
 * Has V8 look for garbage once there is a fifth of what is in use, and not a multiple of it: for a process that is
 * there all day, and from time to time makes an answer of many megabytes.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GARBAGE}`)
}
