/** A session of the vendor's SDK and of HTTP clients, recorded and sent again without a browser. */
import { readFile } from 'node:fs/promises'
import { emulatorRunApi } from '../../service/contract/console/emulator/runs.ts'
import { readRecord } from '../../service/contract/record/record.ts'
import type { ReadRecord } from '../../service/contract/record/record.ts'
import { ConsoleClient } from '../../service/entry/console-client.ts'
import { replay } from '../../service/kit/replay/replay.ts'
import { answerJson } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { callLive, expect, openRoom, test } from './fixture.ts'

const CREATE = 'Service_20200316.CreateMultistreamChannel'

/** Two who meet, one who is turned away by a webhook, and what an app asks of the live API meanwhile. */
async function session(
  service: RunningService,
  page: Parameters<typeof openRoom>[0],
  site: string,
  hook: string,
): Promise<void> {
  const room = await openRoom(page, site, service)
  const { channel_id: open } = await callLive<{ channel_id: string }>(service, CREATE, {})
  const { channel_id: guarded } = await callLive<{ channel_id: string }>(service, CREATE, {
    auth_webhook_url: hook,
  })
  const sender = await room.join('sendonly', open, { metadata: { seat: 1 } })
  await sender.until(({ notifies }) => notifies.length === 1, 'word of itself')
  const receiver = await room.join('recvonly', open, { options: { clientId: 'audience' } })
  await receiver.receives('video', sender.id)
  await sender.until(({ notifies }) => notifies.length === 2, 'the receiver')
  expect((await room.refused('sendonly', guarded)).reason).toBe('not today')
  await callLive(service, 'Sfu_20160711.PushChannel', { channel_id: open, data: { act: 2 } })
  await sender.until(({ pushes }) => pushes.length === 1, 'what the app pushes')
  await receiver.until(({ pushes }) => pushes.length === 1, 'what the app pushes')
  await receiver.disconnect()
  await sender.until(({ notifies }) => notifies.length === 3, 'that the receiver left')
  await sender.disconnect()
  await callLive(service, 'Service_20180501.DeleteChannel', { channel_id: open })
}

async function record(service: RunningService, play: () => Promise<void>, file: string): Promise<ReadRecord> {
  const client = new ConsoleClient(service.dataDir)
  await client.open()
  await client.call(emulatorRunApi.startRecord)
  await play()
  await client.call(emulatorRunApi.stopRecord)
  await client.download(emulatorRunApi.recordFile, {}, file)
  return readRecord(await readFile(file, 'utf8'))
}

async function replayed(recorded: ReadRecord, args: readonly string[] = []) {
  const service = await startService({ args })
  try {
    const { email, password, access_code, access_token, ca_cert_file: ca, ...addresses } = service.ready
    return await replay(recorded, {
      ...{
        addresses,
        credentials: { email, password, access_code, access_token },
        local: true,
        systems: null,
      },
      ca: await readFile(ca, 'utf8'),
    })
  } finally {
    await service.stop()
  }
}

test(
  'replays without a difference, and with one where a rule is another',
  { tag: '@nightly' },
  async ({ page, site, webhook }, info) => {
    const hook = await webhook(answerJson({ allowed: false, reason: 'not today' }))
    const service = await startService({ args: ['--emulator', '--seed', '5'] })
    const play = () => session(service, page, site, `${hook.url}/may-connect`)
    let recorded: ReadRecord
    try {
      recorded = await record(service, play, info.outputPath('session.jsonl'))
    } finally {
      await service.stop()
    }
    const told = recorded.lines.flatMap((line) =>
      line.kind === 'signaling' && line.event === 'sent'
        ? [(line.message as { readonly type: string }).type]
        : [],
    )
    expect(told.filter((type) => type === 'offer')).toHaveLength(2)
    expect(told.filter((type) => type === 'notify')).toHaveLength(4)

    const { differences, compared } = await replayed(recorded)
    expect(differences).toEqual([])
    expect(compared).toBeGreaterThan(12)

    // The app's webhook has another rule now; everything else is as it was.
    const lines = recorded.lines.map((line) =>
      line.kind === 'webhook' && line.answer
        ? { ...line, answer: { ...line.answer, json: { allowed: false, reason: 'not tomorrow' } } }
        : line,
    )
    const other = await replayed({ ...recorded, lines })
    expect(other.differences).toMatchObject([
      { of: 'signaling 3', where: 'reason', recorded: 'not today', now: 'not tomorrow' },
    ])
  },
)
