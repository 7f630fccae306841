import { test } from '../../../../service/kit/vitest.ts'
import { makeChannels } from './joined.ts'

test('another worker has another system', async ({ airdesk, system }) => makeChannels(airdesk, system))
