/** Even of a page that is never idle. */
const LATEST_MS = 1000

/** Resolved once the browser has drawn what is there and has nothing else to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari tells nobody that it is idle.
    if (!('requestIdleCallback' in window)) setTimeout(resolve, LATEST_MS)
    else requestIdleCallback(() => resolve(), { timeout: LATEST_MS })
  })
