/** Japanese texts that all logs have: webhooks, recordings, calls. */
import type { Texts } from '../texts.ts'

export const logJa: Texts['log'] = {
  all: 'すべて',
  time: '期間',
  last: { '1h': '直近 1 時間', '24h': '直近 24 時間', '7d': '直近 7 日', between: '期間を指定…' },
  from: '開始（{{zone}}）',
  to: '終了（{{zone}}）',
  since: '起点（{{zone}}）',
  filters: '絞り込み',
  filtersActive: '絞り込み（{{number}}）',
  clearFilters: '絞り込みを解除',
  fresh: '新着 {{number}} 件',
  older: '以前の分を表示',
  olderFailed: '以前の分を読み込めませんでした。{{reason}}',
}
