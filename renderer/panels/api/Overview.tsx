/** The documents at a glance: address, token, download. */
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { documentPath, type ApiDocuments, type ApiName, type DocumentName } from '../../api/documents.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { baseUrl } from '../../explorer/example-call.ts'
import { Inline, Paragraphs } from '../../explorer/Markdown.tsx'
import css from './Api.module.css'

export function Overview({ documents }: { documents: ApiDocuments }) {
  const { t } = useTranslation()
  return (
    <div className={css.body}>
      <div>
        <h2 className={css.title}>{t('api.overview')}</h2>
        <p className={css.lead}>{t('api.lead')}</p>
      </div>
      <DocumentCard api="option" documents={documents} />
      <DocumentCard api="live" documents={documents} />
      <Card title={t('api.section.console')} aside={<Download api="console" />}>
        <p className={css.prose}>{t('api.ofConsole')}</p>
      </Card>
    </div>
  )
}

function Download({ api }: { api: DocumentName }) {
  const { t } = useTranslation()
  return (
    <Button
      component="a"
      size="xs"
      variant="subtle"
      href={documentPath(api)}
      download={`airdesk-${api}-api.json`}
      leftSection={<IconDownload size={16} stroke={1.6} />}
    >
      {t('api.download')}
    </Button>
  )
}

function DocumentCard({ api, documents }: { api: ApiName; documents: ApiDocuments }) {
  const { t } = useTranslation()
  const document = documents[api]
  const [scheme] = Object.values(document.components.securitySchemes)
  return (
    <Card title={t(`api.section.${api}`)} aside={<Download api={api} />}>
      <CopyField label={t('api.baseUrl')} value={baseUrl(document)} />
      <div className={css.prose}>
        <Paragraphs>{document.info.description}</Paragraphs>
      </div>
      <Facts>
        {scheme && (
          <Fact label={t('api.token')}>
            <Inline>{scheme.description}</Inline>
          </Fact>
        )}
        <Fact label={t('api.version')}>
          OpenAPI {document.openapi}, Airdesk {document.info.version}
        </Fact>
      </Facts>
    </Card>
  )
}
