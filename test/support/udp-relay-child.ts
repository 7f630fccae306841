/**
 * Hands UDP datagrams of clients on to another address and answers back, as a router or the host of a container does:
 * `node test/support/udp-relay-child.ts <from address> <port> <to address>`, until standard input ends.
 */
import { createSocket, type Socket } from 'node:dgram'

const [from, port, to] = process.argv.slice(2)
const clients = new Map<string, Socket>()
const inside = (address: string, client: number): Socket => {
  const known = clients.get(`${address} ${client}`)
  if (known) return known
  const socket = createSocket('udp4').on('message', (datagram) => outside.send(datagram, client, address))
  clients.set(`${address} ${client}`, socket)
  return socket
}
const outside = createSocket('udp4')
  .on('message', (datagram, { address, port: client }) =>
    inside(address, client).send(datagram, Number(port), to),
  )
  .bind(Number(port), from, () => console.log('relays'))
process.stdin.resume().on('end', () => process.exit(0))
