/** Places of listeners held from one address. */
import { holdEveryListener } from '../support/held-sockets.ts'

holdEveryListener(['127.0.0.1'])
