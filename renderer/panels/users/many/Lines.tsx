/** The lines of the table before anybody is added: first those that are left out, with the reason of each. */
import { useTranslation } from 'react-i18next'
import { PERMISSION_KEYS } from '../../../../service/contract/console/users.ts'
import type { Permissions } from '../../../api/users.ts'
import { UserText } from '../../../ui/UserText.tsx'
import type { Line } from './read-lines.ts'
import { useWhyText } from './use-line-text.ts'
import css from '../Users.module.css'

export function Lines({ lines }: { lines: readonly Line[] }) {
  const { t } = useTranslation()
  const whyText = useWhyText()
  const out = lines.filter(({ why }) => why !== null)
  const right = lines.filter(({ why }) => why === null)
  const granted = (permissions: Permissions) =>
    PERMISSION_KEYS.filter((key) => permissions[key])
      .map((key) => t(`users.permission.${key}`))
      .join(t('common.listSeparator')) || t('users.many.noPermission')
  return (
    <>
      {out.length > 0 && (
        <section>
          <h3>{t('users.many.leftOut', { count: out.length, number: out.length })}</h3>
          <ul className={css.lines} tabIndex={0} aria-label={t('users.many.outLabel')}>
            {out.map(({ number, user, why }) => (
              <li key={number}>
                <span className={css.lineHead}>
                  <span className="num third">{t('users.many.line', { line: number })}</span>
                  <UserText className="cut">{user.name || user.email}</UserText>
                </span>
                <span className={css.why}>{why && whyText(why)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {right.length > 0 && (
        <section>
          <h3>{t('users.many.right', { count: right.length, number: right.length })}</h3>
          <ul className={css.lines} tabIndex={0} aria-label={t('users.many.rightLabel')}>
            {right.map(({ number, user }) => (
              <li key={number}>
                <span className={css.lineHead}>
                  <UserText className="cut">{user.name}</UserText>
                  <UserText className="cut third">{user.email}</UserText>
                </span>
                <span className="meta">
                  {[
                    granted(user.permissions),
                    t(user.password === '' ? 'users.many.generated' : 'users.many.given'),
                  ].join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
