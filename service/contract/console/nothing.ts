import { z } from 'zod'

/** What is answered where there is nothing to say but that it is done. */
export const nothing = z.strictObject({})
