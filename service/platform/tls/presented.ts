/** What every listener of TLS goes by. */
import type { TlsMaterial } from '../../contract/worker-protocol.ts'

/** First byte of TLS: a handshake record (RFC 8446 5.1). HTTP begins with a letter, RTMP with its version, 3. */
const HANDSHAKE = 0x16

/** Whether the first bytes of a connection say that TLS is meant. */
export const beginsTls = (first: Uint8Array): boolean => first[0] === HANDSHAKE

/** A certificate as Node's listeners take it, with the least version that they speak. */
export const presented = ({ certificate, privateKey }: TlsMaterial) =>
  ({ cert: certificate, key: privateKey, minVersion: 'TLSv1.2' }) as const
