import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { faultText } from '../archive/fault-text.ts'
import { closeText, refusalFix } from '../i18n/close.ts'
import { findingText } from '../i18n/finding.ts'
import { byteSize, plain, timeOfDay } from '../i18n/format.ts'
import { useSignedIn } from '../stores/session.ts'
import { encoderName } from '../channel/encoder-name.ts'
import { messagesText } from '../webhook/failing-webhooks.ts'
import { loadValues } from '../ui/load.ts'
import { useChannelName } from '../channel/use-channel-name.ts'
import { clockText } from '../schedule/texts.ts'
import { causeText } from '../webhook/draw-webhook.ts'
import { hostAndPath } from '../webhook/texts.ts'
import type { Entry } from './trouble.ts'

export interface TroubleText {
  /** What it is about; empty where that cannot be named. */
  readonly name: string
  readonly what: string
  readonly fix: string
}

/** Gives the words of what is wrong. */
export function useTroubleText(): (entry: Entry) => TroubleText {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const channelName = useChannelName()
  return useCallback(
    (entry) => {
      switch (entry.kind) {
        case 'finding': {
          const { channel, finding } = entry
          return { name: channelName(channel), ...findingText(t, finding, channel.webrtc !== null) }
        }
        case 'overload':
          return {
            name: t('load.thisComputer'),
            what: t(`load.overload.${entry.of}`, loadValues(entry.load)),
            fix: t('load.helps'),
          }
        case 'unknownKey': {
          const { encoder, remoteAddress, tries } = entry.unknown
          return {
            name: encoderName(t, encoder),
            what: t('controlRoom.trouble.unknownKey', { address: remoteAddress, count: tries }),
            fix: t('controlRoom.trouble.unknownKeyFix'),
          }
        }
        case 'refused': {
          const { channel, close } = entry
          return {
            name: channelName(channel),
            what: t('controlRoom.trouble.refused', { reason: closeText(t, close) }),
            fix: refusalFix(t, close),
          }
        }
        case 'overrun': {
          const { name, endsAt } = entry.schedule
          return {
            name,
            what: t('controlRoom.trouble.overrun', { time: clockText(endsAt, timeZone) }),
            fix: t('controlRoom.trouble.overrunFix'),
          }
        }
        case 'webhook': {
          const { url, lastStatus, lastErrorClass, pending, givenUp } = entry.endpoint
          const messages = messagesText(t, { waiting: pending, givenUp })
          return {
            name: hostAndPath(url),
            what: t('controlRoom.trouble.webhook', { cause: causeText(t, lastStatus, lastErrorClass) }),
            fix: [messages, t('controlRoom.trouble.webhookFix')].join(t('common.sentenceSeparator')),
          }
        }
        case 'uploads': {
          const { destination, trouble } = entry
          const { what, hint } = faultText(t, trouble.fault)
          return {
            name: destination.bucketUri,
            what: t('controlRoom.trouble.uploads', {
              what,
              size: plain(byteSize(destination.pendingBytes)),
              time: timeOfDay(trouble.nextTryAt, timeZone),
            }),
            fix: hint,
          }
        }
        case 'webhooks': {
          const { webhooks, askOperator } = entry
          const then = t(`controlRoom.trouble.${askOperator ? 'askOperator' : 'webhookFix'}`)
          return {
            name: '',
            what: t('controlRoom.trouble.webhooks', { count: webhooks.failing }),
            fix: [messagesText(t, webhooks), then].join(t('common.sentenceSeparator')),
          }
        }
        case 'destinations':
          return {
            name: '',
            what: t('controlRoom.trouble.destinations', { count: entry.count }),
            fix: t(`controlRoom.trouble.${entry.askOperator ? 'askOperator' : 'destinationsFix'}`),
          }
      }
    },
    [t, timeZone, channelName],
  )
}
