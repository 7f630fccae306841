import { useEffect, useState, type ReactNode } from 'react'

/** Shows its content only when waiting takes longer than 150 ms, so that fast answers do not flicker. */
export function Delayed({ children }: { children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return due ? children : null
}
