import type { ReactNode } from 'react'
import css from './NewDestination.module.css'

/** The name of a field, with that of the API in small print. */
export function ApiLabel({ children, member }: { children: ReactNode; member: string }) {
  return (
    <>
      {children} <span className={css.member}>{member}</span>
    </>
  )
}
