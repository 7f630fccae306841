/** What would change in OBS, then what was changed. */
import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RtmpChannel } from '../../../channel/channel-kind.ts'
import { UserText } from '../../../ui/UserText.tsx'
import { encoderSettings } from '../encoder-settings.ts'
import { ObsFailed } from './ObsFailed.tsx'
import type { Found, ObsState } from './obs.ts'
import { differences, takesKeyFrames, wantedState, type Difference } from './wanted.ts'
import css from './Obs.module.css'

interface Props {
  readonly channel: RtmpChannel
  readonly found: Found
  readonly close: () => void
}

export function Review({ channel, found: { connection, obs }, close }: Props) {
  const { t } = useTranslation()
  const [withQuality, setWithQuality] = useState(true)
  /** What was written; null before, and once it was undone. */
  const [written, setWritten] = useState<ObsState | null>(null)
  const next = wantedState(channel, obs.state, withQuality)
  const changes = differences(obs.state, next)
  const write = useMutation({
    mutationFn: () => connection.write(next, obs.state),
    onSuccess: () => setWritten(next),
  })
  const undo = useMutation({
    mutationFn: (from: ObsState) => connection.write(obs.state, from),
    onSuccess: () => setWritten(null),
  })
  const start = useMutation({ mutationFn: () => connection.start() })
  const isSet = written !== null || changes.length === 0
  const isBusy = write.isPending || undo.isPending || start.isPending
  return (
    <div className={css.stack}>
      <p>
        <UserText>{t('obs.found', { version: obs.version, profile: obs.profile })}</UserText>
      </p>
      {written === null && (
        <>
          <Changes changes={changes} />
          <Checkbox
            label={t('obs.quality')}
            description={t('obs.qualityHelp')}
            checked={withQuality}
            onChange={(event) => setWithQuality(event.currentTarget.checked)}
          />
        </>
      )}
      <ByHand channel={channel} state={obs.state} />
      <p role="status" className={css.said}>
        {start.isSuccess
          ? t('obs.started')
          : written !== null
            ? t('obs.written')
            : undo.isSuccess && t('obs.undone')}
      </p>
      <ObsFailed error={start.error ?? undo.error ?? write.error} port="" />
      <div className={css.end}>
        {written !== null && !start.isSuccess && (
          <Button loading={undo.isPending} disabled={isBusy} onClick={() => undo.mutate(written)}>
            {t('obs.undo')}
          </Button>
        )}
        <Button onClick={close}>{t(written === null ? 'common.cancel' : 'common.close')}</Button>
        {isSet && !start.isSuccess && (
          <Button variant="filled" loading={start.isPending} disabled={isBusy} onClick={() => start.mutate()}>
            {t('obs.start')}
          </Button>
        )}
        {!isSet && (
          <Button variant="filled" loading={write.isPending} disabled={isBusy} onClick={() => write.mutate()}>
            {t('obs.write')}
          </Button>
        )}
      </div>
    </div>
  )
}

function Changes({ changes }: { changes: readonly Difference[] }) {
  const { t } = useTranslation()
  if (changes.length === 0) return <p>{t('obs.nothing')}</p>
  return (
    <table className={css.changes} aria-label={t('obs.changes')}>
      <thead>
        <tr>
          <th scope="col">{t('obs.setting')}</th>
          <th scope="col">{t('obs.from')}</th>
          <th scope="col">{t('obs.to')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ setting, from, to }) => (
          <tr key={setting}>
            <th scope="row">{t(`obs.label.${setting}`)}</th>
            <td>{from || <span className="third">{t('obs.none')}</span>}</td>
            <td>{to}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What obs-websocket cannot set. */
function ByHand({ channel, state }: { channel: RtmpChannel; state: ObsState }) {
  const { t } = useTranslation()
  const { video } = encoderSettings(channel.renditions)
  if (video === null || takesKeyFrames(state)) return null
  return (
    <p className="second">
      {t(state.simple === null ? 'obs.byHandRates' : 'obs.byHand', { seconds: video.keyFrameSeconds })}
    </p>
  )
}
