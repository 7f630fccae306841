/** Search and commands: rooms, channels and schedules by name or id, settings, operations of the APIs, actions. */
import { useMantineColorScheme } from '@mantine/core'
import { Spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChannels } from '../api/events/hooks.ts'
import { useTestPictureChannel } from '../channel/use-test-picture-channel.ts'
import { needOf, OPERATES } from '../rooms.ts'
import { usePreferences } from '../stores/preferences.ts'
import { isGranted } from '../../service/contract/permission.ts'
import { useMay, useSignedIn } from '../stores/session.ts'
import { useRestartVerification } from '../ui/use-restart-verification.ts'
import { useOperationActions, useScheduleActions, useSettingsActions } from './palette-finds.ts'
import { useOpenChannel } from '../channel/use-open-channel.ts'
import { paletteStore } from './palette.ts'
import { askSignOut } from './ask-sign-out.ts'
import { openShortcuts } from './shortcuts.tsx'
import { useFirstSelected } from './use-first-selected.ts'
import { useRooms } from './use-rooms.ts'
import { useChannelName } from '../channel/use-channel-name.ts'

export function Palette() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [query, setQuery] = useState('')
  useFirstSelected()
  const groups: SpotlightActionGroupData[] = [
    { group: t('palette.rooms'), actions: useRoomActions() },
    { group: t('palette.channels'), actions: useChannelActions() },
    { group: t('palette.schedules'), actions: useScheduleActions(query) },
    { group: t('palette.settings'), actions: useSettingsActions() },
    { group: t('palette.operations'), actions: useOperationActions(opened) },
    { group: t('palette.actions'), actions: useCommands() },
  ]
  return (
    <Spotlight
      store={paletteStore}
      actions={groups}
      query={query}
      onQueryChange={setQuery}
      // The frame has its keys, as they are there before it is.
      shortcut={null}
      onSpotlightOpen={() => setOpened(true)}
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

type Place =
  | '/archives/destinations'
  | '/computer'
  | '/webhooks/endpoints'
  | '/webhooks/catcher'
  | '/webhooks/verify'
  | '/developer/tokens'
  | '/developer/log'
  | '/channels/new'

function useRoomActions(): SpotlightActionData[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { user } = useSignedIn()
  const rooms = useRooms()
  const places: readonly { readonly id: string; readonly label: string; readonly to: Place }[] = [
    { id: 'destinations', label: t('palette.toDestinations'), to: '/archives/destinations' },
    { id: 'computer', label: t('palette.toComputer'), to: '/computer' },
    { id: 'endpoints', label: t('palette.toEndpoints'), to: '/webhooks/endpoints' },
    { id: 'catchers', label: t('palette.toCatchers'), to: '/webhooks/catcher' },
    { id: 'verify', label: t('palette.toVerify'), to: '/webhooks/verify' },
    { id: 'tokens', label: t('palette.toTokens'), to: '/developer/tokens' },
    { id: 'requests', label: t('palette.toRequests'), to: '/developer/log' },
    { id: 'new', label: t('palette.newChannel'), to: '/channels/new' },
  ]
  return [
    ...rooms.map((room) => ({
      id: room.id,
      label: t('palette.toRoom', { room: t(`room.${room.id}`) }),
      onClick: () => void navigate({ to: room.path }),
    })),
    ...places
      .filter(({ to }) => isGranted(needOf(to), user))
      .map(({ id, label, to }) => ({ id, label, onClick: () => void navigate({ to }) })),
    ...(isGranted(OPERATES, user)
      ? [
          {
            id: 'new-webrtc',
            label: t('palette.newWebrtcChannel'),
            onClick: () => void navigate({ to: '/channels/new', search: { kind: 'webrtc-hls' } }),
          },
        ]
      : []),
  ]
}

function useChannelActions(): SpotlightActionData[] {
  const open = useOpenChannel()
  const nameOf = useChannelName()
  const channels = useChannels() ?? []
  return channels.map((channel) => ({
    id: channel.channelId,
    label: nameOf(channel),
    description: channel.channelId,
    onClick: () => open(channel.channelId),
  }))
}

function useCommands(): SpotlightActionData[] {
  const { t } = useTranslation()
  const { setColorScheme } = useMantineColorScheme()
  const setLanguage = usePreferences((s) => s.setLanguage)
  const testPicture = useTestPictureChannel()
  const { isMaster } = useSignedIn().user
  const operates = useMay(OPERATES)
  const restart = useRestartVerification()
  return [
    ...(isMaster ? [{ id: 'restart', label: t('palette.restartVerification'), onClick: restart }] : []),
    ...(operates
      ? [{ id: 'test', label: t('palette.testPicture'), onClick: () => testPicture.mutate() }]
      : []),
    { id: 'light', label: t('palette.light'), onClick: () => setColorScheme('light') },
    { id: 'dark', label: t('palette.dark'), onClick: () => setColorScheme('dark') },
    { id: 'system', label: t('palette.system'), onClick: () => setColorScheme('auto') },
    { id: 'en', label: t('palette.english'), onClick: () => setLanguage('en') },
    { id: 'ja', label: t('palette.japanese'), onClick: () => setLanguage('ja') },
    { id: 'keys', label: t('palette.shortcuts'), onClick: () => openShortcuts() },
    { id: 'out', label: t('palette.signOut'), onClick: () => askSignOut(t) },
  ]
}
