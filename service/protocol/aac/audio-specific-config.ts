import { BitReader } from '../bit-reader.ts'
import { ProtocolError } from '../protocol-error.ts'
import { channelsOfProgram } from './program-config.ts'

/** AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1). */
export interface AacConfiguration {
  /** Audio object type of the core codec: 2 is AAC LC. */
  readonly objectType: number
  /** Of the core codec, Hz. */
  readonly sampleRate: number
  /** Of the core codec: parametric stereo makes two of one. */
  readonly channels: number
  /** Samples of one raw data block at `sampleRate`. */
  readonly samplesPerFrame: 1024 | 960
  /** Explicit signalling of HE-AAC; false where it says there is none, null where it does not tell. */
  readonly sbr: boolean | null
  /** Explicit signalling of HE-AAC v2. */
  readonly parametricStereo: boolean
  /** Output rate with SBR, Hz; null where it is not told. */
  readonly extensionSampleRate: number | null
}

/** Audio object types (ISO/IEC 14496-3 table 1.17). */
const OBJECT_TYPE = { escape: 31, sbr: 5, parametricStereo: 29 } as const

/** Types whose configuration is GASpecificConfig (ISO/IEC 14496-3 4.4.1) and that have one frame length. */
const GENERAL_AUDIO: ReadonlySet<number> = new Set([1, 2, 3, 4, 6, 7])

const SAMPLE_RATES = [
  96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
] as const

const EXPLICIT_RATE = 15

/** Channels of channelConfiguration (ISO/IEC 14496-3 table 1.19); 0 is told by a program config element. */
const CHANNELS: Readonly<Record<number, number>> = {
  1: 1,
  2: 2,
  3: 3,
  4: 4,
  5: 5,
  6: 6,
  7: 8,
  11: 7,
  12: 8,
  14: 8,
}

/** syncExtensionType of backward compatible signalling (ISO/IEC 14496-3 1.6.5.3). */
const SYNC_EXTENSION = { sbr: 0x2b7, parametricStereo: 0x548 } as const

/**
 * Reads an AudioSpecificConfig of the AAC family.
 * @throws ProtocolError where it ends too early, uses reserved values or is of another codec
 */
export function parseAudioSpecificConfig(bytes: Uint8Array): AacConfiguration {
  const reader = new BitReader(bytes, 'aac', 'AudioSpecificConfig')
  let objectType = readObjectType(reader)
  const sampleRate = readSampleRate(reader)
  const channelConfiguration = reader.bits(4)
  const parametricStereo = objectType === OBJECT_TYPE.parametricStereo
  const hierarchical = objectType === OBJECT_TYPE.sbr || parametricStereo
  let extensionSampleRate: number | null = null
  if (hierarchical) {
    extensionSampleRate = readSampleRate(reader)
    objectType = readObjectType(reader)
  }
  if (!GENERAL_AUDIO.has(objectType)) {
    throw new ProtocolError('aac', `audio object type ${objectType} can not be used`)
  }
  const samplesPerFrame = reader.flag() ? 960 : 1024
  if (reader.flag()) reader.skip(14) // coreCoderDelay
  reader.skip(1) // extensionFlag, 0 for these types
  const channels = CHANNELS[channelConfiguration] ?? programChannels(reader, channelConfiguration)
  const core = { objectType, sampleRate, channels, samplesPerFrame } as const
  if (hierarchical) return { ...core, sbr: true, parametricStereo, extensionSampleRate }
  return { ...core, ...readSyncExtension(reader) }
}

function readObjectType(reader: BitReader): number {
  const type = reader.bits(5)
  return type === OBJECT_TYPE.escape ? 32 + reader.bits(6) : type
}

function readSampleRate(reader: BitReader): number {
  const index = reader.bits(4)
  const rate = index === EXPLICIT_RATE ? reader.bits(24) : SAMPLE_RATES[index]
  if (rate === undefined) throw new ProtocolError('aac', `samplingFrequencyIndex ${index} is reserved`)
  if (rate < 1) throw new ProtocolError('aac', 'the sample rate must be positive')
  return rate
}

function programChannels(reader: BitReader, channelConfiguration: number): number {
  if (channelConfiguration !== 0) {
    throw new ProtocolError('aac', `channelConfiguration ${channelConfiguration} is reserved`)
  }
  const channels = channelsOfProgram(reader)
  if (channels === 0) throw new ProtocolError('aac', 'a program config element must have channels')
  return channels
}

/** Backward compatible signalling behind the configuration (ISO/IEC 14496-3 1.6.5.3). */
function readSyncExtension(
  reader: BitReader,
): Pick<AacConfiguration, 'sbr' | 'parametricStereo' | 'extensionSampleRate'> {
  const none = { sbr: null, parametricStereo: false, extensionSampleRate: null }
  if (reader.remaining < 16 || reader.bits(11) !== SYNC_EXTENSION.sbr) return none
  if (readObjectType(reader) !== OBJECT_TYPE.sbr) return none
  if (!reader.flag()) return { ...none, sbr: false }
  const extensionSampleRate = readSampleRate(reader)
  const parametricStereo =
    reader.remaining >= 12 && reader.bits(11) === SYNC_EXTENSION.parametricStereo && reader.flag()
  return { sbr: true, parametricStereo, extensionSampleRate }
}
