/** Japanese texts of low latency HLS. */
import type { Texts } from '../texts.ts'

export const lowLatencyJa: Texts['lowLatency'] = {
  title: '低遅延',
  what: '作成中のセグメントをパートごとに公開し、プレーヤーは約 1 秒の遅れで再生を始めます。',
  failed: '低遅延の設定を読み込めませんでした。',
  notDone: '実行できませんでした。{{reason}}',
  modes: { installation: '全チャンネルと同じ', off: 'オフ', on: 'オン' },
  state: { on: 'オン', off: 'オフ' },
  all: { on: '全チャンネル: オン', off: '全チャンネル: オフ' },
  next: '変更は次の接続から反映されます。',
  keeps: {
    on: '放送中の接続は低遅延のまま続きます。次の接続からオフになります。',
    off: '放送中の接続は低遅延なしのまま続きます。次の接続からオンになります。',
  },
  store: '公開先のストレージにはセグメント全体が送られるため、そちらの視聴者の遅れは大きくなります。',
  parts: '{{seconds}} s のパート',
  installation: {
    label: '個別に設定していないチャンネル',
    help: 'チャンネルごとに「アクセス」でオンまたはオフを選べます。変更は次の接続から反映されます。',
  },
}
