import { Button, NumberInput, PasswordInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ObsFailed } from './ObsFailed.tsx'
import { connectObs, OBS_PORT, type Found } from './obs.ts'
import css from './Obs.module.css'

const isPort = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 65_535

/** Where OBS listens, and its password, which nothing keeps. */
export function Connect({ found, close }: { found: (found: Found) => void; close: () => void }) {
  const { t } = useTranslation()
  const [port, setPort] = useState<number | string>(OBS_PORT)
  const [password, setPassword] = useState('')
  const connect = useMutation({
    mutationFn: async (to: { readonly port: number; readonly password: string }): Promise<Found> => {
      const connection = await connectObs(to.port, to.password)
      return { connection, obs: await connection.read() }
    },
    gcTime: 0,
    onSuccess: found,
  })
  return (
    <form
      className={css.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isPort(port) && !connect.isPending) connect.mutate({ port, password })
      }}
    >
      <p className="second">{t('obs.lead')}</p>
      <div className={css.fields}>
        <NumberInput
          label={t('obs.port')}
          min={1}
          max={65_535}
          allowDecimal={false}
          hideControls
          value={port}
          onChange={setPort}
        />
        <PasswordInput
          data-autofocus
          label={t('obs.password')}
          description={t('obs.passwordHelp')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          visibilityToggleButtonProps={{ 'aria-label': t('users.password.reveal') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <ObsFailed error={connect.error} port={port} />
      <div className={css.end}>
        <Button onClick={close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" disabled={!isPort(port)} loading={connect.isPending}>
          {t('obs.connect')}
        </Button>
      </div>
    </form>
  )
}
