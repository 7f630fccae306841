import type { Endpoint } from '../define-endpoint.ts'
import { changeAccessCode } from './access-code.ts'
import { listChat, sendChat } from './chat.ts'
import { getDelivery } from './delivery.ts'
import { login } from './login.ts'
import { changePassword } from './password.ts'
import { changeSchedule, createSchedule, deleteSchedule, listSchedules } from './schedule.ts'
import { changeUser, createUser, deleteUser, listUsers } from './user.ts'
import { getView } from './view.ts'

/** Every endpoint of the option API, in the order of its specification. */
export const ENDPOINTS: readonly Endpoint[] = [
  login,
  listSchedules,
  createSchedule,
  changeSchedule,
  deleteSchedule,
  getDelivery,
  getView,
  listUsers,
  createUser,
  changeUser,
  deleteUser,
  changePassword,
  changeAccessCode,
  listChat,
  sendChat,
]
