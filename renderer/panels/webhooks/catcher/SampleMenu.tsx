import { Button, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconSend } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { CatcherSampleRequest } from '../../../../service/contract/console/catchers.ts'
import { SAMPLE_TYPES } from '../../../../service/contract/console/words.ts'
import { CATCHERS_KEY, sendCatcherSample } from '../../../api/catchers.ts'
import { errorText } from '../../../api/error-text.ts'
import { announce } from '../../../ui/Announcer.tsx'

/** Sends an event that did not happen to a catcher, by way of the log, as channels do. */
export function SampleMenu({ name }: { name: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const send = useMutation({
    mutationFn: (body: CatcherSampleRequest) => sendCatcherSample(name, body),
    onSuccess: () => announce(t('catcher.sampleSent')),
    onError: (error) =>
      notifications.show({ message: t('webhooks.sample.failed', { reason: errorText(t, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: CATCHERS_KEY }),
  })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button leftSection={<IconSend size={16} stroke={1.6} />}>{t('catcher.sample')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SAMPLE_TYPES.rtmp.map((type) => (
          <Menu.Item key={type} lang="en" onClick={() => send.mutate({ type })}>
            {type}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
