/** What the tray and the menu say of the service. Pure. */
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { fill, type Texts } from './texts.ts'

/** Each is drawn by shape, for a tray may have no colours. */
export type Indicator = 'off-air' | 'on-air' | 'failing'

export const NOTHING_RUNS: ServiceStatus = {
  onAir: [],
  webhooksFailing: 0,
  uploadsFailing: 0,
  pendingBytes: 0,
  nextSchedule: null,
  awaited: null,
  overrun: null,
}

const SHORT_ID = 6

export function channelName({ name, channelId }: { name: string; channelId: string }, texts: Texts): string {
  return name === '' ? fill(texts.unnamed, { name: channelId.slice(0, SHORT_ID) }) : name
}

/** Trouble comes first: it is what an operator must not miss. */
export function indicatorOf(status: ServiceStatus): Indicator {
  const { onAir, webhooksFailing, uploadsFailing } = status
  if (webhooksFailing > 0 || uploadsFailing > 0 || onAir.some(({ state }) => state === 'no-signal')) {
    return 'failing'
  }
  return onAir.length > 0 ? 'on-air' : 'off-air'
}

/** Lines of the tray's tooltip and menu: what is on air, then what fails. */
export function indicatorLines(status: ServiceStatus, texts: Texts): string[] {
  const { onAir, webhooksFailing, uploadsFailing } = status
  const names = onAir.map((channel) => channelName(channel, texts)).join(texts.separator)
  const troubles = [
    ...onAir
      .filter(({ state }) => state === 'no-signal')
      .map((channel) => fill(texts.noSignalAt, { name: channelName(channel, texts) })),
    ...(webhooksFailing > 0 ? [texts.webhooksFail] : []),
    ...(uploadsFailing > 0 ? [texts.uploadsFail] : []),
  ].join(texts.separator)
  return [
    onAir.length > 0 ? fill(texts.onAir, { names }) : texts.offAir,
    ...(troubles === '' ? [] : [fill(texts.failing, { troubles })]),
  ]
}
