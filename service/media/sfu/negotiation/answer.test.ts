import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Rid } from '../../../contract/sfu-api.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { Downstream } from './lines.ts'
import { checkAnswer, checkSameTransport, parseAnswer } from './answer.ts'
import { MediaLines } from './media-lines.ts'
import { SdpError } from './sdp-error.ts'

/** Answers of Chromium 156 to our offers. */
const fixture = (name: string) =>
  readFileSync(join(import.meta.dirname, 'fixtures', `chromium-${name}-answer.sdp`), 'utf8')
const SENDER = fixture('sender')
const SIMULCAST = fixture('simulcast')
const RECEIVER = fixture('receiver')

const LOCAL = { iceUfrag: 'ours', icePwd: 'o'.repeat(22), fingerprint: 'sha-256 00', candidates: [] }
const opus = {}
const audio = { bitRate: null, opus }
const audioOf = (streamId: string): Downstream => ({ kind: 'audio', streamId, trackId: 'a', ssrc: 1, opus })
const videoOf = (streamId: string, codec: VideoCodec): Downstream => ({
  ...{ kind: 'video', streamId, trackId: 'v', ssrc: 2, rtxSsrc: 3, codec },
})
const senderLines = (codec: VideoCodec, rids: readonly Rid[] | null) => {
  const layers = rids?.map((rid) => ({ rid, active: true })) ?? null
  const lines = new MediaLines({ audio, video: { codec, bitRate: null, layers, upright: false } }, true)
  lines.offer(LOCAL)
  return lines
}

describe('answers of Chromium', () => {
  it('name the SSRCs of a sender', () => {
    const { remote, lines } = parseAnswer(SENDER)
    expect(remote).toEqual({
      iceUfrag: /ice-ufrag:(.*)\r/.exec(SENDER)?.[1],
      icePwd: /ice-pwd:(.*)\r/.exec(SENDER)?.[1],
      fingerprint: /fingerprint:(.*)\r/.exec(SENDER)?.[1],
      setup: 'active',
      candidates: [],
    })
    expect(lines).toEqual([
      {
        ...{ mid: 'audio_0', kind: 'audio', direction: 'sendonly', rids: null, reportsArrivals: true },
        ssrcs: [{ media: 2349353877, rtx: null }],
      },
      {
        ...{ mid: 'video_0', kind: 'video', direction: 'sendonly', rids: null, reportsArrivals: true },
        ssrcs: [{ media: 3735613038, rtx: 3954722037 }],
      },
    ])
    checkAnswer(lines, senderLines('H264', null))
  })

  it('name the layers of a simulcast, those that begin paused too', () => {
    expect(SIMULCAST).toContain('a=simulcast:send r0;r1;~r2')
    const { lines } = parseAnswer(SIMULCAST)
    expect(lines[1]).toEqual({
      ...{
        mid: 'video_0',
        kind: 'video',
        direction: 'sendonly',
        ssrcs: [],
        rids: ['r0', 'r1', 'r2'],
        reportsArrivals: true,
      },
    })
    checkAnswer(lines, senderLines('VP8', ['r0', 'r1', 'r2']))
  })

  it('name the directions of a receiver and its candidates', () => {
    const { remote, lines } = parseAnswer(RECEIVER)
    expect(lines.map(({ mid, direction }) => `${mid} ${direction}`)).toEqual([
      ...['audio_0 inactive', 'video_0 inactive', 'audio_1 recvonly', 'video_1 recvonly'],
    ])
    expect(remote.candidates).toEqual([
      'candidate:316491 1 UDP 2122194687 192.0.2.2 51033 typ host',
      'candidate:125221115 1 UDP 2122265343 fd00::2 33925 typ host',
    ])
    const media = new MediaLines({ audio: null, video: null }, true)
    const gone = [media.addDownstream(audioOf('A')), media.addDownstream(videoOf('A', 'VP8'))]
    media.addDownstream(audioOf('B'))
    media.addDownstream(videoOf('B', 'AV1'))
    gone.forEach((mid) => media.removeDownstream(mid))
    media.offer(LOCAL)
    checkAnswer(lines, media)
  })
})

/** The answer with a line replaced on each m-line. */
const altered = (from: RegExp, to: string, sdp = SENDER) => sdp.replace(new RegExp(from, 'gm'), to)
/** The answer with lines added to its first m-line. */
const added = (...lines: string[]) =>
  SENDER.replace('a=setup:active\r\n', `a=setup:active\r\n${lines.map((line) => `${line}\r\n`).join('')}`)

describe('parseAnswer', () => {
  it.each([
    ['what is no SDP', 'hello', 'SDP must start with v=0'],
    ['SDP without m-lines', 'v=0\r\ns=-\r\n', 'a=ice-ufrag must be given'],
    ['a short user name fragment', altered(/ufrag:.*$/, 'ufrag:abc'), 'a=ice-ufrag must be 4 to 256'],
    ['a long one', altered(/ufrag:.*$/, `ufrag:${'a'.repeat(257)}`), 'a=ice-ufrag must be 4 to 256'],
    ['one of other characters', altered(/ufrag:.*$/, 'ufrag:ab"cd'), 'a=ice-ufrag must be 4 to 256'],
    ['a short password', altered(/ice-pwd:.*$/, `ice-pwd:${'a'.repeat(21)}`), 'a=ice-pwd must be 22 to 256'],
    ['no password', altered(/^a=ice-pwd:.*$/, 'a=x'), 'a=ice-pwd must be given'],
    ['two transports', SENDER.replace(/ice-ufrag:.*/, 'ice-ufrag:other'), 'a=ice-ufrag must be the same'],
    [
      'a weak fingerprint',
      altered(/fingerprint:.*$/, 'fingerprint:sha-1 AA:BB'),
      'a=fingerprint must be given',
    ],
    ['a cut fingerprint', altered(/(fingerprint:.*):..$/, '$1'), 'a=fingerprint must be of SHA-256'],
    ['an open DTLS role', altered(/setup:active/, 'setup:actpass'), 'a=setup must be active or passive'],
    ['media without rtcp-mux', altered(/^a=rtcp-mux$/, 'a=x'), 'every m-line must have a=rtcp-mux'],
    ['an m-line without mid', altered(/^a=mid:video.*$/, 'a=x'), 'every m-line must have a=mid'],
    ['a mid twice', altered(/mid:video_0/, 'mid:audio_0'), 'a=mid must be unique'],
    ['data', altered(/^m=video/, 'm=application'), 'm-lines must be of audio or video'],
    ['a malformed m-line', altered(/^m=video.*$/, 'm=?'), 'm-lines must be of audio or video'],
    ['an SSRC of 33 bits', altered(/ssrc:\d+/, 'ssrc:4294967296'), 'SSRCs must have 32 bits'],
    ['a group of three', altered(/(FID.*)$/, '$1 7'), 'a group of FID must have two SSRCs'],
    [
      'too many SSRCs',
      added(...Array.from({ length: 17 }, (_, i) => `a=ssrc:${i} cname:x`)),
      'an m-line must have at most 16 SSRCs',
    ],
    ['a layer that is none', altered(/send r0;r1/, 'send r0;hi', SIMULCAST), 'layers of a simulcast are r0'],
    ['too many m-lines', `v=0\n${'m=audio 0 x 0\na=mid:x\n'.repeat(513)}`, 'at most 512 m-lines'],
    ['too many lines', `v=0\n${'a=\n'.repeat(20_000)}`, 'at most 16384 lines'],
  ])('refuses %s', (_name, sdp, message) => {
    expect(() => parseAnswer(sdp)).toThrow(SdpError)
    expect(() => parseAnswer(sdp)).toThrow(message)
  })

  it('takes an m-line that the client refused as inactive', () => {
    const { lines } = parseAnswer(SENDER.replace('m=video 9', 'm=video 0'))
    expect(lines[1]).toEqual({
      ...{ mid: 'video_0', kind: 'video', direction: 'inactive', ssrcs: [], rids: null },
      reportsArrivals: true,
    })
  })

  it('tells of which m-lines the client reports arrivals: those that kept the extension by its number', () => {
    const audioWithout = SENDER.replace(/a=extmap:3 .*transport-wide.*\r\n/, '')
    const reports = (sdp: string) => parseAnswer(sdp).lines.map((line) => line.reportsArrivals)
    expect(reports(SENDER)).toEqual([true, true])
    expect(reports(audioWithout)).toEqual([false, true])
    expect(reports(altered(/extmap:3 /, 'extmap:13 '))).toEqual([false, false])
  })

  it('takes the SHA-256 fingerprint of several, in upper case', () => {
    const lower = SENDER.replace(
      /a=fingerprint:sha-256 (.*)\r/g,
      (_line, hash: string) =>
        `a=fingerprint:SHA-256 ${hash.toLowerCase()}\r\na=fingerprint:sha-512 ${hash}:${hash}\r`,
    )
    expect(parseAnswer(lower).remote.fingerprint).toBe(parseAnswer(SENDER).remote.fingerprint)
  })

  it('reads credentials that look like numbers as they are written', () => {
    const sdp = altered(
      /ice-ufrag:.*$/,
      'ice-ufrag:1234',
      altered(/ice-pwd:.*$/, `ice-pwd:${'0'.repeat(24)}`),
    )
    expect(parseAnswer(sdp).remote).toMatchObject({ iceUfrag: '1234', icePwd: '0'.repeat(24) })
  })

  it('keeps the candidates that are of use', () => {
    const sdp = added(
      'a=candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host generation 0 network-id 1',
      'a=candidate:2 1 UDP 1686052607 2001:db8::1 50001 typ srflx raddr 192.0.2.1 rport 50000',
      'a=candidate:1 1 udp 2122260223 192.0.2.1 50000 typ host',
      'a=candidate:3 1 udp 2122260223 3c2f6a5e-0f9b-4b9a-9c53-1a2b3c4d5e6f.local 50002 typ host',
      'a=candidate:4 1 tcp 1518280447 192.0.2.1 9 typ host tcptype active',
      'a=candidate:5 2 udp 2122260222 192.0.2.1 50003 typ host',
      'a=candidate:6 1 udp 2122260223 fe80::1%eth0 50004 typ host',
      'a=candidate:7 1 udp 2122260223 192.0.2.1 65536 typ host',
      'a=candidate:8 1 udp 4294967296 192.0.2.1 50005 typ host',
      'a=candidate:9 1 udp 2122260223 192.0.2.1 50006 typ strange',
      'a=candidate:! 1 udp 2122260223 192.0.2.1 50007 typ host',
      'a=candidate:10 1 udp 2122260223 192.0.2.256 50008 typ host',
    )
    expect(parseAnswer(sdp).remote.candidates).toEqual([
      'candidate:1 1 UDP 2122260223 192.0.2.1 50000 typ host',
      'candidate:2 1 UDP 1686052607 2001:db8::1 50001 typ srflx',
    ])
  })

  it('keeps 64 candidates at most', () => {
    const many = Array.from(
      { length: 100 },
      (_, i) => `a=candidate:1 1 udp 1 192.0.2.1 ${50_000 + i} typ host`,
    )
    expect(parseAnswer(added(...many)).remote.candidates).toHaveLength(64)
  })

  it('gives a value or an SdpError, whatever the text', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 20 }), fc.string({ unit: 'binary' })))
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }).map((rest) => `v=0\n${rest}`),
      fc.tuple(fc.constantFrom(SENDER, SIMULCAST, RECEIVER), changes).map(([sdp, list]) =>
        list.reduce((changed, [at, length, replacement]) => {
          const start = at % changed.length || 1
          return changed.slice(0, start) + replacement + changed.slice(start + length)
        }, sdp),
      ),
    )
    fc.assert(
      fc.property(text, (sdp) => {
        try {
          const { remote } = parseAnswer(sdp)
          expect(`${remote.iceUfrag}${remote.icePwd}${remote.candidates.join('')}`).not.toMatch(/[\r\n\0]/)
        } catch (error) {
          expect(error).toBeInstanceOf(SdpError)
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('checkAnswer', () => {
  const { lines } = parseAnswer(SENDER)
  const [first, second] = lines as [(typeof lines)[0], (typeof lines)[0]]

  it.each([
    ['fewer m-lines', [first], 'must have the m-lines of the offer'],
    ['another order', [second, first], 'must be those of the offer, in its order'],
    ['another mid', [first, { ...second, mid: 'video_1' }], 'must be those of the offer'],
    ['another kind', [first, { ...second, kind: 'audio' as const }], 'must be those of the offer'],
    [
      'a wish to receive where we do not send',
      [first, { ...second, direction: 'sendrecv' as const }],
      'an m-line offered as recvonly must not be answered sendrecv',
    ],
    ['layers without simulcast', [first, { ...second, rids: ['r0'] as const }], 'the layers of the answer'],
  ])('refuses %s', (_name, answered, message) => {
    const offered = senderLines('H264', null)
    expect(() => checkAnswer(answered, offered)).toThrow(SdpError)
    expect(() => checkAnswer(answered, offered)).toThrow(message)
  })

  it('looks at the last offer, not at what has changed since', () => {
    const media = senderLines('H264', null)
    media.addDownstream(audioOf('LATER'))
    checkAnswer(lines, media)
    media.offer(LOCAL)
    expect(() => checkAnswer(lines, media)).toThrow(SdpError)
  })

  it('lets a client send nothing', () => {
    const silent = lines.map((line) => ({ ...line, direction: 'inactive' as const }))
    expect(() => checkAnswer(silent, senderLines('H264', null))).not.toThrow()
  })
})

describe('checkSameTransport', () => {
  const { remote } = parseAnswer(SENDER)

  it('allows new candidates', () => {
    const candidates = ['candidate:1 1 UDP 1 192.0.2.1 5000 typ host']
    expect(() => checkSameTransport({ ...remote, candidates }, remote)).not.toThrow()
  })

  it.each([
    { iceUfrag: 'else' },
    { icePwd: 'e'.repeat(22) },
    { fingerprint: 'sha-256 00' },
    { setup: 'passive' },
  ])('refuses another %o', (change) => {
    expect(() => checkSameTransport({ ...remote, ...(change as Partial<typeof remote>) }, remote)).toThrow(
      'a later answer must keep',
    )
  })
})
