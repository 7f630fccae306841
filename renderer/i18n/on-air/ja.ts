/** Japanese texts on the pictures of tiles, and of a window that is on air. */
import type { Texts } from '../texts.ts'

export const onAirJa: Texts['onAir'] = {
  plate: '放送中',
  unknown: '放送の状況は不明です',
  unknownHelp: 'エンジンに接続できません。接続が戻ると、放送中のチャンネルをここに表示します。',
  signOut: {
    title: '{{name}} で放送中です',
    lead: '配信を終了してからサインアウトします。',
    do: '終了してサインアウト',
  },
  still: {
    broadcast: 'このウインドウは {{name}} でまだ放送中です。終了するまで視聴者に届きます。',
    rehearsal: 'このウインドウでリハーサルが続いています。',
  },
  lastPicture: '最後の映像 {{time}}',
  lacks: {
    'no-video': '新しい映像なし {{time}}',
    black: '視聴者には黒画面 {{time}}',
    'no-audio': '視聴者に音なし {{time}}',
    silent: '視聴者に音なし {{time}}',
    frozen: '静止した映像 {{time}}',
  },
}
