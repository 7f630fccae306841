import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CERTIFICATE_AUTHORITY } from '../../api/engine.ts'
import { getPorts, SETUP_PORTS_KEY } from '../../api/setup.ts'
import { Card } from '../../ui/Card.tsx'
import { LowLatencyCard } from './LowLatencyCard.tsx'
import { OriginsCard } from './OriginsCard.tsx'
import { Owners } from './Owners.tsx'
import { PortsCard } from './PortsCard.tsx'
import { Row } from './Row.tsx'
import { SecretCard } from './SecretCard.tsx'
import { useInstallationReason } from './use-rights.ts'

/** How apps and encoders reach the service, and who is let in. */
export function Service() {
  return (
    <>
      <Owners>
        <PortsCard />
        <ReachCard />
        <OriginsCard />
        <LowLatencyCard />
      </Owners>
      <SecretCard />
      <CertificateCard />
    </>
  )
}

function ReachCard() {
  const { t } = useTranslation()
  const { data } = useQuery({ queryKey: SETUP_PORTS_KEY, queryFn: getPorts })
  if (!data) return null
  const isOpen = data.reach === 'network'
  return (
    <Card title={t('settings.reach.title')} flush>
      <Row
        label={t(isOpen ? 'settings.reach.network' : 'settings.reach.loopback')}
        help={t(`settings.reach.help.${data.protection}`)}
      >
        <code className="mono">--host {data.host}</code>
      </Row>
    </Card>
  )
}

function CertificateCard() {
  const { t } = useTranslation()
  const mayAsk = useInstallationReason() === null
  const { data } = useQuery({ queryKey: SETUP_PORTS_KEY, queryFn: getPorts, enabled: mayAsk })
  return (
    <Card title={t('settings.certificate.title')} flush>
      <Row
        label="airdesk-ca.pem"
        help={t(data?.isAuthorityNew ? 'settings.certificate.anew' : 'settings.certificate.help')}
      >
        <Button
          component="a"
          href={CERTIFICATE_AUTHORITY}
          download="airdesk-ca.pem"
          leftSection={<IconDownload size={16} stroke={1.6} />}
        >
          {t('settings.certificate.download')}
        </Button>
      </Row>
    </Card>
  )
}
