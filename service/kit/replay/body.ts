/** A body as a recorded file has it. */
export interface RecordedBody {
  readonly json?: unknown
  readonly text?: string | undefined
}

/** As text; undefined where there is none. */
export const bodyOf = ({ json, text }: RecordedBody): string | undefined =>
  json === undefined ? text : JSON.stringify(json)

/** As JSON where it is some, else the text. */
export function contentOf(text: string | undefined): unknown {
  if (text === undefined || text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
