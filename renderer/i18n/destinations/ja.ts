/** Japanese texts of archive destinations. */
import type { Texts } from '../texts.ts'

export const destinationsJa: Texts['destinations'] = {
  pages: 'アーカイブ画面のページ',
  title: '保存先',
}
