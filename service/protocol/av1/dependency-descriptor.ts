import { readUint16 } from '../bytes.ts'

/** Fields that every descriptor has; a longer one has the extended ones. */
const MANDATORY_LENGTH = 3

/**
 * A view on the first fields of a dependency descriptor (RTP Payload Format For AV1 A.8.2). It is reused, so
 * nothing is allocated per packet. Offsets count from the start of `bytes`.
 */
export class DependencyDescriptorView {
  startOfFrame = false
  endOfFrame = false
  /** 6 bits. */
  templateId = 0
  /** 16 bits. */
  frameNumber = 0
  frameNumberAt = -1
  /** True where the templates are attached, as they are to key frames. */
  hasStructure = false

  /**
   * @param start, length as the view of the RTP packet tells
   * @returns false where there is none or it is too short; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array, start: number, length: number): boolean {
    if (start < 0 || length < MANDATORY_LENGTH || start + length > bytes.length) return false
    const first = bytes[start] ?? 0
    this.startOfFrame = (first & 0x80) !== 0
    this.endOfFrame = (first & 0x40) !== 0
    this.templateId = first & 0x3f
    this.frameNumberAt = start + 1
    this.frameNumber = readUint16(bytes, start + 1)
    this.hasStructure = length > MANDATORY_LENGTH && (bytes[start + MANDATORY_LENGTH] ?? 0) >= 0x80
    return true
  }
}
