import type { GlyphName } from './Glyph.tsx'
import type { Tone } from './tone.ts'

/** Something as it is drawn beside its words. */
export interface Drawn {
  readonly glyph: GlyphName
  readonly tone: Tone
}
