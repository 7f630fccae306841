/** Japanese texts of the bell and of what is heard. */
import type { Texts } from '../texts.ts'

export const alarmJa: Texts['alarm'] = {
  title: 'アラーム',
  none: 'アラームなし',
  bell_other: 'アラーム {{count}} 件',
  off: '音はオフ',
  nothing: '対応が必要なことはありません',
  silence: '音を止める',
  silenceHelp: '次のアラームまで鳴りません',
  sound: 'アラーム音',
  soundHelp:
    '視聴者の映像や音声に関わるものは止めるまで、ほかは 1 回鳴ります。一度に鳴るウインドウは 1 つです。',
  test: '試聴',
  waits: 'クリックで音を再生',
  waitsHelp: 'ブラウザーは、このページが一度クリックされるまで音を鳴らしません。',
  microphone: 'このウインドウのスタジオがマイクで放送中の間は鳴りません。',
  contact: 'エンジンに接続できません',
  soon: '{{time}} に始まります。',
  system: {
    title: 'ブラウザーの通知',
    help: 'ほかのウインドウを使っているときに表示',
    allow: '許可する',
    granted: '許可済み',
    denied: 'このページではブロックされています。ブラウザーの設定で通知を許可します。',
    unsupported: 'このアドレスではブラウザーの通知を使えません。',
  },
}
