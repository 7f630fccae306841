import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { listSystems, SYSTEMS_KEY } from '../../api/system.ts'
import { Card } from '../../ui/Card.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { openNewSystem } from './NewSystem.tsx'
import { Owners } from './Owners.tsx'
import { Reach } from './Reach.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

/** The systems that share the installation, and nothing else. */
export function Systems() {
  return (
    <Owners>
      <List />
    </Owners>
  )
}

function List() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: SYSTEMS_KEY, queryFn: listSystems })
  return (
    <>
      <Card
        title={t('settings.section.systems')}
        aside={
          <Button
            size="xs"
            leftSection={<IconPlus size={16} stroke={1.6} />}
            onClick={() => openNewSystem(t)}
          >
            {t('settings.systems.add')}
          </Button>
        }
        flush
      >
        <SettingsFailed query={query} className={css.inner} />
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings.system.name')}</th>
              <th scope="col">{t('settings.systems.zone')}</th>
              <th scope="col">{t('settings.systems.users')}</th>
              <th scope="col">{t('settings.systems.channels')}</th>
              <th scope="col">{t('settings.systems.reaches')}</th>
              <th scope="col">{t('settings.systems.created')}</th>
            </tr>
          </thead>
          <tbody>
            {query.data?.map((system, index) => (
              <tr key={system.id}>
                <th scope="row">
                  <UserText>{system.name}</UserText>
                </th>
                <td>{system.timeZone}</td>
                <td className="num">{system.users}</td>
                <td className="num">{system.channels}</td>
                <td>
                  <Reach system={system} isFirst={index === 0} />
                </td>
                <td>
                  <Moment at={system.createdAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <p className="meta">{t('settings.systems.help')}</p>
      <p className="meta">{t('settings.systems.reachHelp')}</p>
    </>
  )
}
