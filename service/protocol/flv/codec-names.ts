/** Codecs that an FLV tag can name but that are not read here, by their number in the tag. */

/** SoundFormat (Adobe FLV specification 10.1, E.4.2.1). 10 is AAC, 9 begins an enhanced tag. */
const AUDIO_NAMES: Readonly<Record<number, string>> = {
  0: 'PCM',
  1: 'ADPCM',
  2: 'MP3',
  3: 'PCM',
  4: 'Nellymoser',
  5: 'Nellymoser',
  6: 'Nellymoser',
  7: 'G.711 A-law',
  8: 'G.711 mu-law',
  11: 'Speex',
  14: 'MP3',
}

/** CodecID (Adobe FLV specification 10.1, E.4.3.1; 12 and 13 are private extensions). 7 is H.264. */
const VIDEO_NAMES: Readonly<Record<number, string>> = {
  2: 'Sorenson H.263',
  3: 'Screen Video',
  4: 'VP6',
  5: 'VP6',
  6: 'Screen Video',
  12: 'HEVC',
  13: 'AV1',
}

/** FourCC codes (Enhanced RTMP v2, "Enhanced Audio" and "Enhanced Video"). */
const FOUR_CC_NAMES: Readonly<Record<string, string>> = {
  hvc1: 'HEVC',
  vvc1: 'VVC',
  av01: 'AV1',
  vp08: 'VP8',
  vp09: 'VP9',
  Opus: 'Opus',
  fLaC: 'FLAC',
  'ac-3': 'AC-3',
  'ec-3': 'E-AC-3',
  '.mp3': 'MP3',
}

/** Name of a SoundFormat. */
export function audioCodecName(soundFormat: number): string {
  return AUDIO_NAMES[soundFormat] ?? `audio format ${soundFormat}`
}

/** Name of a legacy video CodecID. */
export function videoCodecName(codecId: number): string {
  return VIDEO_NAMES[codecId] ?? `video codec ${codecId}`
}

/** Name of a FourCC; an unknown one is shown as its four characters, or as a number where it has others. */
export function fourCcName(fourCc: string): string {
  const known = Object.hasOwn(FOUR_CC_NAMES, fourCc) ? FOUR_CC_NAMES[fourCc] : undefined
  if (known !== undefined) return known
  return /^[\x20-\x7e]{4}$/.test(fourCc)
    ? fourCc
    : `FourCC 0x${Buffer.from(fourCc, 'latin1').toString('hex')}`
}
