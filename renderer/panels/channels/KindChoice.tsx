/** Who will send to the new channel and, for WebRTC, in which environment. */
import { useTranslation } from 'react-i18next'
import { ENVIRONMENTS } from '../../../service/contract/live-api.ts'
import { Tiles } from '../../ui/Tiles.tsx'
import { CHANNEL_KINDS } from '../../channel/channel-kind.ts'
import type { ChannelForm } from './use-new-channel.ts'

export function KindChoice({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <Tiles
      legend={t('create.kind')}
      legendHidden
      name="kind"
      tiles={CHANNEL_KINDS.map((kind) => ({
        value: kind,
        title: t(`create.kinds.${kind}`),
        help: t(`create.kindHelp.${kind}`),
      }))}
      value={form.values.kind}
      onChange={(kind) => form.setFieldValue('kind', kind)}
    />
  )
}

export function EnvironmentChoice({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <Tiles
      legend={t('webrtc.environment')}
      name="environment"
      tiles={ENVIRONMENTS.map((environment) => ({
        value: environment,
        title: t(`webrtc.environment${environment}`),
        help: t(`create.environmentHelp${environment}`),
      }))}
      value={form.values.environment}
      onChange={(environment) => form.setFieldValue('environment', environment)}
    />
  )
}
