/** Search parameters as rooms read them. Pure. */
export type Address = Readonly<Record<string, unknown>>

/** The texts among `names`; empty ones are left out. The router reads digits as a number. */
export function textsOf<Name extends string>(
  address: Address,
  names: readonly Name[],
): { readonly [N in Name]?: string } {
  const texts = names.flatMap((name) => {
    const value = address[name]
    return (typeof value === 'string' || typeof value === 'number') && value !== ''
      ? [[name, String(value)]]
      : []
  })
  return Object.fromEntries(texts) as { readonly [N in Name]?: string }
}

/** The one of `known` that the address names; nothing where it names none. */
export function oneOf<Value extends string>(
  address: Address,
  name: string,
  known: readonly Value[],
): Value | undefined {
  return known.find((one) => one === address[name])
}
