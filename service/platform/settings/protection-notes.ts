import type { Reach } from './reach.ts'

const TLS = 'Console, option API, live API, HLS, preview and signaling speak TLS with other machines'
/** Whatever protects the rest. */
const MEDIA = [
  'RTMP is not encrypted, and who is on the way reads stream keys, pictures and sound; encoders that are given rtmps: for rtmp: in the address encrypt them. Media of WebRTC is encrypted.',
  "RTMP and HLS are open to whoever knows a channel's address.",
]

/** How each listener is protected, in sentences for whoever started the service; none on loopback. */
export function protectionNotes({ host, name, protection }: Reach): string[] {
  if (protection.kind === 'loopback') return []
  return [
    `Listening on ${host}: other machines can reach Airdesk, as ${name}.`,
    ...listeners(protection.kind),
    ...MEDIA,
  ]
}

function listeners(kind: 'files' | 'local' | 'plain'): string[] {
  const local = 'Programs of this machine may speak plain HTTP.'
  switch (kind) {
    case 'files':
      return [`${TLS}, with the certificate of --tls-cert. ${local}`]
    case 'local':
      return [`${TLS}, with a certificate of the local authority, which they have to import. ${local}`]
    case 'plain':
      return [
        'Console, option API, live API and preview are plain HTTP (--allow-plain-http-on-the-network): who is on the way reads and changes passwords, tokens and answers. HLS and signaling speak TLS.',
      ]
  }
}
