/** Records five seconds of what is sent and plays them back: the only way to hear it as others will. */
import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sound } from '../../studio/sources.ts'
import { Glyph } from '../../ui/Glyph.tsx'

const RECORD_MS = 5000

export function ListenCheck() {
  const { t } = useTranslation()
  const [step, setStep] = useState<'idle' | 'recording' | 'playing'>('idle')
  const stop = useRef<() => void>(() => undefined)
  useEffect(() => () => stop.current(), [])
  const start = () => {
    sound().resume()
    const recorder = new MediaRecorder(new MediaStream([sound().track]))
    const player = new Audio()
    const timer = setTimeout(() => recorder.stop(), RECORD_MS)
    recorder.ondataavailable = ({ data }) => {
      player.src = URL.createObjectURL(data)
      const done = () => {
        URL.revokeObjectURL(player.src)
        setStep('idle')
      }
      player.onended = done
      setStep('playing')
      player.play().catch(done)
    }
    recorder.start()
    setStep('recording')
    stop.current = () => {
      clearTimeout(timer)
      recorder.ondataavailable = null
      if (recorder.state === 'recording') recorder.stop()
      player.pause()
    }
  }
  return (
    <Button
      disabled={step !== 'idle'}
      leftSection={<Glyph name={step === 'recording' ? 'recording' : 'idle'} />}
      onClick={start}
    >
      {t(`studio.listen.${step}`)}
    </Button>
  )
}
