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

/**
 * Has V8 take every object for one that is soon gone. It learns otherwise from those that outlived a few collections, and
 * allocates the next ones of the same place in the code among what lives long. A request or a packet that such an object
 * holds on to is then kept, and copied, until all of the heap is collected: of one start in four it was a third of all
 * that requests allocate, and took as much time as to answer them.
 */
export function letObjectsDieYoung(): void {
  setFlagsFromString('--no-allocation-site-pretenuring')
}
