import { electronExecutable } from '../../scripts/lib/electron.mjs'

/** Says on what the desktop tests run. */
export default function announceElectron(): void {
  const real = electronExecutable()
  console.log(
    real
      ? `Desktop tests: on Electron (${real})`
      : `Desktop tests: Electron's executable is absent, on the Chromium stand-in (${String(process.env.ELECTRON_OVERRIDE_DIST_PATH)})`,
  )
}
