/** The app: it makes a channel for a show and tells where to send it and where to watch it. */
export async function openChannel({ liveBaseUrl, accessToken, eventWebhookUrl = '' }) {
  const response = await fetch(`${liveBaseUrl}/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      'x-sfu-target': 'Service_20250901.CreateRTMPChannel',
    },
    body: JSON.stringify({
      event_webhook_url: eventWebhookUrl,
      hls: [
        {
          durationSeconds: 1,
          startTimeOffset: -3,
          video: { width: 640, height: 360, fps: 30, bps: 800_000 },
          audio: { bps: 96_000 },
        },
      ],
    }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(`the channel was refused: ${JSON.stringify(answer)}`)
  return { id: answer.channel_id, ingestUrl: answer.ingest_url, playlistUrl: answer.playlist_url }
}
