/** The words that main itself shows, outside the window; everything else is the console's. */
import type { DesktopLanguage } from '../service/contract/desktop-bridge.ts'

const en = {
  file: 'File',
  newChannel: 'New Channel',
  newSchedule: 'New Schedule',
  openInBrowser: 'Open in Browser',
  close: 'Close Window',
  quit: 'Quit',

  edit: 'Edit',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pasteAndMatchStyle: 'Paste and Match Style',
  delete: 'Delete',
  selectAll: 'Select All',

  view: 'View',
  search: 'Search and Commands',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'System',
  language: 'Language',
  reload: 'Reload',
  resetZoom: 'Actual Size',
  zoomIn: 'Zoom In',
  zoomOut: 'Zoom Out',
  fullScreen: 'Full Screen',
  popOutsOnTop: 'Pop-out Previews on Top',

  broadcast: 'Broadcast',
  popOut: 'Pop Out Preview',
  nothingOnAir: 'Nothing is on air',

  window: 'Window',
  showConsole: 'Show Console',
  minimize: 'Minimize',
  zoomWindow: 'Zoom',
  front: 'Bring All to Front',

  help: 'Help',
  shortcuts: 'Keyboard Shortcuts',
  apiReference: 'API Reference',
  about: 'About Airdesk',
  checkForUpdates: 'Check for Updates…',
  updateTo: 'Airdesk {version}…',

  services: 'Services',
  hide: 'Hide Airdesk',
  hideOthers: 'Hide Others',
  unhide: 'Show All',

  controlRoom: 'Control room',
  schedules: 'Schedules',
  channels: 'Channels',
  preview: 'Preview',
  chat: 'Chat',
  studio: 'Studio',
  archives: 'Archives',
  webhooks: 'Webhooks',
  api: 'API',
  users: 'Users',
  settings: 'Settings',

  cannotStart: 'Airdesk could not start',
  useNextPorts: 'Use the next free ports',
  notInstalled: 'The new version was not installed',

  unnamed: 'Channel {name}',
  offAir: 'Off air',
  onAir: 'On air: {names}',
  failing: 'Needs attention: {troubles}',
  webhooksFail: 'webhooks fail',
  uploadsFail: 'uploads fail',
  noSignalAt: 'no signal on {name}',
  openWindow: 'Open Window',
  separator: ', ',

  endQuestion: 'End the broadcast?',
  endDetail: 'On air: {channels}. Airdesk carries the broadcast: when it ends, the broadcast ends.',
  endChannel: '{name} ({viewers})',
  viewersOne: '1 viewer',
  viewers: '{count} viewers',
  wayBack:
    'To come back to a closed window, use the icon in the tray. Where the desktop shows none, start Airdesk again.',
  keep: 'Keep broadcasting',
  closeWindow: 'Close window, keep on air',
  end: 'End and quit',

  soonTitle: '{name} starts soon',
  soonBody: 'It starts at {time}.',
  lateTitle: '{name} is not on air',
  lateBody: 'It was to start at {time}. Viewers get no picture.',
  noSignalTitle: 'No signal on {name}',
  noSignalBody: 'The channel is on air and nothing comes from the encoder.',
  signalTitle: '{name} has a signal again',
  signalBody: 'The encoder sends again.',
  webhookTitle: 'Webhooks fail',
  webhookBody: 'Webhook addresses that do not answer as they should: {count}. Deliveries are tried again.',
  webhookFineTitle: 'Webhooks are delivered again',
  webhookFineBody: 'Every address answers.',
  uploadTitle: 'Uploads fail',
  uploadBody: 'Destinations that cannot be reached: {count}. Recordings wait on this computer.',
  uploadFineTitle: 'Uploads go on',
  uploadFineBody: 'Every destination can be reached again.',

  openOutside: 'Open this page in the browser?',
  open: 'Open',
  cancel: 'Cancel',
  shareScreen: 'Share the entire screen {name}',
}

export type Texts = Readonly<typeof en>

const ja: Texts = {
  file: 'ファイル',
  newChannel: '新しいチャンネル',
  newSchedule: '新しい予定',
  openInBrowser: 'ブラウザーで開く',
  close: 'ウインドウを閉じる',
  quit: '終了',

  edit: '編集',
  undo: '元に戻す',
  redo: 'やり直す',
  cut: '切り取り',
  copy: 'コピー',
  paste: '貼り付け',
  pasteAndMatchStyle: 'スタイルを合わせて貼り付け',
  delete: '削除',
  selectAll: 'すべて選択',

  view: '表示',
  search: '検索とコマンド',
  theme: 'テーマ',
  light: 'ライト',
  dark: 'ダーク',
  system: 'システム',
  language: '言語',
  reload: '再読み込み',
  resetZoom: '実際のサイズ',
  zoomIn: '拡大',
  zoomOut: '縮小',
  fullScreen: 'フルスクリーン',
  popOutsOnTop: '別ウインドウのプレビューを手前に表示',

  broadcast: '放送',
  popOut: 'プレビューを別ウインドウで表示',
  nothingOnAir: '放送中のチャンネルなし',

  window: 'ウインドウ',
  showConsole: 'コンソールを表示',
  minimize: '最小化',
  zoomWindow: '拡大／縮小',
  front: 'すべてを手前に移動',

  help: 'ヘルプ',
  shortcuts: 'キーボードショートカット',
  apiReference: 'API リファレンス',
  about: 'Airdesk について',
  checkForUpdates: '更新を確認…',
  updateTo: 'Airdesk {version}…',

  services: 'サービス',
  hide: 'Airdesk を隠す',
  hideOthers: 'ほかを隠す',
  unhide: 'すべてを表示',

  controlRoom: 'コントロールルーム',
  schedules: '予定',
  channels: 'チャンネル',
  preview: 'プレビュー',
  chat: 'チャット',
  studio: 'スタジオ',
  archives: 'アーカイブ',
  webhooks: 'Webhook',
  api: 'API',
  users: 'ユーザー',
  settings: '設定',

  cannotStart: 'Airdesk を起動できませんでした',
  useNextPorts: '次の空きポートを使う',
  notInstalled: '新しいバージョンをインストールできませんでした',

  unnamed: 'チャンネル {name}',
  offAir: '放送なし',
  onAir: '放送中：{names}',
  failing: '要確認：{troubles}',
  webhooksFail: 'Webhook の失敗',
  uploadsFail: 'アップロードの失敗',
  noSignalAt: '{name} の信号なし',
  openWindow: 'ウインドウを開く',
  separator: '、',

  endQuestion: '放送を終了しますか？',
  endDetail: '放送中：{channels}。放送は Airdesk が行っているため、Airdesk を終了すると放送も終了します。',
  endChannel: '{name}（{viewers}）',
  viewersOne: '視聴者 1 人',
  viewers: '視聴者 {count} 人',
  wayBack:
    '閉じたウインドウは、トレイのアイコンから開けます。アイコンが表示されないデスクトップでは、Airdesk をもう一度起動してください。',
  keep: '放送を続ける',
  closeWindow: '放送を続けてウインドウを閉じる',
  end: '放送を終えて終了',

  soonTitle: 'まもなく開始：{name}',
  soonBody: '{time} に始まります。',
  lateTitle: 'まだ放送されていません：{name}',
  lateBody: '{time} に放送開始の予定でした。視聴者に映像が届いていません。',
  noSignalTitle: '信号がありません：{name}',
  noSignalBody: '放送中ですが、エンコーダーから何も届いていません。',
  signalTitle: '信号が戻りました：{name}',
  signalBody: 'エンコーダーからの送信が再開しました。',
  webhookTitle: 'Webhook が失敗しています',
  webhookBody: '正しく応答しない送信先が {count} 件あります。送信は再試行されます。',
  webhookFineTitle: 'Webhook が届くようになりました',
  webhookFineBody: 'すべての送信先が応答しています。',
  uploadTitle: 'アップロードが失敗しています',
  uploadBody: '接続できない保存先が {count} 件あります。録画はこのコンピューターで待機しています。',
  uploadFineTitle: 'アップロードが再開しました',
  uploadFineBody: 'すべての保存先に接続できます。',

  openOutside: 'このページをブラウザーで開きますか？',
  open: '開く',
  cancel: 'キャンセル',
  shareScreen: '画面全体を共有：{name}',
}

export const TEXTS: Readonly<Record<DesktopLanguage, Texts>> = { en, ja }

/** @param locale as the system gives it, `ja` or `ja-JP` */
export function languageOf(locale: string): DesktopLanguage {
  return locale.split('-')[0] === 'ja' ? 'ja' : 'en'
}

/** Puts values into the `{places}` of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}
