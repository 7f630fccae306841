/** The few words that main itself shows; everything else is the console's. */
const en = {
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  openInBrowser: 'Open in Browser',
  cannotStart: 'Airdesk could not start',
  useNextPorts: 'Use the next free ports',
  quit: 'Quit',
}

export type Texts = Readonly<typeof en>

const ja: Texts = {
  file: 'ファイル',
  edit: '編集',
  view: '表示',
  window: 'ウインドウ',
  openInBrowser: 'ブラウザーで開く',
  cannotStart: 'Airdesk を起動できませんでした',
  useNextPorts: '次の空きポートを使う',
  quit: '終了',
}

/** @param locale as the system gives it, `ja` or `ja-JP` */
export function textsFor(locale: string): Texts {
  return locale.split('-')[0] === 'ja' ? ja : en
}
