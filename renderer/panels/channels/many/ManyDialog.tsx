/**
 * Asks before many channels are cut or deleted: which, who is cut, and which of the chosen are left out and why.
 * Afterwards it stays where some failed, with the reason of each.
 */
import { Button, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../../../api/events/hooks.ts'
import { deleteChannel } from '../../../api/live.ts'
import { useArmed } from '../../../ui/danger.tsx'
import danger from '../../../ui/danger.module.css'
import { connectedCount } from '../../../channel/channel-kind.ts'
import { endBroadcast } from '../../../channel/end-broadcast.ts'
import { applies, type Verb } from './apply.ts'
import { ChannelNames } from './ChannelNames.tsx'
import { Outcome } from './Outcome.tsx'
import { useMany } from './use-many.ts'
import css from './Many.module.css'

type Cutting = Exclude<Verb, 'label'>

const MODAL = 'many'

export function askMany(t: TFunction, verb: Cutting, ids: readonly string[]): void {
  modals.open({
    modalId: MODAL,
    title: t(`channels.many.title.${verb}`),
    withCloseButton: false,
    size: 480,
    children: <Ask verb={verb} ids={ids} close={() => modals.close(MODAL)} />,
  })
}

const DO = {
  end: endBroadcast,
  delete: ({ channelId }: { readonly channelId: string }) => deleteChannel(channelId),
} as const satisfies Record<Cutting, unknown>

interface Props {
  readonly verb: Cutting
  readonly ids: readonly string[]
  readonly close: () => void
}

function Ask({ verb, ids, close }: Props) {
  const { t } = useTranslation()
  const isArmed = useArmed()
  const known = useChannels() ?? []
  const { to, leftOut } = applies(
    verb,
    known.filter(({ channelId }) => ids.includes(channelId)),
  )
  const many = useMany(DO[verb], (count) => t(`channels.many.done.${verb}`, { count }), close)
  // What was begun is told as it was then: channels go while they are deleted.
  const [begun, setBegun] = useState<typeof to | null>(null)
  const all = begun ?? to
  const sum = (of: (channel: (typeof all)[number]) => number) => all.reduce((so, one) => so + of(one), 0)
  const start = (channels: typeof all) => {
    if (!isArmed || channels.length === 0) return
    setBegun(channels)
    void many.run(channels)
  }
  const { failed } = many
  return (
    <div className={css.dialog}>
      {failed === null && (
        <>
          <p>
            {t(`channels.many.lead.${verb}`, {
              connections: t('channels.many.connections', { count: sum(connectedCount) }),
              viewers: t('danger.viewers', { count: sum(({ viewers }) => viewers) }),
            })}
          </p>
          <ChannelNames title={t(`channels.many.which.${verb}`, { count: all.length })} channels={all} />
          {begun === null && leftOut.length > 0 && (
            <ChannelNames
              title={t('channels.many.leftOut', { count: leftOut.length })}
              channels={leftOut.map(({ channel }) => channel)}
              whyOf={(channel) => {
                const why = leftOut.find((one) => one.channel === channel)?.why
                return why === undefined ? '' : t(`channels.many.why.${why}`)
              }}
            />
          )}
        </>
      )}
      {failed !== null && <Outcome done={all.length - failed.length} failed={failed} />}
      <Group justify="flex-end" gap="sm">
        <Button data-autofocus onClick={close}>
          {t(failed === null ? 'common.cancel' : 'common.close')}
        </Button>
        <Button
          className={danger.destroy}
          data-armed={isArmed}
          loading={many.isRunning}
          disabled={failed === null && to.length === 0}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => start(failed?.map(({ channel }) => channel) ?? to)}
        >
          {failed === null
            ? t(`channels.many.do.${verb}`, { count: all.length })
            : t('channels.many.again', { count: failed.length })}
        </Button>
      </Group>
    </div>
  )
}
