import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VIDEO_CODECS } from '../contract/signaling.ts'
import { ProtocolError } from './protocol-error.ts'
import { createDepacketizer } from './depacketizer.ts'

it.each(VIDEO_CODECS)(
  'the depacketizer of %s throws nothing but ProtocolError, whatever the payloads',
  (codec) => {
    const depacketizer = createDepacketizer(codec)
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 24 }), { maxLength: 4 }), (payloads) => {
        try {
          expect(depacketizer.frame(payloads).data.length).toBeGreaterThan(0)
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { numRuns: 1000 },
    )
  },
)
