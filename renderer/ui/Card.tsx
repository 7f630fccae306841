import { useId, type ReactNode } from 'react'
import css from './Card.module.css'

/** A card with its title; `aside` stands at the right of the head. */
export function Card(props: { title: string; aside?: ReactNode; children: ReactNode; flush?: boolean }) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.head}>
        <h2 id={id}>{props.title}</h2>
        {props.aside !== undefined && <div className={css.aside}>{props.aside}</div>}
      </header>
      <div className={css.body} data-flush={props.flush || undefined}>
        {props.children}
      </div>
    </section>
  )
}

/** Label and value pairs of a card. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={css.facts}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
