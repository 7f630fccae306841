/** Code that the first picture does not wait for, each piece a file of its own. */
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { whenIdle } from './idle.ts'

const pieces: { readonly preload?: () => Promise<void> | undefined }[] = []

/**
 * A component whose code is loaded when it is drawn first, or whenever there is time.
 * @param name of the component; its type must not be looked at here, as that of a room follows from the router's
 */
export function later<Name extends string, Props = object>(
  load: () => Promise<Readonly<Record<Name, unknown>>>,
  name: Name,
) {
  const component = lazyRouteComponent(
    load as () => Promise<Record<string, (props: Props) => ReactNode>>,
    name,
  )
  pieces.push(component)
  return component
}

/** Loads what was not drawn yet, one piece whenever there is time, so that each opens without the engine too. */
export async function loadLater(): Promise<void> {
  for (const { preload } of pieces) {
    await whenIdle()
    await preload?.()
  }
}
