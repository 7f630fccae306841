/** Search and commands: rooms, channels by name or id, actions. */
import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../../api/events/hooks.ts'
import { signOut } from '../../api/session.ts'
import { useTestPictureChannel } from '../../panels/channels/use-test-picture-channel.ts'
import { ROOMS } from '../../rooms.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useRestartVerification } from '../use-restart-verification.ts'
import { openShortcuts } from './shortcuts.tsx'
import { useChannelName } from '../use-channel-name.ts'

export function Palette() {
  const { t } = useTranslation()
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.rooms'), actions: useRoomActions() },
    { group: t('palette.channels'), actions: useChannelActions() },
    { group: t('palette.actions'), actions: useCommands() },
  ]
  return (
    <Spotlight
      actions={groups}
      shortcut="mod + K"
      nothingFound={t('frame.paletteEmpty')}
      highlightQuery
      limit={12}
      scrollable
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      overlayProps={{ backgroundOpacity: 0.4, blur: 0 }}
      maxHeight={420}
      searchProps={{
        leftSection: <IconSearch size={16} stroke={1.6} />,
        placeholder: t('frame.palette'),
        'aria-label': t('frame.palette'),
      }}
    />
  )
}

function useRoomActions(): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return [
    ...ROOMS.map((room) => ({
      id: room.id,
      label: t('palette.toRoom', { room: t(`room.${room.id}`) }),
      onClick: () => void navigate({ to: room.path }),
    })),
    {
      id: 'destinations',
      label: t('palette.toDestinations'),
      onClick: () => void navigate({ to: '/archives/destinations' }),
    },
    {
      id: 'computer',
      label: t('palette.toComputer'),
      onClick: () => void navigate({ to: '/computer' }),
    },
    {
      id: 'endpoints',
      label: t('palette.toEndpoints'),
      onClick: () => void navigate({ to: '/webhooks/endpoints' }),
    },
    {
      id: 'catchers',
      label: t('palette.toCatchers'),
      onClick: () => void navigate({ to: '/webhooks/catcher' }),
    },
    {
      id: 'verify',
      label: t('palette.toVerify'),
      onClick: () => void navigate({ to: '/webhooks/verify' }),
    },
    {
      id: 'tokens',
      label: t('palette.toTokens'),
      onClick: () => void navigate({ to: '/developer/tokens' }),
    },
    {
      id: 'requests',
      label: t('palette.toRequests'),
      onClick: () => void navigate({ to: '/developer/log' }),
    },
    { id: 'new', label: t('palette.newChannel'), onClick: () => void navigate({ to: '/channels/new' }) },
    {
      id: 'new-webrtc',
      label: t('palette.newWebrtcChannel'),
      onClick: () => void navigate({ to: '/channels/new', search: { kind: 'webrtc-hls' } }),
    },
  ]
}

function useChannelActions(): SpotlightActionData[] {
  const navigate = useNavigate()
  const nameOf = useChannelName()
  const channels = useChannels() ?? []
  return channels.map((channel) => ({
    id: channel.channelId,
    label: nameOf(channel),
    description: channel.channelId,
    onClick: () => void navigate({ to: '/channels/$channelId', params: { channelId: channel.channelId } }),
  }))
}

function useCommands(): SpotlightActionData[] {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const setLanguage = usePreferences((s) => s.setLanguage)
  const testPicture = useTestPictureChannel()
  const { isMaster } = useSignedIn().user
  const restart = useRestartVerification()
  return [
    ...(isMaster ? [{ id: 'restart', label: t('palette.restartVerification'), onClick: restart }] : []),
    { id: 'test', label: t('palette.testPicture'), onClick: () => testPicture.mutate() },
    { id: 'light', label: t('palette.light'), onClick: () => setColorScheme('light') },
    { id: 'dark', label: t('palette.dark'), onClick: () => setColorScheme('dark') },
    { id: 'system', label: t('palette.system'), onClick: () => setColorScheme('auto') },
    { id: 'en', label: t('palette.english'), onClick: () => setLanguage('en') },
    { id: 'ja', label: t('palette.japanese'), onClick: () => setLanguage('ja') },
    { id: 'keys', label: t('palette.shortcuts'), onClick: () => openShortcuts() },
    { id: 'out', label: t('palette.signOut'), onClick: () => void signOut() },
  ]
}
