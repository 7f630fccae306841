import { useMemo, useState } from 'react'
import { allZones, zoneOffset } from './zone.ts'

/** Zones to choose from, each with its hours from UTC. */
export function useZones(current: string): { readonly value: string; readonly label: string }[] {
  const [now] = useState(() => Date.now())
  return useMemo(
    () => allZones(current).map((value) => ({ value, label: `${value} (${zoneOffset(value, now)})` })),
    [current, now],
  )
}
