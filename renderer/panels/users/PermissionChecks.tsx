import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PERMISSION_KEYS, type PermissionKey } from '../../../service/contract/console/users.ts'
import type { Permissions } from '../../api/users.ts'
import { allowsText } from './permission-texts.ts'
import type { Reason } from './rights.ts'
import { useOverview } from './use-users.ts'
import css from './Users.module.css'

/** The four permissions, each with what it allows, or why it can't be changed. */
export function PermissionChecks(props: {
  readonly value: Permissions
  readonly toggle: (key: PermissionKey) => void
  readonly reasonOf: (key: PermissionKey) => Reason | null
}) {
  const { t, i18n } = useTranslation()
  const { query } = useOverview()
  return (
    <div className={css.permissions} role="group" aria-label={t('users.permissions')}>
      {PERMISSION_KEYS.map((key) => {
        const reason = props.reasonOf(key)
        const allows = allowsText(t, i18n.language, query.data?.grants, key)
        // Of a master it is said once, by the role.
        const because = reason === null || reason === 'master' ? [] : [t(`users.reason.${reason}`)]
        return (
          <Checkbox
            key={key}
            classNames={{ description: css.allows ?? '' }}
            label={t(`users.permission.${key}`)}
            description={[allows, ...because].join(t('common.sentenceSeparator'))}
            checked={props.value[key]}
            disabled={reason !== null}
            onChange={() => props.toggle(key)}
          />
        )
      })}
    </div>
  )
}
