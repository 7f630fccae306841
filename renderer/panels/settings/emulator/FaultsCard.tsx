/** Faults on purpose: each is a sentence with what it hit; over and off ones are grey. */
import { ActionIcon, Button, Switch, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { EmulatorView } from '../../../../service/contract/console/emulator/state.ts'
import type { FaultState, FaultView } from '../../../../service/contract/console/emulator/faults.ts'
import {
  EMULATOR_KEY,
  exportFaults,
  listFaults,
  readEmulator,
  removeFault,
  switchFault,
} from '../../../api/emulator.ts'
import { useChannels } from '../../../api/events/hooks.ts'
import { useEmulatorAct } from '../../../emulator/use-emulator-act.ts'
import { grouped, shortId } from '../../../i18n/format.ts'
import { Card } from '../../../ui/Card.tsx'
import { Glyph, type GlyphName } from '../../../ui/Glyph.tsx'
import { saveFile } from '../../../save-file.ts'
import type { Tone } from '../../../ui/tone.ts'
import { useChannelName } from '../../../channel/use-channel-name.ts'
import { SettingsFailed } from '../SettingsFailed.tsx'
import { askForFault } from './FaultEditor.tsx'
import { endText, whatText, whereText } from './fault-text.ts'
import { Presets } from './Presets.tsx'
import css from './Emulator.module.css'

/** @param counts what everybody is told; where it changes, faults are read again */
export function FaultsCard({ counts }: { counts: EmulatorView['faults'] }) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: [...EMULATOR_KEY, 'faults', counts.armed, counts.hits],
    queryFn: listFaults,
    placeholderData: (before) => before,
  })
  const { data: status } = useQuery({ queryKey: [...EMULATOR_KEY, 'status'], queryFn: readEmulator })
  const { run: save } = useEmulatorAct(async () =>
    saveFile('airdesk-faults.json', `${JSON.stringify(await exportFaults(), null, 2)}\n`, 'application/json'),
  )
  return (
    <Card
      title={t('emulator.faults.title')}
      flush
      aside={
        <>
          {status && status.seed !== null && (
            <span className="num">{t('emulator.faults.seed', { seed: status.seed })}</span>
          )}
          <Button variant="transparent" size="compact-sm" className={css.link} onClick={() => save()}>
            {t('emulator.faults.export')}
          </Button>
          <Button size="xs" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={() => askForFault(t)}>
            {t('emulator.faults.add')}
          </Button>
        </>
      }
    >
      {query.error !== null && <SettingsFailed query={query} className={css.foot} />}
      {query.data?.faults.length === 0 && <p className={css.none}>{t('emulator.faults.none')}</p>}
      {query.data && query.data.faults.length > 0 && <Table faults={query.data.faults} />}
      <Presets />
    </Card>
  )
}

function Table({ faults }: { faults: readonly FaultView[] }) {
  const { t } = useTranslation()
  return (
    <div className={css.scroll} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {(['on', 'what', 'where', 'ends'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`emulator.faults.${column}`)}
              </th>
            ))}
            <th scope="col" className={css.number}>
              {t('emulator.faults.hits')}
            </th>
            <th scope="col">{t('emulator.faults.state')}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((view) => (
            <Row key={view.fault.id} view={view} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const LOOKS: Readonly<Record<FaultState, readonly [GlyphName, Tone | 'lab']>> = {
  armed: ['flask', 'lab'],
  over: ['ok', 'ok'],
  off: ['idle', 'idle'],
}

function Row({ view }: { view: FaultView }) {
  const { t } = useTranslation()
  const { fault, state, hits } = view
  const channelName = useNameOfChannel()
  const what = whatText(t, fault)
  const turn = useEmulatorAct((on: boolean) => switchFault(fault.id, on))
  const remove = useEmulatorAct(() => removeFault(fault.id))
  const [glyph, tone] = LOOKS[state]
  const removeName = t('emulator.faults.remove', { what })
  return (
    <tr data-quiet={state !== 'armed' || undefined}>
      <td>
        <Switch
          aria-label={t('emulator.faults.onOf', { what })}
          checked={state === 'armed'}
          disabled={turn.isRunning}
          onChange={({ currentTarget: { checked } }) => turn.run(checked)}
        />
      </td>
      <th scope="row" title={fault.id}>
        {what}
      </th>
      <td>{whereText(t, fault, channelName)}</td>
      <td className="num">{endText(t, view)}</td>
      <td className={css.number} data-some={hits > 0 || undefined}>
        {grouped(hits)}
      </td>
      <td>
        <span className={css.state}>
          <Glyph name={glyph} tone={tone} />
          {t(`emulator.faults.states.${state}`)}
          <Tooltip label={removeName}>
            <ActionIcon
              className={css.remove}
              aria-label={removeName}
              loading={remove.isRunning}
              onClick={() => remove.run()}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </span>
      </td>
    </tr>
  )
}

function useNameOfChannel(): (channelId: string) => string {
  const channels = useChannels()
  const nameOf = useChannelName()
  return (channelId) => {
    const channel = channels?.find((one) => one.channelId === channelId)
    return channel ? nameOf(channel) : shortId(channelId)
  }
}
