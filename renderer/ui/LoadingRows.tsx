import { Delayed } from './Delayed.tsx'
import css from './LoadingRows.module.css'

const WIDTHS = [120, 180, 60, 80, 90, 140]

/** Still rows where those of a table will be. */
export function LoadingRows({ label }: { label: string }) {
  return (
    <Delayed>
      <div className={css.skeleton} role="status" aria-label={label}>
        {Array.from({ length: 8 }, (_, row) => (
          <div key={row} className={css.row} aria-hidden="true">
            {WIDTHS.map((width) => (
              <span key={width} style={{ width }} />
            ))}
          </div>
        ))}
      </div>
    </Delayed>
  )
}
