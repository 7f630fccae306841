/** Where the picture comes from; a press changes it, on air too, without a drop. */
import { Button, UnstyledButton } from '@mantine/core'
import { IconColorFilter, IconFile, IconScreenShare, IconVideo } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { sourceName } from '../../studio/source-name.ts'
import { SOURCES, type SourceFault, type SourceKind } from '../../studio/source.ts'
import { choose } from '../../studio/sources.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Notice } from '../../ui/Notice.tsx'
import css from './SourceTiles.module.css'

const ICONS = { test: IconColorFilter, camera: IconVideo, screen: IconScreenShare, file: IconFile } as const

export function SourceTiles() {
  const { t } = useTranslation()
  const { chosen, source, fault, isChanging } = useStudio()
  const file = useRef<HTMLInputElement>(null)
  const open = (kind: SourceKind) => {
    if (kind === 'file') file.current?.click()
    else void choose(kind)
  }
  return (
    <div className={css.sources}>
      <div className={css.tiles} role="group" aria-label={t('studio.sources')} aria-busy={isChanging}>
        {SOURCES.map((kind) => {
          const Icon = ICONS[kind]
          const isChosen = kind === chosen
          const name = isChosen && source?.kind === kind && source.label !== '' ? sourceName(t, source) : null
          return (
            <UnstyledButton
              key={kind}
              className={css.tile}
              aria-pressed={isChosen}
              title={name ?? undefined}
              onClick={() => open(kind)}
            >
              <Icon size={20} stroke={1.6} aria-hidden="true" />
              <span className={css.words}>
                <span className={css.name}>{t(`studio.source.${kind}`)}</span>
                <span className={css.help}>{name ?? t(`studio.source.${kind}Help`)}</span>
              </span>
            </UnstyledButton>
          )
        })}
      </div>
      <input
        ref={file}
        type="file"
        hidden
        accept="video/*"
        aria-label={t('studio.source.file')}
        onChange={({ currentTarget }) => {
          const [one] = currentTarget.files ?? []
          currentTarget.value = ''
          if (one !== undefined) void choose('file', one)
        }}
      />
      {fault !== null && (
        <Notice
          tone="fail"
          actions={<Button onClick={() => open(fault.kind)}>{t('studio.checkAgain')}</Button>}
        >
          {faultText(t, fault)}
        </Notice>
      )}
      {source?.kind === 'slate' && (
        <Notice tone="fail" actions={<Button onClick={() => open(chosen)}>{t('studio.checkAgain')}</Button>}>
          {t('studio.slateNow')}
        </Notice>
      )}
    </div>
  )
}

interface Fault {
  readonly kind: SourceKind
  readonly fault: SourceFault
}

/** What happened, and what to do where this system asks for the permission. */
function faultText(t: TFunction, { kind, fault }: Fault): string {
  const source = t(`studio.source.${kind}`)
  if (fault !== 'denied') return t(`studio.fault.${fault}`, { source })
  const system = /mac/i.test(navigator.platform)
    ? 'Mac'
    : /win/i.test(navigator.platform)
      ? 'Windows'
      : 'Linux'
  const both = (first: string, second: string) => first + t('common.sentenceSeparator') + second
  if (kind !== 'screen') return both(t('studio.fault.denied', { source }), t(`studio.fault.denied${system}`))
  // A picker that was closed says the same as a system that forbids.
  const notShared = t('studio.fault.notShared', { source })
  return system === 'Mac' ? both(notShared, t('studio.fault.notSharedMac')) : notShared
}
