import type { TestSystems } from '../../service/control/emulator/test-systems.ts'

/** Of a service that was not started with `--emulator`: nobody gets this far. */
export const NO_TEST_SYSTEMS: Pick<TestSystems, 'create' | 'remove'> = {
  create: () => Promise.reject(new Error('not an emulator')),
  remove: () => Promise.reject(new Error('not an emulator')),
}
