/** Whether what is published and recordings would lie in the same folders of a store. Pure. */
import type { PublishTarget } from '../../contract/console/publishing.ts'
import { ID_PATTERN } from '../../contract/ids.ts'
import type { StoredDestination } from '../archive/repository.ts'

export type MadeDestination = Pick<StoredDestination, 'id' | 'bucketUri'>

type Target = Pick<PublishTarget, 'destinationId' | 'prefix'>

/**
 * Recordings are at `<destination>/<channel>/<connection>/r0/`, published files at
 * `<destination>/<prefix>/<channel>/<connection>/r0/`.
 * @param made all destinations that the system ever had: what was recorded stays where a deleted one led
 */
export function hasRecordings(target: Target, made: readonly MadeDestination[]): boolean {
  const place = placeOf(target, made)
  return place !== null && made.some(({ bucketUri }) => meet(place, partsOf(bucketUri)))
}

/** True where both lead to the same folder, also by two destinations. */
export function isSamePlace(one: Target, other: Target, made: readonly MadeDestination[]): boolean {
  const [place, otherPlace] = [placeOf(one, made), placeOf(other, made)]
  return place !== null && otherPlace !== null && place.join('/') === otherPlace.join('/')
}

function placeOf({ destinationId, prefix }: Target, made: readonly MadeDestination[]): string[] | null {
  const bucketUri = made.find(({ id }) => id === destinationId)?.bucketUri
  return bucketUri === undefined ? null : partsOf(`${bucketUri}/${prefix}`)
}

/** One is the other, or is in the folder of a channel there. */
function meet(one: readonly string[], other: readonly string[]): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one]
  const next = longer[shorter.length]
  const isBelow = shorter.every((part, index) => part === longer[index])
  return isBelow && (next === undefined || ID_PATTERN.test(next.toUpperCase()))
}

/**
 * Scheme, bucket, and each folder. Accounts and end points are left out: a store may have several addresses. So is
 * case, which folders of Windows and macOS do not have.
 */
function partsOf(bucketUri: string): string[] {
  const text = bucketUri.startsWith('file:') ? decoded(bucketUri) : bucketUri
  return text
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
