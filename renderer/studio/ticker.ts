/** A timer that keeps its pace while the page is hidden: browsers slow down those of pages, not of workers. */

const WORKER = 'onmessage = ({ data }) => setInterval(() => postMessage(0), data)'

/** @param everyMs milliseconds @returns the function that ends it */
export function startTicker(everyMs: number, tick: () => void): () => void {
  const address = URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }))
  const worker = new Worker(address)
  URL.revokeObjectURL(address)
  worker.onmessage = tick
  worker.postMessage(everyMs)
  return () => worker.terminate()
}
