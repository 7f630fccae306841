/**
 * The least that a Fastify service can do for the same three requests: it checks what is sent by Fastify's own
 * compiled schemas, made of those that Airdesk publishes, answers two of them with an object that is there already, and
 * writes a schedule. It asks for no token, checks no answer and keeps no log. Arguments: the two answers as JSON,
 * `[schedules, channels]`, and the file of its database. Prints its address.
 */
import { fastify } from 'fastify'
import { z } from 'zod'
import { emptyRequest } from '../../service/contract/live-api.ts'
import { createScheduleRequest, noParameters } from '../../service/contract/option-api.ts'
import { scheduleWriter } from './bare-write.ts'

const [schedules, channels] = JSON.parse(process.argv[2] ?? '[]') as [object, object]
const write = scheduleWriter(process.argv[3] ?? ':memory:')
const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-7', io: 'input' })
const target = { type: 'string', pattern: '^(Service|Sfu)_\\d{8}\\.[A-Za-z]+$' }
const withTarget = { type: 'object', required: ['x-sfu-target'], properties: { 'x-sfu-target': target } }
const momentOf = (text: string) => Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`)

const server = fastify()
server.get('/api/schedule', { schema: { querystring: schemaOf(noParameters) } }, () => schedules)
server.post('/', { schema: { headers: withTarget, body: schemaOf(emptyRequest) } }, () => channels)
server.post<{ Body: z.input<typeof createScheduleRequest> }>(
  '/api/schedule',
  { schema: { body: schemaOf(createScheduleRequest) } },
  ({ body: { name, start_datetime: start, end_datetime: end, service_params: renditions } }) => {
    const row = { name, startsAt: momentOf(start), endsAt: momentOf(end), renditions }
    return { schedule_id: write(row) }
  },
)
const address = await server.listen({ host: '127.0.0.1', port: 0 })
console.log(address)
