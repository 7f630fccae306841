/** Lines of SDP that are made anew for each connection, each with what stays of it (RFC 8866, 8839, 8122). */
const ANEW: readonly (readonly [RegExp, string])[] = [
  [/^o=.*$/gm, 'o=***'],
  [/^a=ice-ufrag:.*$/gm, 'a=ice-ufrag:***'],
  [/^a=ice-pwd:.*$/gm, 'a=ice-pwd:***'],
  [/^a=fingerprint:(\S+).*$/gm, 'a=fingerprint:$1 ***'],
  [/^a=candidate:.*$/gm, 'a=candidate:***'],
  [/^a=ssrc:\d+.*\r?\n/gm, ''],
  [/^a=ssrc-group:(\S+).*\r?\n/gm, ''],
  [/^a=msid:.*$/gm, 'a=msid:***'],
  [/^(m=\w+) \d+/gm, '$1 ***'],
  [/^c=.*$/gm, 'c=***'],
  [/^a=rtcp:.*$/gm, 'a=rtcp:***'],
]

/** A description by SDP without what is another one for each connection. */
export const stableSdp = (sdp: string): string =>
  ANEW.reduce((text, [pattern, instead]) => text.replace(pattern, instead), sdp)
