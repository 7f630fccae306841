/** Flags of `tfhd`, `trun` and samples that our media segments use (ISO/IEC 14496-12 8.8.7, 8.8.8, 8.8.3.1). */

export const TFHD_DEFAULT_BASE_IS_MOOF = 0x020000
export const TFHD_DURATION = 0x8
export const TFHD_FLAGS = 0x20
export const TRUN_DATA_OFFSET = 0x1
export const TRUN_FIRST_FLAGS = 0x4
export const TRUN_DURATION = 0x100
export const TRUN_SIZE = 0x200
export const TRUN_FLAGS = 0x400
export const TRUN_COMPOSITION = 0x800

/** Depends on no other. */
export const SYNC_SAMPLE = 0x02000000
/** Depends on others. */
export const NON_SYNC_SAMPLE = 0x01010000
/** The bit that tells them apart. */
export const IS_NON_SYNC = 0x00010000
