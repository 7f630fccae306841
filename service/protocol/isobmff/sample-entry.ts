/** The sample descriptions of the two codecs: `avc1` and `mp4a`. */
import type { AudioTrack, VideoTrack } from '../../contract/media.ts'
import type { BoxWriter } from './box-writer.ts'

/**
 * `avc1` with `avcC` and square pixels (ISO/IEC 14496-15 5.4.2.1, 14496-12 12.1).
 * @throws RangeError when the decoder configuration is not an AVCDecoderConfigurationRecord
 */
export function writeVideoSampleEntry(writer: BoxWriter, track: VideoTrack): void {
  const avcC = track.decoderConfig
  if (avcC.length < 7 || avcC[0] !== 1) {
    throw new RangeError('decoderConfig: must be an AVCDecoderConfigurationRecord of version 1')
  }
  writer.box('avc1', () => {
    writeSampleEntryHead(writer)
    writer.zeros(16)
    writer.u16(track.width)
    writer.u16(track.height)
    writer.u32(0x00480000) // 72 dpi, both ways
    writer.u32(0x00480000)
    writer.zeros(4)
    writer.u16(1) // frames per sample
    writer.zeros(32) // compressor name
    writer.u16(0x0018) // colour, no alpha
    writer.u16(0xffff)
    writer.box('avcC', () => writer.bytes(avcC))
    writer.box('pasp', () => {
      writer.u32(1)
      writer.u32(1)
    })
  })
}

/**
 * `mp4a` with `esds` (ISO/IEC 14496-14 5.6, 14496-1 7.2.6).
 * @throws RangeError when the decoder configuration cannot be an AudioSpecificConfig
 */
export function writeAudioSampleEntry(writer: BoxWriter, track: AudioTrack): void {
  const config = track.decoderConfig
  if (config.length < 2 || config.length > 64) {
    throw new RangeError('decoderConfig: must be an AudioSpecificConfig of 2 to 64 bytes')
  }
  writer.box('mp4a', () => {
    writeSampleEntryHead(writer)
    writer.zeros(8)
    writer.u16(track.channels)
    writer.u16(16) // bits per sample, by definition
    writer.zeros(4)
    // 16.16 fixed point: rates from 65536 Hz on don't fit and are left to the AudioSpecificConfig.
    writer.u32(track.sampleRate < 0x10000 ? track.sampleRate * 0x10000 : 0)
    writer.fullBox('esds', 0, 0, () => writeElementaryStreamDescriptor(writer, track))
  })
}

function writeSampleEntryHead(writer: BoxWriter): void {
  writer.zeros(6)
  writer.u16(1) // data reference index
}

const DESCRIPTOR_HEAD = 2

/** Descriptors nest with their lengths in front; each is below 128 bytes, so one length byte is enough. */
function writeElementaryStreamDescriptor(writer: BoxWriter, track: AudioTrack): void {
  const specificLength = track.decoderConfig.length
  const decoderLength = 13 + DESCRIPTOR_HEAD + specificLength
  writer.u8(0x03) // ES_Descriptor
  writer.u8(3 + DESCRIPTOR_HEAD + decoderLength + DESCRIPTOR_HEAD + 1)
  writer.u16(0)
  writer.u8(0)
  writer.u8(0x04) // DecoderConfigDescriptor
  writer.u8(decoderLength)
  writer.u8(0x40) // ISO/IEC 14496-3
  writer.u8(0x15) // audio stream
  writer.zeros(3)
  writer.u32(track.bitRateBps)
  writer.u32(track.bitRateBps)
  writer.u8(0x05) // DecoderSpecificInfo
  writer.u8(specificLength)
  writer.bytes(track.decoderConfig)
  writer.u8(0x06) // SLConfigDescriptor, predefined for MP4
  writer.u8(1)
  writer.u8(2)
}
