/** The clock that all rules of time obey: stopped, moved on, let go. */
import { Button, SegmentedControl, Select } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EmulatorView } from '../../../../service/contract/console/emulator/state.ts'
import {
  advanceClock,
  EMULATOR_KEY,
  freezeClock,
  readEmulatorClock,
  releaseClock,
  runClock,
} from '../../../api/emulator.ts'
import { useNow } from '../../../api/events/clock.ts'
import { dateText } from '../../../emulator/Band.tsx'
import { timeOf } from '../../../emulator/unreal.ts'
import { useEmulatorAct } from '../../../emulator/use-emulator-act.ts'
import { timeOfDay, zoneName } from '../../../i18n/format.ts'
import { usePreferences } from '../../../stores/preferences.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time.ts'
import { Card } from '../../../ui/Card.tsx'
import { useMinute } from '../../../ui/Moment.tsx'
import { SettingsFailed } from '../SettingsFailed.tsx'
import { Advancing, LastAdvance } from './LastAdvance.tsx'
import css from './Emulator.module.css'

type Clock = EmulatorView['clock']
const RATES = [2, 10, 60, 600, 3600]
const STEPS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS]
const isMode = (text: string): text is Clock['mode'] => ['real', 'frozen', 'rate'].includes(text)

export function ClockCard({ clock }: { clock: Clock }) {
  const { t } = useTranslation()
  const query = useClockState()
  const choose = useEmulatorAct((mode: Clock['mode']) =>
    mode === 'real' ? releaseClock() : mode === 'frozen' ? freezeClock() : runClock(RATES[2] ?? 60),
  )
  return (
    <Card
      title={t('emulator.clock.title')}
      flush
      aside={
        <SegmentedControl
          size="xs"
          aria-label={t('emulator.clock.mode')}
          disabled={choose.isRunning}
          value={clock.mode}
          onChange={(mode) => isMode(mode) && choose.run(mode)}
          data={(['real', 'frozen', 'rate'] as const).map((value) => ({
            value,
            label: t(`emulator.clock.modes.${value}`),
          }))}
        />
      }
    >
      <div className={css.clock}>
        <Face clock={clock} />
        {query.data?.moving ? (
          <Advancing moving={query.data.moving} />
        ) : (
          <>
            <Moves clock={clock} />
            <Release clock={clock} />
          </>
        )}
      </div>
      {query.error === null ? (
        <LastAdvance last={query.data?.last} />
      ) : (
        <SettingsFailed query={query} className={css.foot} />
      )}
    </Card>
  )
}

/** While it is moved often, by whomever. */
function useClockState() {
  return useQuery({
    queryKey: [...EMULATOR_KEY, 'clock'],
    queryFn: readEmulatorClock,
    refetchInterval: ({ state }) => (state.data?.moving ? 250 : 1000),
  })
}

function Face({ clock }: { clock: Clock }) {
  const { t } = useTranslation()
  const now = useNow()
  const { timeZone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  const time = timeOf(clock) ?? 'real'
  return (
    <div className={css.face}>
      <div>
        <div className="meta">
          {t(`emulator.clock.label.${time}`, { zone: zoneName(now, timeZone), rate: clock.rate })}
        </div>
        <div className={css.time}>{timeOfDay(now, timeZone)}</div>
      </div>
      <div className={css.beside}>
        <div className="third">{dateText(now, timeZone, language)}</div>
        <div>{t('emulator.clock.media')}</div>
      </div>
    </div>
  )
}

/** How far it is moved on at once, and how fast it goes by itself. */
function Moves({ clock }: { clock: Clock }) {
  const { t } = useTranslation()
  const [step, setStep] = useState(DAY_MS)
  const minute = useMinute()
  const now = useNow()
  const { run: advance, isRunning } = useEmulatorAct(advanceClock)
  const { next } = clock
  return (
    <div className={css.moves}>
      <Select
        className={css.step}
        label={t('emulator.clock.by')}
        allowDeselect={false}
        data={STEPS.map((ms) => ({ value: String(ms), label: stepText(t, ms) }))}
        value={String(step)}
        onChange={(value) => setStep(Number(value))}
      />
      <Button variant="filled" loading={isRunning} onClick={() => advance(step)}>
        {t('emulator.clock.advance')}
      </Button>
      {next !== null && next.at > now && (
        <Button disabled={isRunning} onClick={() => advance(next.at - now)}>
          {t('emulator.clock.next', { time: minute(next.at) })}
        </Button>
      )}
      {clock.mode === 'rate' && <Rate rate={clock.rate} />}
    </div>
  )
}

function Rate({ rate }: { rate: number }) {
  const { t } = useTranslation()
  const { mutate } = useMutation({ mutationFn: runClock })
  const rates = [...new Set([...RATES, rate])].sort((a, b) => a - b)
  return (
    <Select
      className={css.step}
      label={t('emulator.clock.rateLabel')}
      allowDeselect={false}
      data={rates.map((value) => ({
        value: String(value),
        label: t('emulator.clock.rate', { rate: value }),
      }))}
      value={String(rate)}
      onChange={(value) => mutate(Number(value))}
    />
  )
}

function Release({ clock }: { clock: Clock }) {
  const { t } = useTranslation()
  const { run, isRunning } = useEmulatorAct(releaseClock)
  const time = timeOf(clock)
  // It is never set back: what happened would lie in the future.
  if (time === null || time === 'ahead') return null
  return (
    <Button className={css.release} loading={isRunning} onClick={() => run()}>
      {t('emulator.clock.release')}
    </Button>
  )
}

/** `24 h` and `1 h` in hours, what is longer in days. @param ms milliseconds */
function stepText(t: TFunction, ms: number): string {
  if (ms < HOUR_MS) return t('emulator.clock.step.minutes', { count: ms / MINUTE_MS })
  if (ms <= DAY_MS) return t('emulator.clock.step.hours', { count: ms / HOUR_MS })
  return t('emulator.clock.step.days', { count: ms / DAY_MS })
}
