/** Characters of the longest line, as far as there are places to break. */
const WIDTH = 88

/** JSON as a person would lay it out: what fits in a line of `width` characters stands in one. */
export const compactJson = (value: unknown, width = WIDTH): string => layOut(value, width, '', 0)

/** Text that may be JSON, laid out; what is none, as a body that was cut is not, stays as it is. */
export function laidOutText(text: string, width: number): string {
  try {
    return compactJson(JSON.parse(text), width)
  } catch {
    return text
  }
}

/** @param before characters that stand before the value in its line */
function layOut(value: unknown, width: number, indent: string, before: number): string {
  const line = oneLine(value)
  if (before + line.length <= width || typeof value !== 'object' || value === null) return line
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => inner + layOut(item, width, inner, inner.length))
    : Object.entries(value).map(([name, item]) => {
        const start = `${inner}${JSON.stringify(name)}: `
        return start + layOut(item, width, inner, start.length)
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${parts.join(',\n')}\n${indent}${close}`
}

function oneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`
  const parts = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${oneLine(item)}`)
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}
