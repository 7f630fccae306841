/** A browser on the other one of two machines. */
import { X509Certificate, createHash } from 'node:crypto'
import { chromium, type Browser } from '@playwright/test'
import { WEBRTC_FLAGS, findHeadlessShell } from '../../scripts/lib/chromium.mjs'
import type { TwoMachines } from './two-machines.ts'

/** @param certificate PEM; the only one that it trusts besides those that everybody does */
export async function browserElsewhere(machines: TwoMachines, certificate: string): Promise<Browser> {
  const { publicKey } = new X509Certificate(certificate)
  const spki = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64')
  const args = WEBRTC_FLAGS.filter((flag) => flag !== '--ignore-certificate-errors')
  const executablePath = await machines.wrapped(findHeadlessShell() ?? 'chromium')
  return chromium.launch({
    args: [...args, `--ignore-certificate-errors-spki-list=${spki}`],
    executablePath,
  })
}
