/** How a call is drawn by its status. Pure. */
import type { GlyphName } from '../../ui/Glyph.tsx'
import type { Tone } from '../../ui/tone.ts'

/** Refusals of what a caller sent need attention; what the service did not manage is a failure. */
export function drawStatus(status: number): { readonly glyph: GlyphName; readonly tone: Tone } {
  if (status >= 500) return { glyph: 'fail', tone: 'fail' }
  if (status >= 400) return { glyph: 'warn', tone: 'warn' }
  return { glyph: 'ok', tone: 'ok' }
}
