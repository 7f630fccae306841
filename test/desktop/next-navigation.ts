import type { ElectronApplication } from '@playwright/test'

/**
 * Listens for the next navigation of a window. The application listens once this has resolved, so that a page
 * cannot be earlier.
 * @param index of the window, in the order of `BrowserWindow.getAllWindows()`
 * @returns waits for it, and says what became of it
 */
export async function nextNavigation(
  app: ElectronApplication,
  index: number,
): Promise<() => Promise<'refused' | 'allowed'>> {
  const listening = await app.evaluateHandle(({ BrowserWindow }, at) => {
    const asked = Promise.withResolvers<'refused' | 'allowed'>()
    BrowserWindow.getAllWindows()[at]!.webContents.once('will-navigate', (event) =>
      asked.resolve(event.defaultPrevented ? 'refused' : 'allowed'),
    )
    return { asked: asked.promise }
  }, index)
  return () => listening.evaluate(({ asked }) => asked)
}
