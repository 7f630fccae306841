import { Glyph } from '../ui/Glyph.tsx'
import type { PlateText } from './use-picture-plate.ts'
import css from './PicturePlate.module.css'

/**
 * Stands over the picture of a tile, right after it: in the middle of one that is old, which is drawn dark and
 * grey; at the edge of one that goes on.
 */
export function PicturePlate({ plate }: { plate: PlateText | null }) {
  if (plate === null) return null
  const { glyph, tone, isOld, lines, last, mark } = plate
  return (
    <span className={css.over} data-old={isOld || undefined} data-plate {...mark}>
      <span className={css.place}>
        <span className={css.plate}>
          <Glyph name={glyph} tone={tone} />
          <span className={css.text}>
            {lines.map((line) => (
              <strong key={line} className="num">
                {line}
              </strong>
            ))}
            {last !== null && <span className={`num ${css.last ?? ''}`}>{last}</span>}
          </span>
        </span>
      </span>
    </span>
  )
}
