import { compactJson } from '../api/compact-json.ts'

/** Characters of a line in the inspector. */
const WIDTH = 52

/** A body as a person would lay it out; what is no JSON, as a cut body is not, stays as it is. */
export function prettyBody(text: string): string {
  try {
    return compactJson(JSON.parse(text), WIDTH)
  } catch {
    return text
  }
}
