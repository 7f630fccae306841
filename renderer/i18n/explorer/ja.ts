import type { Texts } from '../texts.ts'

export const explorerJa: Texts['explorer'] = {
  title: '試す',
  parameters: 'パラメーター（JSON）',
  asConsole: 'コンソールのトークンで実際に呼び出します。',
  asYou: 'あなたの権限で実際に呼び出します。',
  run: '実行',
  leftOut: '省略',
  leaveOut: '{{name}} を省略',
  notYet: '{{type}} として読めません',
  answer: '応答 {{status}}（{{ms}} ms）',
  noAnswer: '応答がありません。エンジンは動いていますか。',
  notJson: 'JSON オブジェクトが必要です',
  masked: '伏せた値（***）があります。実際の値に置き換えます。',
  cannotRun: 'コンソールからは呼び出せません。',
}
