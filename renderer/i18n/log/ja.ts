/** Japanese texts that all logs have: webhooks, recordings, calls. */
import type { Texts } from '../texts.ts'

export const logJa: Texts['log'] = {
  all: 'すべて',
  filters: '絞り込み',
  filtersActive: '絞り込み（{{number}}）',
  clearFilters: '絞り込みを解除',
  fresh: '新着 {{number}} 件',
  older: '以前の分を表示',
  olderFailed: '以前の分を読み込めませんでした。{{reason}}',
}
