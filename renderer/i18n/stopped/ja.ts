import type { Texts } from '../texts.ts'

/** Japanese texts of what could not be drawn. */
export const stoppedJa: Texts['stopped'] = {
  room: 'この画面が停止しました。放送は続いています。',
  onAir_other: '{{count}} チャンネルの放送と Webhook の送信は続き、ほかの画面も使えます。',
  nothingOnAir: '放送中のチャンネルはありません。Webhook の送信は続き、ほかの画面も使えます。',
  unknown: 'エンジンに接続できないため、放送の状況は不明です。ほかの画面は使えます。',
  kept: '絞り込みは残しています。',
  reload: 'この画面を再読み込み',
  copy: '詳細をコピー',
  bare: '絞り込みなしで開く',
  tile: 'この枠が停止しました。放送は続いています。',
  reportedAs: '報告 ID {{report}}',
  reloadTile: '再読み込み',
  console: 'コンソールが停止しました。放送は続いています。',
  consoleLead: '放送と Webhook の送信は続いています。再読み込みが必要なのはこのウィンドウだけです。',
  reloadConsole: 'コンソールを再読み込み',
  details: '詳細',
  detailsAside: '秘密情報と視聴者の発言は含みません',
  frames: 'コード上の位置',
  what: '内容',
  withoutWords: '{{name}}（読み込んだ値や入力を含む可能性があるため、文面は省略）',
  where: '場所',
  when: '発生時刻',
  before: '以前の発生',
  never: 'このウィンドウでは初めて',
  times_other: 'このウィンドウで {{count}} 回、最後は {{time}}',
  version: 'バージョン',
  report: '報告 ID',
  again:
    '再読み込みしても繰り返す場合は、詳細をシステムの管理者に送ってください。エンジンのログにも同じ報告 ID が残ります。',
}
