/** Values of playlist attributes (RFC 8216 4.2). */

/** A (signed) decimal-floating-point: never an exponent, which JavaScript would write for extreme values. */
export function decimal(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/\.?0+$/, '') : BigInt(Math.trunc(value)).toString()
}

/** A quoted-string; what may not stand in one is percent-encoded, as these values are addresses. */
export function quoted(value: string): string {
  return `"${value.replace(/["\r\n]/g, (c) => encodeURIComponent(c))}"`
}
