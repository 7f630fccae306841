import type { Texts } from '../texts.ts'

export const obsJa: Texts['obs'] = {
  open: 'OBS を設定…',
  title: 'このコンピューターの OBS を設定',
  lead: 'サーバーとストリームキーを WebSocket で OBS に設定します。OBS 28 以降で「ツール → WebSocket サーバー設定」を開き、サーバーを有効にして「接続情報を表示」を選びます。',
  port: 'ポート',
  password: 'パスワード',
  passwordHelp: '保存しません。OBS が求めなければ空のままにします。',
  connect: '接続',
  fault: {
    unreachable:
      'このコンピューターのポート {{port}} で OBS が応答しません。WebSocket サーバーを有効にし、ポートを確認してください。',
    password: 'OBS がこのパスワードを受け付けません。OBS の「接続情報を表示」からコピーしてください。',
    running:
      'OBS が配信または録画中のため、設定を変更できません。OBS で停止してから、もう一度試してください。',
    other: 'OBS が拒否しました: {{said}}',
  },
  found: 'OBS {{version}}、プロファイル {{profile}}',
  changes: 'OBS で変わる設定',
  setting: '設定',
  from: '現在',
  to: '変更後',
  none: 'なし',
  label: {
    server: 'サーバー',
    key: 'ストリームキー',
    size: '出力サイズ',
    frameRate: 'フレームレート',
    videoRate: '映像ビットレート',
    audioRate: '音声ビットレート',
    keyFrames: 'キーフレーム（x264）',
  },
  nothing: 'OBS はすでにこのチャンネルに設定されています。',
  quality: '映像と音声も設定',
  qualityHelp: 'このチャンネルのレンディションに合わせます',
  byHand: 'OBS の「設定 → 出力」で手動: キーフレーム間隔 {{seconds}} 秒。',
  byHandRates:
    'OBS の「設定 → 出力」で手動: キーフレーム間隔 {{seconds}} 秒とビットレート（OBS が詳細モードのため）。',
  write: 'OBS を設定',
  written: 'OBS をこのチャンネルに設定しました。配信を開始すると送信します。',
  undo: '元に戻す',
  undone: 'OBS を元の設定に戻しました。',
  start: '配信を開始',
  started: 'OBS が送信を始めます。届くとこのページに表示します。',
}
