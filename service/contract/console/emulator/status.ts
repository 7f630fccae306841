/** A service that was started with `--emulator`, for the tests of other apps. */
import { z } from 'zod'
import { json } from '../route.ts'

const emulatorStatusResponse = z.strictObject({
  /** False: everything else of the emulator is refused with `NOT_EMULATED`. */
  started: z.boolean(),
  /** What ids, tokens and other choices follow from; null: they are random. */
  seed: z.int().nullable(),
})

export const emulatorApi = {
  status: json({
    method: 'GET',
    path: '/console/api/emulator',
    who: 'owner',
    summary: 'Whether the service was started with `--emulator`, and with which seed.',
    answer: emulatorStatusResponse,
  }),
}
