/** A button that acts only when it is held for a second, by pointer or by Enter. A tap, Space or click do nothing. */
import { Button } from '@mantine/core'
import { useEffect, useId, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { isEnter } from './enter.ts'
import { Hold, type HoldClock } from './hold.ts'
import css from './HoldButton.module.css'

const windowClock: HoldClock = {
  now: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

export function HoldButton(props: {
  readonly label: string
  /** How to use it, for who does not see the ring. */
  readonly hint: string
  readonly filled?: boolean
  readonly disabled?: boolean
  readonly onHeld: () => void
}) {
  const { label, hint, filled = false, disabled = false, onHeld } = props
  const hintId = useId()
  const [held, setHeld] = useState(false)
  const [hold] = useState(() => new Hold(windowClock, setHeld))
  useEffect(() => {
    hold.tell(onHeld)
  }, [hold, onHeld])
  useEffect(() => () => hold.abandon(), [hold, disabled])
  const keyDown = (event: KeyboardEvent) => {
    if (event.key !== ' ' && event.key !== 'Enter') return
    event.preventDefault()
    if (isEnter(event)) hold.press('key', event.repeat)
  }
  const pointerDown = (event: PointerEvent) => {
    if (event.isPrimary && event.button === 0) hold.press('pointer')
  }
  const pointerUp = () => hold.release('pointer')
  return (
    <Button
      className={css.button}
      variant={filled ? 'filled' : 'default'}
      disabled={disabled}
      aria-describedby={hintId}
      data-held={held || undefined}
      leftSection={<Ring />}
      onKeyDown={keyDown}
      onKeyUp={(event) => event.key === 'Enter' && hold.release('key')}
      onBlur={() => hold.abandon()}
      onPointerDown={pointerDown}
      onPointerUp={pointerUp}
      onPointerLeave={pointerUp}
      onPointerCancel={pointerUp}
      onContextMenu={(event) => event.preventDefault()}
    >
      {label}
      <span id={hintId} className="hidden-text">
        {hint}
      </span>
    </Button>
  )
}

function Ring() {
  return (
    <svg className={css.ring} width="18" height="18" viewBox="0 0 18 18" fill="none" aria-hidden="true">
      <circle cx="9" cy="9" r="7.5" className={css.track} />
      <circle cx="9" cy="9" r="7.5" pathLength="1" className={css.fill} transform="rotate(-90 9 9)" />
      <circle cx="9" cy="9" r="3" className={css.dot} />
    </svg>
  )
}
