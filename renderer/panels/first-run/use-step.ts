import { useEffect, useState } from 'react'

export const STEPS = ['language', 'user', 'ports', 'data'] as const
export type Step = (typeof STEPS)[number]

const PREFIX = '#/first-run/'

/** The step in the address; the first one where it names none. */
const readStep = (hash: string): Step => STEPS.find((step) => hash === `${PREFIX}${step}`) ?? 'language'

/** The step shown stands in the address: reload keeps it, and the browser's own button goes back. */
export function useStep(): [Step, (step: Step) => void] {
  const [step, setStep] = useState(() => readStep(location.hash))
  useEffect(() => {
    const listen = () => setStep(readStep(location.hash))
    addEventListener('hashchange', listen)
    return () => removeEventListener('hashchange', listen)
  }, [])
  return [step, (next) => (location.hash = `${PREFIX}${next}`)]
}
