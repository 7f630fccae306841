import { useEffect, useState, type ReactNode } from 'react'

/** Shows its content only when waiting takes longer than `ms`, so that fast answers do not flicker. */
export function Delayed({ ms = 150, children }: { ms?: number; children: ReactNode }) {
  const [due, setDue] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due ? children : null
}
