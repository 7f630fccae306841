import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Where a window is, in device-independent pixels. */
export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface WindowPlace {
  readonly bounds: Bounds
  readonly maximized: boolean
}

/** How much of the remembered window must be on a screen to be used: enough to grab it. */
const GRASP = 64

/**
 * The remembered place, or null when there is none, the file is damaged, or the screen is gone.
 * @param workAreas usable areas of the screens that are there now
 */
export function recallPlace(file: string, workAreas: readonly Bounds[]): WindowPlace | null {
  try {
    const place = JSON.parse(readFileSync(file, 'utf8')) as unknown
    return isPlace(place) && workAreas.some((area) => overlap(place.bounds, area) >= GRASP) ? place : null
  } catch {
    return null
  }
}

/** Writes the place for the next start; a folder that cannot be written to costs only the memory. */
export function rememberPlace(file: string, place: WindowPlace): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(place))
    renameSync(`${file}.new`, file)
  } catch (error) {
    console.warn(`The window's place could not be kept: ${String(error)}`)
  }
}

function isPlace(value: unknown): value is WindowPlace {
  if (typeof value !== 'object' || value === null) return false
  const { bounds, maximized } = value as Partial<WindowPlace>
  return typeof maximized === 'boolean' && typeof bounds === 'object' && isBounds(bounds)
}

function isBounds(bounds: Partial<Bounds>): boolean {
  const { x, y, width, height } = bounds
  return (
    [x, y, width, height].every(Number.isSafeInteger) && Number(width) >= GRASP && Number(height) >= GRASP
  )
}

/** The shorter side of what two rectangles share, 0 when they share nothing. */
function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, Math.min(width, height))
}
