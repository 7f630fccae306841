import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * How to have V8 free what nothing refers to. For who holds and drops many large buffers: V8 sees little need to, as
 * of those it has only the handles, and some 64 MB would wait to be freed.
 */
export function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
