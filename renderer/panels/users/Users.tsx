/** Who may do what in this system. */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { useNewThing } from '../../frame/new-thing.ts'
import { useTitle } from '../../frame/use-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { useEdits } from './edit-store.ts'
import { useBatch } from './many/batch.ts'
import { OwnPassword } from './OwnPassword.tsx'
import { People } from './People.tsx'
import { has } from './rights.ts'
import { changed, type Change } from './search.ts'
import css from './Users.module.css'

const route = getRouteApi('/users')

export function Users() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const { user: me } = useSignedIn()
  const mayManage = has(me, 'user')
  useTitle(t('room.users'))
  const claimEdits = useEdits((state) => state.claim)
  const claimBatch = useBatch((state) => state.claim)
  useEffect(() => {
    claimEdits(me.userId)
    claimBatch(me.userId)
  }, [claimEdits, claimBatch, me.userId])

  const change: Change = (members, { replace = true, ignoreBlocker = false } = {}) =>
    void navigate({ to: '/users', search: changed(search, members), replace, ignoreBlocker })
  const add = useCallback(() => {
    if (mayManage) void navigate({ to: '/users', search: (now) => changed(now, { pane: 'new', user: '' }) })
  }, [navigate, mayManage])
  useNewThing(add)
  return (
    <>
      <PageHead
        actions={
          mayManage && (
            <>
              <Button onClick={() => change({ pane: 'password', user: '' }, { replace: false })}>
                {t('users.own.title')}
              </Button>
              <Button onClick={() => change({ pane: 'code', user: '' }, { replace: false })}>
                {t('users.code.title')}
              </Button>
              <Button onClick={() => change({ pane: 'many', user: '' }, { replace: false })}>
                {t('users.many.open')}
              </Button>
              <Button variant="filled" leftSection={<IconPlus size={16} stroke={1.6} />} onClick={add}>
                {t('users.new.open')}
              </Button>
            </>
          )
        }
      >
        <h1>{t('room.users')}</h1>
      </PageHead>
      {mayManage ? (
        <People search={search} change={change} />
      ) : (
        <div className={css.alone}>
          <Notice tone="info" alert={false}>
            {t('users.notYours')}
          </Notice>
          <Card title={t('users.own.title')}>
            <OwnPassword />
          </Card>
        </div>
      )}
    </>
  )
}
