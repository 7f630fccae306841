import type { Texts } from '../texts.ts'

export const auditJa: Texts['audit'] = {
  title: '監査ログ',
  table: '操作の記録（新しい順）',
  column: { time: '時刻（{{zone}}）', who: '操作者', what: '操作', result: '結果' },
  done: '完了',
  refused: '拒否',
  nobody: '未サインイン',
  filter: '名前、対象、アドレスで絞り込み',
  filterLabel: 'テキストで記録を絞り込み',
  everyone: '全員',
  who: '操作者',
  everything: 'すべての操作',
  topicLabel: '対象',
  topic: {
    'sign-in': 'サインイン',
    users: 'ユーザー',
    access: 'トークンと秘密情報',
    channels: 'チャンネル',
    schedules: 'スケジュール',
    recordings: '録画',
    webhooks: 'Webhook',
    settings: '設定',
    data: 'データ',
  },
  periodLabel: '期間',
  period: { today: '今日', week: '7 日間', all: '全期間' },
  refusedOnly: '拒否のみ',
  export: 'JSON Lines で書き出す',
  exportFailed: '書き出せませんでした。{{reason}}',
  loading: '監査ログを読み込み中',
  failed: '監査ログを読み込めませんでした。{{reason}}',
  count_other: '{{number}} 件（全 {{all}} 件）',
  countMore_other: '{{number}} 件を表示中（全 {{all}} 件）',
  kept: '1 年または 200 MiB まで保存。未サインインの記録は別枠の 20 MiB です。',
  empty: 'まだ記録がありません',
  emptyHelp: 'サインイン、変更、秘密情報の表示がここに並びます。',
  noMatch: '一致する記録がありません',
  noMatchHelp: '絞り込みを変更するか解除します。',
  entry: '記録',
  gone: 'この記録は表示中の範囲にありません。',
  by: '経路',
  when: '日時',
  from: '送信元',
  tokenOf: '{{name}}（トークン）',
  objects: '対象',
  noName: '名前なし',
  moreObjects: '… ほか {{count}} 件',
  requestsOf: 'このトークンの呼び出し',
  fixed: '記録は変更も削除もできません。秘密情報は含みません。',
  via: {
    console: 'コンソール',
    option: 'Option API',
    live: 'Live API',
    'command-line': 'コマンドライン',
    rtmp: 'RTMP',
    signaling: 'シグナリング',
    service: 'Airdesk 自身',
  },
  more: '{{name}} ほか {{count}} 件',
  times: '{{count}} 回',
  given: '付与: {{permissions}}',
  taken: '取り消し: {{permissions}}',
  changed: '変更: {{members}}',
  ofSecret: '{{name}} の{{secret}}',
  secret: {
    'webhook-secret': 'Webhook シークレット',
    'ingest-key': '配信キー',
    'encryption-key': '暗号鍵',
    'first-user': '最初の資格情報',
  },
  reason: {
    PERMISSION_NEEDED: '権限なし',
    GRANT_LACKING: '権限なし',
    FORBIDDEN: '権限なし',
    MASTERS_ONLY: 'マスターのみ',
    OWNERS_ONLY: '最初のシステムのマスターのみ',
    LOGIN_FAILED: 'パスワードまたはアクセスコードの誤り',
    TOO_MANY_ATTEMPTS: '試行回数の超過',
    ENTRY_USED: '使用済みのリンク',
    LAST_MASTER: '最後のマスター',
    NOT_FOUND: '対象なし',
    CHANNEL_NOT_FOUND: '対象なし',
    ON_AIR: '放送中',
    INTERNAL: 'サービスの障害',
  },
  verb: {
    session: {
      opened: {
        done: 'サインイン',
        many: 'サインイン',
        tried: 'サインイン',
      },
      closed: {
        done: 'サインアウト',
        many: 'サインアウト',
        tried: 'サインアウト',
      },
    },
    entry: {
      made: {
        done: 'サインイン用リンクの発行',
        many: 'サインイン用リンクの発行',
        tried: 'サインイン用リンクの発行',
      },
    },
    user: {
      created: {
        done: 'ユーザーの作成',
        many: 'ユーザー {{count}} 件の作成',
        tried: 'ユーザーの作成',
      },
      changed: {
        done: 'ユーザーの変更',
        many: 'ユーザー {{count}} 件の変更',
        tried: 'ユーザーの変更',
      },
      permitted: {
        done: '権限の変更',
        many: '権限 {{count}} 件の変更',
        tried: '権限の変更',
      },
      deleted: {
        done: 'ユーザーの削除',
        many: 'ユーザー {{count}} 件の削除',
        tried: 'ユーザーの削除',
      },
      'signed-out': {
        done: 'ユーザーの強制サインアウト',
        many: 'ユーザー {{count}} 件の強制サインアウト',
        tried: 'ユーザーの強制サインアウト',
      },
      'viewed-as': {
        done: 'ユーザーとしての表示',
        many: 'ユーザー {{count}} 件としての表示',
        tried: 'ユーザーとしての表示',
      },
    },
    password: {
      changed: {
        done: '自分のパスワードの変更',
        many: '自分のパスワードの変更',
        tried: '自分のパスワードの変更',
      },
    },
    'access-code': {
      changed: {
        done: 'アクセスコードの変更',
        many: 'アクセスコードの変更',
        tried: 'アクセスコードの変更',
      },
    },
    token: {
      created: {
        done: 'トークンの発行',
        many: 'トークン {{count}} 件の発行',
        tried: 'トークンの発行',
      },
      revoked: {
        done: 'トークンの無効化',
        many: 'トークン {{count}} 件の無効化',
        tried: 'トークンの無効化',
      },
      used: {
        done: 'トークンの使用',
        many: 'トークンの使用',
        tried: 'トークンの使用',
      },
    },
    secret: {
      shown: {
        done: '秘密情報の表示',
        many: '秘密情報 {{count}} 件の表示',
        tried: '秘密情報の表示',
      },
      rotated: {
        done: '秘密情報の更新',
        many: '秘密情報 {{count}} 件の更新',
        tried: '秘密情報の更新',
      },
    },
    address: {
      made: {
        done: 'アドレスの発行',
        many: 'アドレス {{count}} 件の発行',
        tried: 'アドレスの発行',
      },
      revoked: {
        done: 'アドレスの無効化',
        many: 'アドレス {{count}} 件の無効化',
        tried: 'アドレスの無効化',
      },
    },
    channel: {
      created: {
        done: 'チャンネルの作成',
        many: 'チャンネル {{count}} 件の作成',
        tried: 'チャンネルの作成',
      },
      changed: {
        done: 'チャンネルの変更',
        many: 'チャンネル {{count}} 件の変更',
        tried: 'チャンネルの変更',
      },
      deleted: {
        done: 'チャンネルの削除',
        many: 'チャンネル {{count}} 件の削除',
        tried: 'チャンネルの削除',
      },
    },
    encoder: {
      admitted: {
        done: 'エンコーダーの接続',
        many: 'エンコーダーの接続',
        tried: 'エンコーダーの接続',
      },
    },
    broadcast: {
      ended: {
        done: '放送の終了',
        many: '放送 {{count}} 件の終了',
        tried: '放送の終了',
      },
    },
    'test-picture': {
      started: {
        done: 'テスト映像の開始',
        many: 'テスト映像 {{count}} 件の開始',
        tried: 'テスト映像の開始',
      },
      stopped: {
        done: 'テスト映像の停止',
        many: 'テスト映像 {{count}} 件の停止',
        tried: 'テスト映像の停止',
      },
    },
    incident: {
      acknowledged: {
        done: '障害の確認',
        many: '障害 {{count}} 件の確認',
        tried: '障害の確認',
      },
    },
    schedule: {
      created: {
        done: 'スケジュールの作成',
        many: 'スケジュール {{count}} 件の作成',
        tried: 'スケジュールの作成',
      },
      changed: {
        done: 'スケジュールの変更',
        many: 'スケジュール {{count}} 件の変更',
        tried: 'スケジュールの変更',
      },
      deleted: {
        done: 'スケジュールの削除',
        many: 'スケジュール {{count}} 件の削除',
        tried: 'スケジュールの削除',
      },
    },
    delivery: {
      given: {
        done: '配信情報の発行',
        many: '配信情報 {{count}} 件の発行',
        tried: '配信情報の発行',
      },
    },
    destination: {
      created: {
        done: '保存先の作成',
        many: '保存先 {{count}} 件の作成',
        tried: '保存先の作成',
      },
      tested: {
        done: '保存先のテスト',
        many: '保存先 {{count}} 件のテスト',
        tried: '保存先のテスト',
      },
      changed: {
        done: '保存先の認証情報の変更',
        many: '保存先 {{count}} 件の認証情報の変更',
        tried: '保存先の認証情報の変更',
      },
      deleted: {
        done: '保存先の削除',
        many: '保存先 {{count}} 件の削除',
        tried: '保存先の削除',
      },
    },
    recording: {
      retried: {
        done: '録画の再試行',
        many: '録画 {{count}} 件の再試行',
        tried: '録画の再試行',
      },
      deleted: {
        done: '録画の削除',
        many: '録画 {{count}} 件の削除',
        tried: '録画の削除',
      },
    },
    retention: {
      changed: {
        done: '録画の保存期間の変更',
        many: '録画の保存期間の変更',
        tried: '録画の保存期間の変更',
      },
    },
    webhook: {
      redelivered: {
        done: 'Webhook の再送',
        many: 'Webhook {{count}} 件の再送',
        tried: 'Webhook の再送',
      },
      forwarded: {
        done: 'Webhook の転送',
        many: 'Webhook {{count}} 件の転送',
        tried: 'Webhook の転送',
      },
      sampled: {
        done: 'Webhook の見本の送信',
        many: 'Webhook {{count}} 件の見本の送信',
        tried: 'Webhook の見本の送信',
      },
    },
    redelivery: {
      begun: {
        done: '断念した Webhook の一括再送',
        many: '断念した Webhook の一括再送',
        tried: '断念した Webhook の一括再送',
      },
      stopped: {
        done: '一括再送の停止',
        many: '一括再送の停止',
        tried: '一括再送の停止',
      },
    },
    endpoint: {
      paused: {
        done: '送信先の一時停止',
        many: '送信先 {{count}} 件の一時停止',
        tried: '送信先の一時停止',
      },
      resumed: {
        done: '送信先の再開',
        many: '送信先 {{count}} 件の再開',
        tried: '送信先の再開',
      },
    },
    catcher: {
      created: {
        done: 'キャッチャーの作成',
        many: 'キャッチャー {{count}} 件の作成',
        tried: 'キャッチャーの作成',
      },
      changed: {
        done: 'キャッチャーの変更',
        many: 'キャッチャー {{count}} 件の変更',
        tried: 'キャッチャーの変更',
      },
      deleted: {
        done: 'キャッチャーの削除',
        many: 'キャッチャー {{count}} 件の削除',
        tried: 'キャッチャーの削除',
      },
    },
    setup: {
      finished: {
        done: '初期設定の完了',
        many: '初期設定の完了',
        tried: '初期設定の完了',
      },
    },
    system: {
      created: {
        done: 'システムの作成',
        many: 'システム {{count}} 件の作成',
        tried: 'システムの作成',
      },
      changed: {
        done: 'システム設定の変更',
        many: 'システム設定の変更',
        tried: 'システム設定の変更',
      },
      reset: {
        done: 'システムのリセット',
        many: 'システムのリセット',
        tried: 'システムのリセット',
      },
    },
    origins: {
      changed: {
        done: '許可するオリジンの変更',
        many: '許可するオリジンの変更',
        tried: '許可するオリジンの変更',
      },
    },
    ports: {
      changed: {
        done: 'ポートの変更',
        many: 'ポートの変更',
        tried: 'ポートの変更',
      },
    },
    networks: {
      changed: {
        done: '許可するネットワークの変更',
        many: '許可するネットワークの変更',
        tried: '許可するネットワークの変更',
      },
    },
    folders: {
      changed: {
        done: '許可するフォルダーの変更',
        many: '許可するフォルダーの変更',
        tried: '許可するフォルダーの変更',
      },
    },
    quotas: {
      changed: {
        done: '上限の変更',
        many: '上限の変更',
        tried: '上限の変更',
      },
    },
    'low-latency': {
      changed: {
        done: '全チャンネルの低遅延の変更',
        many: '全チャンネルの低遅延の変更',
        tried: '全チャンネルの低遅延の変更',
      },
    },
    certificate: {
      reloaded: {
        done: '証明書の再読み込み',
        many: '証明書の再読み込み',
        tried: '証明書の再読み込み',
      },
    },
    sfu: {
      restarted: {
        done: '検証環境の再起動',
        many: '検証環境の再起動',
        tried: '検証環境の再起動',
      },
    },
    fault: {
      armed: {
        done: '擬似障害の有効化',
        many: '擬似障害 {{count}} 件の有効化',
        tried: '擬似障害の有効化',
      },
      disarmed: {
        done: '擬似障害の無効化',
        many: '擬似障害 {{count}} 件の無効化',
        tried: '擬似障害の無効化',
      },
    },
    snapshot: {
      saved: {
        done: 'スナップショットの保存',
        many: 'スナップショット {{count}} 件の保存',
        tried: 'スナップショットの保存',
      },
      restored: {
        done: 'スナップショットの復元',
        many: 'スナップショット {{count}} 件の復元',
        tried: 'スナップショットの復元',
      },
      exported: {
        done: 'スナップショットの書き出し',
        many: 'スナップショット {{count}} 件の書き出し',
        tried: 'スナップショットの書き出し',
      },
      deleted: {
        done: 'スナップショットの削除',
        many: 'スナップショット {{count}} 件の削除',
        tried: 'スナップショットの削除',
      },
    },
    state: {
      exported: {
        done: '状態の書き出し',
        many: '状態の書き出し',
        tried: '状態の書き出し',
      },
      imported: {
        done: '状態の読み込み',
        many: '状態の読み込み',
        tried: '状態の読み込み',
      },
    },
    demo: {
      added: {
        done: 'デモデータの追加',
        many: 'デモデータの追加',
        tried: 'デモデータの追加',
      },
    },
    audit: {
      exported: {
        done: '監査ログの書き出し',
        many: '監査ログの書き出し',
        tried: '監査ログの書き出し',
      },
    },
  },
}
