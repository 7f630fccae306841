/** Where keys lead among tiles. Pure. */
interface Place {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The tile that a key leads to.
 * @param places of the tiles on the screen, in their order
 * @returns its number; the same where there is none in that direction, -1 for another key
 */
export function tileAfter(key: string, from: number, places: readonly Place[]): number {
  switch (key) {
    case 'ArrowRight':
      return Math.min(from + 1, places.length - 1)
    case 'ArrowLeft':
      return Math.max(from - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return places.length - 1
    case 'ArrowDown':
      return nearest(from, places, 1)
    case 'ArrowUp':
      return nearest(from, places, -1)
    default:
      return -1
  }
}

/** The tile in the next row whose left edge is nearest. */
function nearest(from: number, places: readonly Place[], direction: 1 | -1): number {
  const here = places[from]
  if (!here) return from
  const distance = (place: Place) =>
    direction === 1 ? place.top - (here.top + here.height) : here.top - (place.top + place.height)
  const beyond = places.flatMap((place, index) => (distance(place) >= -1 ? [{ place, index }] : []))
  const best = beyond.sort(
    (a, b) =>
      distance(a.place) - distance(b.place) ||
      Math.abs(a.place.left - here.left) - Math.abs(b.place.left - here.left),
  )[0]
  return best?.index ?? from
}
