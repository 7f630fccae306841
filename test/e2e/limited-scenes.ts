/** The console as users with fewer permissions see it, and as a master looks at it in their place. */
import { mixed } from '../support/console-scenes.ts'
import { showRoom, withPictures } from './control-room-scenes.ts'
import type { Scene } from './scene.ts'

export const LIMITED_SCENES: readonly Scene[] = [
  {
    name: 'limited-control-room',
    path: '/',
    prepare: (s) => {
      s.signInAs({})
      showRoom(s, mixed, true)
    },
  },
  {
    name: 'limited-control-room-view',
    path: '/',
    prepare: (s) => {
      s.signInAs({ view: true })
      showRoom(s, mixed, true)
    },
    after: withPictures,
  },
  {
    name: 'limited-channels',
    path: '/channels',
    prepare: (s) => {
      s.signInAs({ view: true })
      s.show(mixed)
    },
  },
  {
    name: 'limited-preview-nothing',
    path: '/preview',
    prepare: (s) => {
      s.signInAs({ view: true })
      s.show([])
    },
  },
  {
    name: 'limited-schedules',
    path: '/schedules',
    prepare: (s) => {
      s.signInAs({ schedule: true })
      showRoom(s, mixed, true)
    },
  },
  {
    name: 'limited-settings',
    path: '/settings?section=storage',
    prepare: (s) => {
      s.signInAs({ schedule: true })
      s.show(mixed)
    },
  },
  {
    name: 'viewed-as',
    path: '/schedules',
    prepare: (s) => {
      s.signInAs({ view: true, schedule: true }, { name: 'Aiko Tanaka' })
      showRoom(s, mixed, true)
    },
  },
]
