import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playRecording, RECORDINGS_KEY } from '../../api/recordings.ts'
import { Notice } from '../../ui/Notice.tsx'
import { refusalText } from './refusal.ts'
import css from './Recordings.module.css'

/** The movie of a recording, in the browser's own player. */
export function PlayerDialog({ id, hasPicture }: { id: string; hasPicture: boolean }) {
  const { t } = useTranslation()
  const [broken, setBroken] = useState(false)
  const { data: url, error } = useQuery({
    queryKey: [...RECORDINGS_KEY, 'play', id],
    queryFn: () => playRecording(id),
    staleTime: Infinity,
    gcTime: 0,
  })
  if (error !== null) return <Notice tone="fail">{refusalText(t, error)}</Notice>
  if (broken) return <Notice tone="fail">{t('recordings.playFailed')}</Notice>
  return (
    <>
      <div className={css.stage} data-audio={!hasPicture || undefined}>
        {url === undefined ? (
          <span role="status">{t('recordings.opening')}</span>
        ) : (
          <video
            src={url}
            controls
            autoPlay
            playsInline
            data-autofocus
            aria-label={t('recordings.player')}
            onError={() => setBroken(true)}
          />
        )}
      </div>
      <p className={`meta ${css.below ?? ''}`}>{t('recordings.playerHelp')}</p>
    </>
  )
}
