import { session } from 'electron'
import { readFileSync } from 'node:fs'
import { isOwnCertificate } from './certificate-rules.ts'

/** Chromium's own verdict stands. */
const AS_FOUND = -3

/**
 * Has pages trust the service's own certificates, so that the studio reaches its signaling; every other
 * certificate is judged by Chromium.
 * @param caFile PEM of the service's authority; null before the service has answered
 */
export function trustOwnService(caFile: () => string | null): void {
  session.defaultSession.setCertificateVerifyProc(({ hostname, certificate }, answer) => {
    const file = caFile()
    const own = file !== null && isOwnCertificate(hostname, certificate.data, readPem(file), Date.now())
    answer(own ? 0 : AS_FOUND)
  })
}

function readPem(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
