import { findProgram, isExecutable } from './programs.mjs'

const PROGRAMS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
export const HEADLESS_SHELL = 'chromium-headless-shell'
const OTHER_PLACES = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/**
 * The Chromium that tests use: CHROMIUM_PATH, else the system's own.
 * @returns {string | undefined}
 * @throws Error when CHROMIUM_PATH names nothing that can be run
 */
export function findChromium() {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not an executable file`)
  }
  return PROGRAMS.map((name) => findProgram(name)).find(Boolean) ?? OTHER_PLACES.find(isExecutable)
}

/**
 * Chromium without the part that draws windows, which costs pages in tests a fifth of the computer; the whole one
 * where CHROMIUM_PATH names one, or where that part alone is not installed.
 * @returns {string | undefined}
 */
export const findHeadlessShell = () =>
  (process.env.CHROMIUM_PATH ? undefined : findProgram(HEADLESS_SHELL)) ?? findChromium()

/** Flags for a quiet Chromium in a test: no sandbox (containers, root), no GPU, nothing said to the network. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--password-store=basic',
  '--autoplay-policy=no-user-gesture-required',
]

/** Title of a page that Chromium shares when it is asked for a screen. */
export const SHARED_TITLE = 'Slides of the town hall'

/** With a camera and a microphone of its own; who may use them is left to each test. */
export const CONSOLE_FLAGS = [
  ...CHROMIUM_FLAGS,
  '--use-fake-device-for-media-stream',
  `--auto-select-tab-capture-source-by-title=${SHARED_TITLE}`,
]

/** With a camera and a microphone that need no person, and trust in certificates of this machine. */
export const WEBRTC_FLAGS = [
  ...CHROMIUM_FLAGS,
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--ignore-certificate-errors',
]
