/** Japanese texts on the pictures of tiles. */
import type { Texts } from '../texts.ts'

export const onAirJa: Texts['onAir'] = {
  plate: '放送中',
  lastPicture: '最後の映像 {{time}}',
  lacks: {
    'no-video': '新しい映像なし {{time}}',
    black: '視聴者には黒画面 {{time}}',
    'no-audio': '視聴者に音なし {{time}}',
    silent: '視聴者に音なし {{time}}',
    frozen: '静止した映像 {{time}}',
  },
}
