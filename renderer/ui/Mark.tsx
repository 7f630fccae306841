import css from './Mark.module.css'

/** The mark of Airdesk. */
export function Mark() {
  return (
    <svg className={css.mark} width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <rect width="16" height="16" rx="4" />
      <path d="M6 5h3a3 3 0 0 1 0 6H5V6a1 1 0 0 1 1-1z" />
    </svg>
  )
}
