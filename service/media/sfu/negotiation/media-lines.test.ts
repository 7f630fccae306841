import { describe, expect, it } from 'vitest'
import { parse } from 'sdp-transform'
import { VIDEO_CODECS } from '../../../contract/signaling.ts'
import type { OpusParams, VideoCodec } from '../../../contract/signaling.ts'
import type { Downstream, Upstream } from './lines.ts'
import { MAX_LINES, MediaLines } from './media-lines.ts'

const FINGERPRINT = `sha-256 ${Array(32).fill('5A').join(':')}`
const LOCAL = {
  iceUfrag: 'ufragOURS',
  icePwd: 'passwordOfTwentyTwoAtLeast',
  fingerprint: FINGERPRINT,
  candidates: [
    'candidate:1 1 UDP 2130706431 192.0.2.7 40000 typ host',
    'candidate:2 1 UDP 2130706175 192.0.2.8 40000 typ host',
  ],
}
const NOTHING: Upstream = { audio: null, video: null }
const audioOf = (streamId: string, opus: OpusParams = {}): Downstream => ({
  ...{ kind: 'audio', streamId, trackId: `a-${streamId}`, ssrc: 11, opus },
})
const videoOf = (streamId: string, codec: VideoCodec = 'VP8'): Downstream => ({
  ...{ kind: 'video', streamId, trackId: `v-${streamId}`, ssrc: 21, rtxSsrc: 22, codec },
})
const senderOf = (video: Partial<NonNullable<Upstream['video']>> = {}, opus: OpusParams = {}): Upstream => ({
  audio: { bitRate: null, opus },
  video: { codec: 'VP8', bitRate: null, layers: null, upright: false, ...video },
})
const linesOf = (sdp: string) => sdp.split('\r\n')
/** The m-lines of an offer, each as the list of its lines. */
const sections = (sdp: string) =>
  sdp
    .split(/(?=m=)/)
    .slice(1)
    .map(linesOf)
/** Mid, direction and msid of each m-line. */
const shape = (sdp: string) =>
  sections(sdp).map((lines) =>
    ['a=mid:', 'a=sendonly', 'a=recvonly', 'a=inactive', 'a=msid:']
      .flatMap((start) => lines.filter((line) => line.startsWith(start)))
      .map((line) => line.replace(/^a=(mid:|msid:)?/, ''))
      .join(' '),
  )

const UPSTREAM_OFFER = `v=0
o=- 1 1 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE audio_0 video_0
a=extmap-allow-mixed
a=msid-semantic: WMS *
m=audio 9 UDP/TLS/RTP/SAVPF 109
c=IN IP4 0.0.0.0
a=ice-ufrag:ufragOURS
a=ice-pwd:passwordOfTwentyTwoAtLeast
a=ice-options:trickle
a=fingerprint:${FINGERPRINT}
a=setup:actpass
a=candidate:1 1 UDP 2130706431 192.0.2.7 40000 typ host
a=candidate:2 1 UDP 2130706175 192.0.2.8 40000 typ host
a=end-of-candidates
a=mid:audio_0
a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
a=extmap:6 urn:ietf:params:rtp-hdrext:ssrc-audio-level
a=recvonly
a=rtcp-mux
a=rtpmap:109 opus/48000/2
a=rtcp-fb:109 transport-cc
a=fmtp:109 minptime=10;useinbandfec=1
m=video 9 UDP/TLS/RTP/SAVPF 126 127
c=IN IP4 0.0.0.0
b=AS:1200
b=TIAS:1200000
a=ice-ufrag:ufragOURS
a=ice-pwd:passwordOfTwentyTwoAtLeast
a=ice-options:trickle
a=fingerprint:${FINGERPRINT}
a=setup:actpass
a=mid:video_0
a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id
a=extmap:5 urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id
a=extmap:7 urn:3gpp:video-orientation
a=extmap:8 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay
a=recvonly
a=rtcp-mux
a=rtcp-rsize
a=rtpmap:126 H264/90000
a=rtcp-fb:126 transport-cc
a=rtcp-fb:126 goog-remb
a=rtcp-fb:126 ccm fir
a=rtcp-fb:126 nack
a=rtcp-fb:126 nack pli
a=fmtp:126 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f
a=rtpmap:127 rtx/90000
a=fmtp:127 apt=126
a=rid:r0 recv
a=rid:r1 recv
a=rid:r2 recv
a=simulcast:recv r0;r1;~r2
`

const LAYERS = [
  { rid: 'r0', active: true },
  { rid: 'r1', active: true },
  { rid: 'r2', active: false },
] as const

describe('offers to a client that only sends', () => {
  it('have exactly this text, here with simulcast', () => {
    const media = new MediaLines(senderOf({ codec: 'H264', bitRate: 1200, layers: LAYERS }), false)
    expect(media.offer(LOCAL)).toBe(UPSTREAM_OFFER.replaceAll('\n', '\r\n'))
    expect(media.mid).toEqual({ audio: 'audio_0', video: 'video_0' })
    expect(media.count).toBe(2)
  })

  it('have one m-line where it sends one kind', () => {
    const media = new MediaLines({ ...senderOf(), audio: null }, false)
    expect(shape(media.offer(LOCAL))).toEqual(['video_0 recvonly'])
    expect(media.mid).toEqual({ video: 'video_0' })
  })

  it('ask for no layers without simulcast', () => {
    expect(new MediaLines(senderOf(), false).offer(LOCAL)).not.toMatch(/a=rid|a=simulcast|rtp-stream-id/)
  })

  it('leave it to the client to turn pictures where nobody does later, in each offer', () => {
    const media = new MediaLines(senderOf({ upright: true }), true)
    const turned = () =>
      sections(media.offer(LOCAL)).map((lines) => /3gpp:video-orientation/.test(lines.join()))
    expect(turned()).toEqual([false, false])
    media.addDownstream(videoOf('A'))
    expect(turned()).toEqual([false, false, true])
  })

  it('say Opus parameters and bit rate', () => {
    const opus = {
      ...{ channels: 2, maxplaybackrate: 24_000, minptime: 20, ptime: 40, stereo: true },
      ...{ sprop_stereo: false, useinbandfec: false, usedtx: true },
    }
    const [audio] = sections(
      new MediaLines({ audio: { bitRate: 64, opus }, video: null }, false).offer(LOCAL),
    )
    expect(audio).toContain(
      'a=fmtp:109 minptime=20;useinbandfec=0;stereo=1;sprop-stereo=0;usedtx=1;maxplaybackrate=24000;maxaveragebitrate=64000',
    )
    expect(audio).toContain('a=ptime:40')
  })

  it('have the video bit rate that was set last, in the next offer', () => {
    const media = new MediaLines(senderOf({ bitRate: 1200 }), false)
    const bandwidth = () => linesOf(media.offer(LOCAL)).filter((line) => line.startsWith('b='))
    media.setVideoBitRate(300)
    expect(bandwidth()).toEqual(['b=AS:300', 'b=TIAS:300000'])
    media.setVideoBitRate(null)
    expect(bandwidth()).toEqual([])
  })

  it.each(VIDEO_CODECS)('offer %s alone, and the dependency descriptor with AV1 only', (codec) => {
    const offer = parse(new MediaLines(senderOf({ codec }), false).offer(LOCAL))
    expect(offer.media[1]?.rtp.map((rtp) => rtp.codec)).toEqual([codec, 'rtx'])
    expect(JSON.stringify(offer).includes('dependency-descriptor')).toBe(codec === 'AV1')
  })

  it('have no downstream m-lines', () => {
    expect(() => new MediaLines(senderOf(), false).addDownstream(audioOf('A'))).toThrow('does not receive')
  })
})

const DOWNSTREAM_VIDEO = `m=video 9 UDP/TLS/RTP/SAVPF 98 99
c=IN IP4 0.0.0.0
a=ice-ufrag:ufragOURS
a=ice-pwd:passwordOfTwentyTwoAtLeast
a=ice-options:trickle
a=fingerprint:${FINGERPRINT}
a=setup:actpass
a=mid:video_0
a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
a=extmap:2 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time
a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01
a=extmap:7 urn:3gpp:video-orientation
a=extmap:8 http://www.webrtc.org/experiments/rtp-hdrext/playout-delay
a=sendonly
a=rtcp-mux
a=rtcp-rsize
a=rtpmap:98 VP9/90000
a=rtcp-fb:98 transport-cc
a=rtcp-fb:98 goog-remb
a=rtcp-fb:98 ccm fir
a=rtcp-fb:98 nack
a=rtcp-fb:98 nack pli
a=fmtp:98 profile-id=0
a=rtpmap:99 rtx/90000
a=fmtp:99 apt=98
a=msid:ALICE v-ALICE
a=ssrc-group:FID 21 22
a=ssrc:21 cname:ALICE
a=ssrc:22 cname:ALICE
`

describe('offers to a client that only receives', () => {
  it('have an inactive m-line on an empty channel, which carries the transport', () => {
    const media = new MediaLines(NOTHING, true)
    const [audio, ...more] = sections(media.offer(LOCAL))
    expect(more).toEqual([])
    expect(audio).toEqual(
      expect.arrayContaining(['a=mid:audio_0', 'a=inactive', 'a=ice-ufrag:ufragOURS', 'a=end-of-candidates']),
    )
    expect(media.mid).toEqual({})
  })

  it('give that m-line to the first audio track', () => {
    const media = new MediaLines(NOTHING, true)
    media.offer(LOCAL)
    expect(media.addDownstream(videoOf('ALICE', 'VP9'))).toBe('video_0')
    expect(media.addDownstream(audioOf('ALICE'))).toBe('audio_0')
    const offer = media.offer(LOCAL)
    expect(shape(offer)).toEqual(['audio_0 sendonly ALICE a-ALICE', 'video_0 sendonly ALICE v-ALICE'])
    expect(offer.slice(offer.indexOf('m=video'))).toBe(DOWNSTREAM_VIDEO.replaceAll('\n', '\r\n'))
  })

  it('tell of a stereo sender, and nothing that we would like to receive', () => {
    const media = new MediaLines(NOTHING, true)
    media.addDownstream(audioOf('A', { stereo: true, usedtx: true, maxplaybackrate: 8000 }))
    expect(linesOf(media.offer(LOCAL))).toContain('a=fmtp:109 minptime=10;useinbandfec=1;sprop-stereo=1')
  })
})

describe('offers to a client that sends and receives', () => {
  it('have the upstream m-lines before those of others', () => {
    const media = new MediaLines(senderOf(), true)
    media.addDownstream(videoOf('A'))
    media.addDownstream(audioOf('A'))
    expect(shape(media.offer(LOCAL))).toEqual([
      'audio_0 recvonly',
      'video_0 recvonly',
      'video_1 sendonly A v-A',
      'audio_1 sendonly A a-A',
    ])
  })

  it('repeat layers in every offer', () => {
    const media = new MediaLines(senderOf({ layers: LAYERS }), true)
    for (let i = 0; i < 3; i++) {
      media.addDownstream(videoOf(`S${i}`))
      expect(sections(media.offer(LOCAL))[1]).toEqual(
        expect.arrayContaining(['a=rid:r0 recv', 'a=rid:r2 recv', 'a=simulcast:recv r0;r1;~r2']),
      )
    }
  })

  it('tell candidates once, and the same transport on each m-line', () => {
    const media = new MediaLines(senderOf(), true)
    media.addDownstream(audioOf('A'))
    const offer = parse(media.offer(LOCAL))
    expect(offer.media.map((m) => m.candidates?.length ?? 0)).toEqual([2, 0, 0])
    expect(offer.media.map((m) => [m.iceUfrag, m.icePwd, m.setup])).toEqual(
      Array(3).fill([LOCAL.iceUfrag, LOCAL.icePwd, 'actpass']),
    )
  })

  it('never lend an upstream m-line to a track of others', () => {
    const media = new MediaLines(senderOf(), true)
    media.removeDownstream('video_0')
    expect(media.addDownstream(videoOf('A'))).toBe('video_1')
    expect(shape(media.offer(LOCAL))[1]).toBe('video_0 recvonly')
  })
})

describe('m-lines of tracks that come and go', () => {
  it('become inactive without their msid and SSRCs, and then carry another track of the kind', () => {
    const media = new MediaLines(senderOf(), true)
    const mid = media.addDownstream(videoOf('A', 'H264'))
    media.removeDownstream(mid)
    const removed = media.offer(LOCAL)
    expect(shape(removed)[2]).toBe('video_1 inactive')
    expect(removed).not.toMatch(/a=msid:|a=ssrc/)
    expect(media.addDownstream(audioOf('B'))).toBe('audio_1')
    expect(media.addDownstream(videoOf('B', 'AV1'))).toBe(mid)
    const offer = media.offer(LOCAL)
    expect(shape(offer).slice(2)).toEqual(['video_1 sendonly B v-B', 'audio_1 sendonly B a-B'])
    expect(sections(offer)[2]).toContain('a=rtpmap:45 AV1/90000')
  })

  it('are as many as were ever needed at once, however many have joined', () => {
    const media = new MediaLines(senderOf(), true)
    const present: string[][] = []
    for (let i = 0; i < 50; i++) {
      present.push([media.addDownstream(audioOf(`S${i}`)), media.addDownstream(videoOf(`S${i}`))])
      if (present.length > 3) present.shift()?.forEach((mid) => media.removeDownstream(mid))
      const count = sections(media.offer(LOCAL)).length
      expect(count).toBe(media.count)
      expect(count).toBe(2 + 2 * Math.min(i + 1, 4))
    }
  })

  it('are all in the bundle, with unique mids', () => {
    const media = new MediaLines(NOTHING, true)
    const mids = ['A', 'B'].flatMap((id) => [
      media.addDownstream(audioOf(id)),
      media.addDownstream(videoOf(id)),
    ])
    media.removeDownstream('audio_0')
    expect(new Set(mids).size).toBe(4)
    expect(linesOf(media.offer(LOCAL))).toContain(`a=group:BUNDLE ${mids.join(' ')}`)
  })

  it('have a session version that rises', () => {
    const media = new MediaLines(NOTHING, true)
    const origins = [1, 2, 3].map(() => linesOf(media.offer(LOCAL))[1])
    expect(origins).toEqual([1, 2, 3].map((version) => `o=- 1 ${version} IN IP4 127.0.0.1`))
  })
})

describe('many m-lines', () => {
  it('are so few that the answer is still SDP that is taken', () => {
    const lines = new MediaLines(NOTHING, true)
    const mids: string[] = []
    while (lines.hasRoomFor('video')) mids.push(lines.addDownstream(videoOf(`s${mids.length}`)))
    expect(lines.count).toBe(MAX_LINES)
    // The m-line that every connection has at first.
    expect(lines.hasRoomFor('audio')).toBe(true)
    lines.addDownstream(audioOf('s'))
    expect(lines.hasRoomFor('audio')).toBe(false)
    lines.removeDownstream(mids[7] ?? '')
    expect(lines.hasRoomFor('video')).toBe(true)
    expect(lines.addDownstream(videoOf('next'))).toBe(mids[7])
  })
})
