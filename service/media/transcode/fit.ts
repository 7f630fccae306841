interface Size {
  readonly width: number
  readonly height: number
}

/**
 * The size of a picture scaled into a target without changing its shape: at most the target, even, at
 * least 2. What remains of the target is padded.
 * @param pixelAspect width of a source pixel divided by its height
 */
export function fitInside(source: Size, pixelAspect: number, target: Size): Size {
  const shown = { width: source.width * pixelAspect, height: source.height }
  const scale = Math.min(target.width / shown.width, target.height / shown.height)
  return {
    width: nearestEven(shown.width * scale, target.width),
    height: nearestEven(shown.height * scale, target.height),
  }
}

function nearestEven(pixels: number, most: number): number {
  return Math.min(Math.max(Math.round(pixels / 2) * 2, 2), most)
}
