/** Japanese texts of the playlist that the player has. */
import type { Texts } from '../texts.ts'

export const playlistJa: Texts['playlist'] = {
  title: 'プレイリスト',
  playerLog: '再生ログ',
  segments: 'セグメント',
  text: 'テキスト',
  target: '目標',
  sequence: '番号',
  startOffset: '開始位置',
  partTarget: 'パート',
  holdBack: 'ホールドバック',
  reload: '再取得',
  blocks: 'ブロッキング',
  polls: 'ポーリング',
  open_other: '{{count}} パート',
  encryption: '暗号化',
  segment: 'セグメント',
  length: '長さ',
  size: 'サイズ',
  added: '追加 {{zone}}',
  new: '新着',
  discontinuity: '不連続',
  empty: 'プレイリストはまだ読み込まれていません。',
  logEmpty: '記録はありません。',
  copyUrl: 'プレイリストのアドレス',
}
