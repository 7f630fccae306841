/** Says changes of state to screen readers, one at a time; never figures. */
import { useEffect, useState } from 'react'

let say: (text: string) => void = () => undefined

/** Announces politely, also the same text twice in a row. */
export function announce(text: string): void {
  say(text)
}

export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => {
    say = (next) => setText((before) => (before === next ? `${next}\u00a0` : next))
    return () => {
      say = () => undefined
    }
  }, [])
  return (
    <div role="status" aria-live="polite" className="hidden-text">
      {text}
    </div>
  )
}
