import type { ReadyInfo } from '../platform/settings/ready-file.ts'

type CamelCase<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name

/**
 * Where everything listens, and how to get in: the members of the ready file. What is null after the first start on a
 * data folder has a value on one that is new. Base addresses have no slash at their end.
 */
export type Ready = { readonly [Name in keyof ReadyInfo as CamelCase<Name>]: ReadyInfo[Name] & string }

/** The ready file's members in camel case. */
export function readyOf(info: ReadyInfo): Ready {
  const rename = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(info).map(([name, value]) => [rename(name), value])) as Ready
}
