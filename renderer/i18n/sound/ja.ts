/** Japanese texts of how loud something is. */
import type { Texts } from '../texts.ts'

export const soundJa: Texts['sound'] = {
  title: '音声',
  arriving: '届いている音声',
  sending: '送信する音声',
  none: 'なし',
  notMeasured: '計測なし',
  notMeasuredWhy: '変換せずそのまま配信しています。計測するのは Airdesk がデコードしたものだけです。',
  word: { notYet: '未計測', tooLow: '小さすぎます', good: '適正', tooLoud: '大きすぎます' },
}
