/**
 * Which of some chips fit in a row; the others are behind a button at its end. Pure.
 * @param widths of each chip with the gap after it, pixels
 * @param room of the row, pixels
 * @param more width of the button, pixels
 * @param pressed index of the chip that is always there; −1 for none
 * @returns their indices, in order
 */
export function fitting(
  widths: readonly number[],
  room: number,
  more: number,
  pressed: number,
): readonly number[] {
  const indices = widths.map((_, index) => index)
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return indices
  let left = room - more - (widths[pressed] ?? 0)
  let isFull = false
  return indices.filter((index) => {
    if (index === pressed) return true
    left -= widths[index] ?? 0
    // The order stays: after one that is too wide none follows.
    isFull ||= left < 0
    return !isFull
  })
}
