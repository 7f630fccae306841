import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { renameChannel } from '../../api/channels.ts'
import { ApiError } from '../../api/http.ts'
import { createChannel } from '../../api/live.ts'
import { ruleText } from '../../i18n/rules.ts'
import { byField, problemsOf, toRequest, type ChannelValues } from './form-values.ts'

/** The form, its mutation, and how many fields break a rule. */
export function useNewChannel(initialValues: ChannelValues) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const form = useForm<ChannelValues>({
    initialValues,
    validate: (values) => byField(problemsOf(values)),
  })
  const create = useMutation({
    mutationFn: async (values: ChannelValues) => {
      const { channel_id } = await createChannel(toRequest(values))
      if (values.name.trim() !== '') await renameChannel(channel_id, values.name.trim())
      await navigate({ to: '/channels/$channelId', params: { channelId: channel_id } })
    },
    onError: (error) => {
      if (error instanceof ApiError) form.setErrors(byField(error.problems))
    },
  })
  /** Props of one field, with its broken rule in the language of the console. */
  const field = (path: string) => {
    const rule: unknown = form.errors[path]
    const props = form.getInputProps(path) as { value: never; onChange: (value: unknown) => void }
    return { ...props, error: typeof rule === 'string' ? ruleText(t, rule) : undefined }
  }
  return { form: { ...form, field }, create, problems: Object.keys(form.errors).length }
}

export type ChannelForm = ReturnType<typeof useNewChannel>['form']
