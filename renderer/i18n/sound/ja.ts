/** Japanese texts of how loud something is. */
import type { Texts } from '../texts.ts'

export const soundJa: Texts['sound'] = {
  title: '音声',
  arriving: '届いている音声',
  none: 'なし',
  notMeasured: '計測なし',
  notMeasuredWhy: '変換せずそのまま配信しています。計測するのは Airdesk がデコードしたものだけです。',
  checked: {
    label: '内容の確認',
    both: '映像と音声',
    picture: '映像のみ',
    sound: '音声のみ',
    nothing: 'なし（デコードしません）',
  },
  shortTerm: '短期',
  peak: 'ピーク',
  word: {
    silent: '無音',
    stopped: '音声なし',
    notYet: '未計測',
    tooLow: '小さすぎます',
    good: '適正',
    tooLoud: '大きすぎます',
  },
}
