/** The two ways to begin, and the one to end. */
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useChannel } from '../../api/events/hooks.ts'
import {
  isBusy,
  isRehearsal,
  isResumable,
  MOST_TRIES,
  RESUME_MS,
  type Ended,
  type PublisherState,
} from '../../studio/states.ts'
import { useSoundState } from '../../studio/own-level.ts'
import { refusalText } from '../../studio/refusal.ts'
import { isSoundless } from '../../studio/sound-state.ts'
import { dismiss, end, goLive, rehearse } from '../../studio/studio.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { HoldButton } from '../../ui/HoldButton.tsx'
import { KeyCap } from '../../ui/KeyCap.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { TypedConfirmation } from '../../ui/TypedConfirmation.tsx'
import { useChannelOf } from '../../channel/use-channel-name.ts'
import { mayGoLive } from './checks.ts'
import { useChecks } from './ChecksCard.tsx'
import css from './GoLive.module.css'

interface Props {
  /** The channel that the room shows. */
  readonly channelId: string
  /** Null where it is gone: then nothing can begin, and what still runs can be ended. */
  readonly channel: ChannelView | null
}

export function GoLive({ channelId, channel }: Props) {
  const { t } = useTranslation()
  const { state } = useStudio()
  const isRunning = isBusy(state)
  const card = useRef<HTMLElement>(null)
  const was = useRef(isRunning)
  useEffect(() => {
    // The button that was held is gone: focus goes on to what is said instead, never to the next button to hold.
    if (was.current !== isRunning) card.current?.focus()
    was.current = isRunning
  }, [isRunning])
  return (
    <section ref={card} className={css.card} aria-label={t('studio.goLiveCard')} tabIndex={-1}>
      <Outcome
        state={state}
        channelId={channelId}
        isSeenAtOnce={channel?.webrtc?.hls === null && channel.onAirSince !== null}
      />
      {isRunning && <Running state={state} />}
      {/* What is held or half typed is meant for one channel. */}
      {!isRunning && channel !== null && <Ready key={channel.channelId} channel={channel} />}
      {!isRunning && channel === null && <Notice tone="fail">{t('studio.gone')}</Notice>}
    </section>
  )
}

function Ready({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const mayBegin = mayGoLive(useChecks(channel))
  const first = useRef<HTMLButtonElement>(null)
  // Focus starts on the safe choice, once it can be chosen.
  const hasFocused = useRef(false)
  useEffect(() => {
    if (!mayBegin || hasFocused.current) return
    hasFocused.current = true
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.id === 'content' || activeElement?.closest('nav'))
      first.current?.focus({ preventScroll: true })
  }, [mayBegin])
  const go = () => void goLive(channel.channelId)
  return (
    <>
      <div className={css.buttons}>
        <Button
          ref={first}
          className={css.tall}
          disabled={!mayBegin}
          onClick={() => void rehearse(t('studio.rehearsal'))}
        >
          {t('studio.rehearse')}
        </Button>
        <HoldButton
          label={t('studio.holdToGoLive')}
          hint={t('studio.holdHint')}
          filled
          disabled={!mayBegin}
          onHeld={go}
        />
      </div>
      <HowToHold note={t('studio.atOnce')} />
      <TypedConfirmation word="LIVE" action={t('studio.goLive')} disabled={!mayBegin} onTyped={go} />
    </>
  )
}

function Running({ state }: { readonly state: PublisherState }) {
  const { t } = useTranslation()
  const stop = () => void end()
  if (isRehearsal(state)) {
    return (
      <>
        <Button className={css.tall} onClick={stop}>
          {t('studio.endRehearsal')}
        </Button>
        <p className={css.foot}>{t('studio.rehearsalNote')}</p>
      </>
    )
  }
  return (
    <>
      <div className={css.one}>
        <HoldButton label={t('studio.holdToEnd')} hint={t('studio.holdHint')} onHeld={stop} />
      </div>
      <HowToHold note={t('studio.resumeNote')} />
      <TypedConfirmation word="END" action={t('studio.end')} onTyped={stop} />
    </>
  )
}

function HowToHold({ note }: { readonly note: string }) {
  const { t } = useTranslation()
  return (
    <p className={css.foot}>
      <IconLock size={14} stroke={1.6} aria-hidden="true" />
      {t('studio.hold')} <KeyCap>Enter</KeyCap>
      <span className={css.note}>{note}</span>
    </p>
  )
}

interface OutcomeProps {
  readonly state: PublisherState
  /** The channel that the room shows. */
  readonly channelId: string
  /** Viewers see it already, without a playlist in between. */
  readonly isSeenAtOnce: boolean
}

/** How it goes or went, in words. */
function Outcome({ state, channelId, isSeenAtOnce }: OutcomeProps) {
  const { t } = useTranslation()
  const hasSound = !isSoundless(useSoundState())
  switch (state.kind) {
    case 'idle':
      return null
    case 'preparing':
    case 'connecting':
      return <p role="status">{t(`studio.is.${state.kind}`)}</p>
    case 'live':
      return (
        <p role="status">
          {t(isSeenAtOnce ? 'studio.is.liveAtOnce' : hasSound ? 'studio.is.live' : 'studio.is.liveNoSound')}
        </p>
      )
    case 'reconnecting':
      return (
        <Notice tone="warn" glyph="retry">
          {t('studio.is.reconnecting', { tries: state.tries, most: MOST_TRIES })}
        </Notice>
      )
    case 'ended':
      return <EndedHow key={state.at} state={state} channelId={channelId} />
  }
}

function EndedHow({ state, channelId }: { readonly state: Ended; readonly channelId: string }) {
  const { t } = useTranslation()
  const channelOf = useChannelOf()
  const { broadcast, reason, at } = state
  const isThere = useChannel(broadcast?.channelId ?? '') !== null
  const [isSoon, setSoon] = useState(() => isResumable(state, Date.now()))
  const isOperator = reason.kind === 'operator'
  useEffect(() => {
    const over = () => (isOperator ? dismiss() : setSoon(false))
    const timer = setTimeout(over, at + RESUME_MS - Date.now())
    return () => clearTimeout(timer)
  }, [isOperator, at])
  const ownId = broadcast === null || broadcast.isRehearsal ? null : broadcast.channelId
  // Beside the buttons of another channel it would be taken for what happened there.
  const isOfAnother = ownId !== null && ownId !== channelId
  useEffect(() => {
    if (isOfAnother) dismiss()
  }, [isOfAnother])
  if (isOfAnother) return null
  const text = {
    operator: () => t(broadcast?.isRehearsal === true ? 'studio.ended.rehearsal' : 'studio.ended.operator'),
    refused: () =>
      t('studio.ended.refused', { reason: reason.kind === 'refused' ? refusalText(t, reason.text) : '' }),
    closed: () => t('studio.ended.closed'),
    reloaded: () => t('studio.ended.reloaded'),
    lost: () => t('studio.ended.lost', { tries: reason.kind === 'lost' ? reason.tries : 0 }),
  }[reason.kind]()
  return (
    <Notice
      tone={isOperator ? 'info' : 'fail'}
      alert={!isOperator}
      actions={
        broadcast !== null && isSoon && isThere ? (
          <Button onClick={() => void goLive(broadcast.channelId)}>{t('studio.resume')}</Button>
        ) : (
          <Button onClick={dismiss}>{t('common.close')}</Button>
        )
      }
    >
      {ownId !== null && <strong className={css.of}>{channelOf(ownId)}</strong>}
      {text}
    </Notice>
  )
}
