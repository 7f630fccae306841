/** Places of listeners held from several addresses; from one alone they are held at night. */
import { holdEveryListener } from '../support/held-sockets.ts'

holdEveryListener(['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.1.2.3'])
