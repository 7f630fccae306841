import { pictureAddress } from '../api/channels.ts'

/** From the end of one picture to the question for the next. */
const EVERY_MS = 2000

/**
 * Draws what a channel shows into a canvas, every 2 s until it is stopped. Not into an image, which would keep
 * what it showed before decoded, for half an hour and more.
 * @param tell told after each question whether a picture came
 */
export function followPicture(
  canvas: HTMLCanvasElement,
  channelId: string,
  tell: (shown: boolean) => void,
): { readonly stop: () => void } {
  const stopped = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = async (): Promise<void> => {
    const picture = await load(pictureAddress(channelId), stopped.signal)
    if (stopped.signal.aborted) return picture?.close()
    if (picture !== null) draw(canvas, picture)
    tell(picture !== null)
    timer = setTimeout(() => void next(), EVERY_MS)
  }
  void next()
  return {
    stop: () => {
      stopped.abort()
      clearTimeout(timer)
    },
  }
}

async function load(address: string, signal: AbortSignal): Promise<ImageBitmap | null> {
  try {
    const answer = await fetch(address, { signal })
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap): void {
  canvas.width = picture.width
  canvas.height = picture.height
  canvas.getContext('bitmaprenderer')?.transferFromImageBitmap(picture)
}
