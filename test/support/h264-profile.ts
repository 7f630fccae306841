/** Names of profile_idc (ITU-T H.264 annex A). */
const NAMES: Readonly<Record<number, string>> = {
  44: 'CAVLC 4:4:4 Intra',
  66: 'Baseline',
  77: 'Main',
  88: 'Extended',
  100: 'High',
  110: 'High 10',
  122: 'High 4:2:2',
  244: 'High 4:4:4 Predictive',
}

const CONSTRAINT_SET_1 = 0x40

/**
 * Name of a profile as operators know it.
 * @param constraintFlags the byte behind profile_idc; tells Constrained Baseline apart
 */
export function h264ProfileName(profileIdc: number, constraintFlags: number): string {
  if (profileIdc === 66 && (constraintFlags & CONSTRAINT_SET_1) !== 0) return 'Constrained Baseline'
  return NAMES[profileIdc] ?? `profile ${profileIdc}`
}
