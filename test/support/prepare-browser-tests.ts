import { buildIfNeeded } from '../../scripts/build.mjs'
import { electronExecutable, electronStandIn } from '../../scripts/lib/electron.mjs'

/** Global set-up of Playwright: the bundles are built, and the output says on what the desktop tests run. */
export default function prepareBrowserTests(): void {
  buildIfNeeded()
  const executable = electronExecutable() ?? ''
  console.log(
    executable.startsWith(electronStandIn)
      ? "Desktop tests run on the Chromium stand-in: Electron's executable is absent"
      : `Desktop tests run on Electron: ${executable}`,
  )
}
