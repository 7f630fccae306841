/** Firefox as it is installed, or as the system's packages have it. Its cameras and microphones are made up. */
import puppeteer from 'puppeteer-core'
import type { Browser } from 'puppeteer-core'
import { findProgram } from '../../scripts/lib/programs.mjs'
import { ensureProgram } from '../../scripts/lib/system-packages.mjs'

const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  // It does no ICE over loopback by itself.
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'media.peerconnection.ice.default_address_only': false,
}

/** Why there is none; null where there is one. It is looked for, and installed where that may be, once. */
export const whyNoFirefox = ((): string | null => {
  if (findFirefox() !== undefined) return null
  try {
    ensureProgram('firefox-esr')
    return findFirefox() === undefined ? 'firefox-esr was installed and cannot be found' : null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
})()
if (whyNoFirefox !== null) console.warn(`Firefox was not asked: ${whyNoFirefox}`)

/** @throws where {@link whyNoFirefox} says why */
export function launchFirefox(): Promise<Browser> {
  const executablePath = findFirefox()
  if (executablePath === undefined) throw new Error(whyNoFirefox ?? 'no Firefox')
  return puppeteer.launch({
    browser: 'firefox',
    executablePath,
    acceptInsecureCerts: true,
    defaultViewport: { width: 1440, height: 900 },
    extraPrefsFirefox: PREFERENCES,
  })
}

/** By its usual name, or by that of Debian's package. */
function findFirefox(): string | undefined {
  return findProgram('firefox') ?? findProgram('firefox-esr')
}
