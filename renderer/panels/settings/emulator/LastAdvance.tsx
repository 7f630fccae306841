/** How far a move of the clock is, and what fired in the last one, in order. */
import { Button, Progress } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { ClockMove, ClockState, Firing } from '../../../../service/contract/console/emulator/clock.ts'
import { EMULATOR_KEY, listFirings, stopClock } from '../../../api/emulator.ts'
import { spanText } from '../../../emulator/span-text.ts'
import { useEmulatorAct } from '../../../emulator/use-emulator-act.ts'
import { Moment, useMoment } from '../../../ui/Moment.tsx'
import { SettingsFailed } from '../SettingsFailed.tsx'
import css from './Emulator.module.css'

export function Advancing({ moving: { from, to, at } }: { moving: NonNullable<ClockState['moving']> }) {
  const { t } = useTranslation()
  const momentOf = useMoment()
  const { run, isRunning } = useEmulatorAct(stopClock)
  const share = to === from ? 100 : ((at - from) / (to - from)) * 100
  return (
    <div className={css.advancing}>
      <div className={css.progress}>
        <div className="num">{t('emulator.clock.advancing', { time: momentOf(to), at: momentOf(at) })}</div>
        <Progress value={share} aria-label={t('emulator.clock.progress')} />
      </div>
      <Button loading={isRunning} onClick={() => run()}>
        {t('emulator.clock.stop')}
      </Button>
    </div>
  )
}

/** @param last undefined before it is known */
export function LastAdvance({ last }: { last: ClockMove | null | undefined }) {
  const { t } = useTranslation()
  if (last === undefined) return null
  if (last === null) return <div className={`${css.foot} third`}>{t('emulator.clock.never')}</div>
  const took = (last.durationMs / 1000).toFixed(1)
  const span = spanText(t, last.at - last.from)
  const show = () =>
    modals.open({
      title: t('emulator.clock.fired'),
      closeButtonProps: { 'aria-label': t('common.close') },
      size: 720,
      children: <Firings />,
    })
  return (
    <div className={css.foot}>
      <span className="third num">
        {t(last.stopped ? 'emulator.clock.stopped' : 'emulator.clock.last', { span, took })}
      </span>
      {last.total === 0 && <span>{t('emulator.clock.nothing')}</span>}
      {Object.entries(last.counts).map(([kind, count]) => (
        <span key={kind} className="num">
          {firedText(t, kind as Firing['kind'], count)}
        </span>
      ))}
      {last.total > 0 && (
        <Button variant="transparent" size="compact-sm" className={css.link} onClick={show} data-list>
          {t('emulator.clock.list')}
        </Button>
      )}
    </div>
  )
}

const firedText = (t: TFunction, kind: Firing['kind'], count: number) =>
  t(`emulator.fired.${kind}`, { count })

function Firings() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: [...EMULATOR_KEY, 'firings'], queryFn: listFirings })
  if (query.error !== null) return <SettingsFailed query={query} />
  if (!query.data) return null
  const { firings, total } = query.data
  return (
    <div className={css.list} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('emulator.clock.at')}</th>
            <th scope="col">{t('emulator.clock.what')}</th>
            <th scope="col">{t('emulator.clock.which')}</th>
          </tr>
        </thead>
        <tbody>
          {firings.map((firing, index) => (
            // What has fired never changes its place.
            <tr key={index}>
              <td>
                <Moment at={firing.at} />
              </td>
              <td>{firedText(t, firing.kind, 1)}</td>
              <td className="mono">{subjectOf(firing)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > firings.length && (
        <p className="meta">{t('emulator.clock.first', { count: firings.length })}</p>
      )}
    </div>
  )
}

function subjectOf(firing: Firing): string {
  switch (firing.kind) {
    case 'webhook.written':
      return `${firing.type} ${firing.url}`
    case 'webhook.attempt':
      return `${firing.type} ${firing.attempt}: ${firing.status ?? firing.outcome}, ${firing.url}`
    case 'session.ended':
      return String(firing.userId)
    case 'idempotency-key.ended':
      return firing.owner
    case 'playlist-address.ended':
      return firing.channelId
    case 'connection.ended':
      return `${firing.reason} ${firing.connectionId}`
    case 'login-limit.released':
      return firing.of
    case 'retention.removed':
      return `${firing.of} ${firing.rows}`
    default:
      return firing.name
  }
}
