/** What the studio encodes its picture as. */

export type StudioCodec = 'H264' | 'VP8'

/** As they are called. */
export const CODEC_NAMES: Readonly<Record<StudioCodec, string>> = { H264: 'H.264', VP8: 'VP8' }

const ASKED: MediaEncodingConfiguration = {
  type: 'webrtc',
  video: { contentType: 'video/H264', width: 1280, height: 720, bitrate: 2_500_000, framerate: 30 },
}

/**
 * H.264 where this browser says that it encodes it, because renditions may take it as it comes; else VP8, which every
 * one has (RFC 7742 5). Firefox cannot tell, and offers H.264 before it has loaded an encoder for it.
 * @param browser what it says of itself
 */
export async function studioCodec(
  browser: { readonly mediaCapabilities: Pick<MediaCapabilities, 'encodingInfo'> } = navigator,
): Promise<StudioCodec> {
  try {
    return (await browser.mediaCapabilities.encodingInfo(ASKED)).supported ? 'H264' : 'VP8'
  } catch {
    return 'VP8'
  }
}
