import { useNavigate } from '@tanstack/react-router'
import { renameChannel } from '../../api/channels.ts'
import { createChannel } from '../../api/live.ts'
import { useSavedForm } from '../../form/use-saved-form.ts'
import { byField, problemsIn, toRequest, type ChannelValues } from './form-values.ts'

/** The form of a new channel, which it opens. @param wrong called where the values break a rule */
export function useNewChannel(start: ChannelValues, wrong: () => void) {
  const navigate = useNavigate()
  return useSavedForm({
    start,
    check: (values) => byField(problemsIn(values)),
    place: ({ problems }) => byField(problems),
    send: async (values) => {
      const { channel_id } = await createChannel(toRequest(values))
      if (values.name.trim() !== '') await renameChannel(channel_id, values.name.trim())
      return channel_id
    },
    sent: (channelId) => navigate({ to: '/channels/$channelId', params: { channelId }, ignoreBlocker: true }),
    wrong,
  })
}

export type ChannelForm = ReturnType<typeof useNewChannel>['form']
