import type { setupApi } from '../../../../contract/console/setup.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

export function setupRoutes({
  administration,
  setup,
  portDesk,
}: Pick<ConsoleParts, 'administration' | 'setup' | 'portDesk'>): Handlers<typeof setupApi> {
  return {
    read: ({ caller: { user, system } }) => {
      const isAsked = user.isMaster && administration.ownsInstallation(system.id)
      return { finished: !isAsked || setup.isFinished() }
    },
    firstUser: ({ caller }) => {
      describeAct({ details: { secret: 'first-user' } })
      return setup.firstUser(caller)
    },
    changeFirstUser: async ({ caller, body }) => {
      await setup.changeFirstUser(caller, caller.token, body)
      return {}
    },
    finish: async ({ caller, body }) => ({ channelId: await setup.finish(caller, body) }),
    ports: () => portDesk.list(),
    checkPort: ({ body }) => portDesk.check(body.name, body.port),
    choosePorts: ({ body }) => {
      portDesk.choose(body.ports)
      return portDesk.list()
    },
  }
}
