/**
 * The least that Fastify can do: the same two answers without token, checks or log. Argument: the two answers
 * as JSON, `[schedules, channels]`. Prints its address.
 */
import { fastify } from 'fastify'

const [schedules, channels] = JSON.parse(process.argv[2] ?? '[]') as [object, object]
const server = fastify()
server.get('/api/schedule', () => schedules)
server.post('/', () => channels)
const address = await server.listen({ host: '127.0.0.1', port: 0 })
console.log(address)
