/** Each rendition member by member, with what will really be encoded where that differs. */
import { ActionIcon, Button, Checkbox, NumberInput, Select, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { evenSize, snapAudioBitRate, VIDEO_CODECS } from '../../../service/contract/rendition.ts'
import { grouped } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { newRendition, type Numeric, type RenditionValues } from './form-values.ts'
import type { ChannelForm } from './use-new-channel.ts'
import css from './RenditionEditor.module.css'

const CODECS = VIDEO_CODECS.map((value) => ({ value, label: value }))

export function RenditionEditor({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  const { renditions } = form.values
  const own = () => form.setFieldValue('preset', 'custom')
  const add = () => {
    own()
    form.insertListItem('renditions', renditions.at(-1) ?? newRendition())
  }
  return (
    <Card title={t('create.renditions')} aside={t('create.renditionsHelp')} flush>
      {renditions.map((rendition, index) => (
        <RenditionRow
          key={index}
          form={form}
          index={index}
          rendition={rendition}
          own={own}
          remove={renditions.length > 1 ? () => form.removeListItem('renditions', index) : undefined}
        />
      ))}
      <div className={css.foot}>
        <Button
          size="xs"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          disabled={renditions.length >= 16}
          onClick={add}
        >
          {t('create.addRendition')}
        </Button>
        <NumberInput
          className={css.offset}
          label={t('create.startOffset')}
          description={t('create.startOffsetHelp')}
          step={0.5}
          clampBehavior="none"
          {...form.field('startOffset')}
        />
      </div>
    </Card>
  )
}

interface RowProps {
  readonly form: ChannelForm
  readonly index: number
  readonly rendition: RenditionValues
  readonly own: () => void
  readonly remove: (() => void) | undefined
}

function RenditionRow({ form, index, rendition, own, remove }: RowProps) {
  const { t } = useTranslation()
  const field = (name: keyof RenditionValues) => {
    const props = form.field(`renditions.${index}.${name}`)
    return {
      ...props,
      onChange: (value: unknown) => {
        own()
        props.onChange(value)
      },
    }
  }
  const removeLabel = t('create.removeRendition', { number: index + 1 })
  return (
    <fieldset className={css.row}>
      <legend className={css.legend}>{t('create.rendition', { number: index + 1 })}</legend>
      <div className={css.fields}>
        <Checkbox label={t('create.withVideo')} {...field('withVideo')} checked={rendition.withVideo} />
        {rendition.withVideo && <VideoFields field={field} rendition={rendition} />}
      </div>
      <div className={css.fields}>
        <Checkbox label={t('create.withAudio')} {...field('withAudio')} checked={rendition.withAudio} />
        {rendition.withAudio && (
          <NumberInput
            className={css.rate}
            label={t('create.audioRate')}
            description={audioReally(rendition.audioBps, (rate) => t('create.audioReally', { rate }))}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            thousandSeparator=","
            hideControls
            clampBehavior="none"
            {...field('audioBps')}
          />
        )}
        {remove && (
          <Tooltip label={removeLabel}>
            <ActionIcon className={css.remove} aria-label={removeLabel} onClick={() => (own(), remove())}>
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
    </fieldset>
  )
}

type FieldProps = (name: keyof RenditionValues) => ReturnType<ChannelForm['field']>

function VideoFields({ field, rendition }: { field: FieldProps; rendition: RenditionValues }) {
  const { t } = useTranslation()
  const { width, height } = rendition
  const really =
    width !== '' && height !== '' && (width % 2 === 1 || height % 2 === 1)
      ? t('create.sizeReally', { size: `${evenSize(width)} × ${evenSize(height)}` })
      : undefined
  return (
    <>
      <NumberInput
        className={css.size}
        label={t('create.width')}
        hideControls
        description={really}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        clampBehavior="none"
        {...field('width')}
      />
      <NumberInput
        className={css.size}
        label={t('create.height')}
        hideControls
        clampBehavior="none"
        {...field('height')}
      />
      <NumberInput
        className={css.size}
        label={t('create.fps')}
        hideControls
        clampBehavior="none"
        {...field('fps')}
      />
      <NumberInput
        className={css.rate}
        label={t('create.videoRate')}
        thousandSeparator=","
        hideControls
        clampBehavior="none"
        {...field('videoBps')}
      />
      <Select className={css.codec} label={t('create.codec')} data={CODECS} {...field('codec')} />
    </>
  )
}

/** What the encoder takes instead of an audio rate that is not one of the list; nothing where it is. */
function audioReally(bps: Numeric, say: (rate: string) => string): string | undefined {
  if (bps === '' || bps < 32_000 || bps > 320_000) return undefined
  const snapped = snapAudioBitRate(bps)
  return snapped === bps ? undefined : say(grouped(snapped))
}
