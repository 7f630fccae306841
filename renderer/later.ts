/** Code that the first picture does not wait for, each piece a file of its own. */
import { createElement, use, type ComponentType, type ReactNode } from 'react'
import { whenIdle } from './idle.ts'
import { NotLoaded } from './ui/NotLoaded.tsx'

const pieces: { readonly preload: () => Promise<void> }[] = []

/**
 * A component whose code is loaded when it is drawn first, or whenever there is time.
 * @param name of the component; its type must not be looked at here, as that of a room follows from the router's
 */
export function later<Name extends string, Props extends object = object>(
  load: () => Promise<Readonly<Record<Name, unknown>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  /** Resolved also where it can't be loaded. */
  const preload = (): Promise<void> =>
    (loading ??= load().then(
      (code) => {
        loaded = code[name] as ComponentType<Props>
      },
      () => undefined,
    ))
  function Later(props: Props): ReactNode {
    if (loaded === undefined) use(preload())
    return loaded === undefined ? createElement(NotLoaded) : createElement(loaded, props)
  }
  const component = Object.assign(Later, { preload })
  pieces.push(component)
  return component
}

/** Loads what was not drawn yet, one piece whenever there is time, so that each opens without the engine too. */
export async function loadLater(): Promise<void> {
  for (const { preload } of pieces) {
    await whenIdle()
    await preload()
  }
}
