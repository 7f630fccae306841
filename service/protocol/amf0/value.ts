/**
 * A value of the Action Message Format 0. Objects, typed objects and ECMA arrays are all read as
 * {@link AmfObject}; `undefined` and `unsupported` are read as undefined.
 */
export type AmfValue = number | boolean | string | null | undefined | Date | AmfObject | readonly AmfValue[]

/** Read objects have no prototype, so that no member name of a peer reaches one. */
export interface AmfObject {
  readonly [member: string]: AmfValue
}

/** Type markers (AMF0 specification 2.1). */
export const MARKER = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xmlDocument: 15,
  typedObject: 16,
} as const

/** True for what was an object or ECMA array on the wire. */
export function isAmfObject(value: AmfValue): value is AmfObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}
