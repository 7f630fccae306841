import type { Operation } from '../../define-operation.ts'
import { NOTIFY_METADATA } from './notify-metadata.ts'
import { PAUSE } from './pause.ts'
import { PUSH } from './push.ts'
import { SIGNALING } from './signaling.ts'
import { SIMULCAST } from './simulcast.ts'
import { SPOTLIGHT } from './spotlight.ts'
import { STATISTICS } from './statistics.ts'
import { VIDEO_BIT_RATE } from './video-bit-rate.ts'

/** Operations that are forwarded to the SFU, group by group. */
export const FORWARDED: readonly Operation[] = [
  ...SIGNALING,
  ...SIMULCAST,
  ...SPOTLIGHT,
  ...PUSH,
  ...STATISTICS,
  ...VIDEO_BIT_RATE,
  ...NOTIFY_METADATA,
  ...PAUSE,
]
