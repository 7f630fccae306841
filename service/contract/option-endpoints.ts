/** The endpoints of the option API: what its listener and the console's own API take from here alike. */
import type { z } from 'zod'
import * as api from './option-api.ts'
import type { AuditVerb } from './audit.ts'
import type { Permission } from './permission.ts'

export type OptionMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** What callers need to know of an endpoint. */
export interface OptionEndpoint {
  readonly method: OptionMethod
  readonly path: `/api/${string}`
  readonly permission: Permission
  /** What the audit log is told of a call, done or refused; null: nothing. */
  readonly audit: AuditVerb | null
  /** Schema of the parameters: POST and PATCH have them in the body, GET and DELETE in the query or the body. */
  readonly request: z.ZodType<object>
  readonly response: z.ZodType<object>
}

const schedule = '/api/schedule'
const user = '/api/user'
const chat = '/api/chat'

/** In the order of the specification. */
export const OPTION_ENDPOINTS = {
  login: {
    method: 'POST',
    path: '/api/login',
    permission: 'public',
    audit: 'session.opened',
    request: api.loginRequest,
    response: api.loginResponse,
  },
  listSchedules: {
    method: 'GET',
    path: schedule,
    permission: 'signed-in',
    audit: null,
    request: api.noParameters,
    response: api.listSchedulesResponse,
  },
  createSchedule: {
    method: 'POST',
    path: schedule,
    permission: 'schedule',
    audit: 'schedule.created',
    request: api.createScheduleRequest,
    response: api.createScheduleResponse,
  },
  changeSchedule: {
    method: 'PATCH',
    path: schedule,
    permission: 'schedule',
    audit: 'schedule.changed',
    request: api.changeScheduleRequest,
    response: api.okResponse,
  },
  deleteSchedule: {
    method: 'DELETE',
    path: schedule,
    permission: 'schedule',
    audit: 'schedule.deleted',
    request: api.scheduleIdRequest,
    response: api.okResponse,
  },
  getDelivery: {
    method: 'GET',
    path: '/api/delivery',
    permission: 'delivery',
    audit: 'delivery.given',
    request: api.scheduleIdRequest,
    response: api.deliveryResponse,
  },
  getView: {
    method: 'GET',
    path: '/api/view',
    permission: 'view',
    audit: null,
    request: api.scheduleIdRequest,
    response: api.viewResponse,
  },
  listUsers: {
    method: 'GET',
    path: user,
    permission: 'user',
    audit: null,
    request: api.noParameters,
    response: api.listUsersResponse,
  },
  createUser: {
    method: 'POST',
    path: user,
    permission: 'user',
    audit: 'user.created',
    request: api.createUserRequest,
    response: api.createUserResponse,
  },
  changeUser: {
    method: 'PATCH',
    path: user,
    permission: 'user',
    audit: 'user.changed',
    request: api.changeUserRequest,
    response: api.okResponse,
  },
  deleteUser: {
    method: 'DELETE',
    path: user,
    permission: 'user',
    audit: 'user.deleted',
    request: api.userIdRequest,
    response: api.okResponse,
  },
  changePassword: {
    method: 'PATCH',
    path: '/api/password',
    permission: 'signed-in',
    audit: 'password.changed',
    request: api.changePasswordRequest,
    response: api.okResponse,
  },
  changeAccessCode: {
    method: 'PATCH',
    path: '/api/access-code',
    permission: 'master',
    audit: 'access-code.changed',
    request: api.changeAccessCodeRequest,
    response: api.okResponse,
  },
  listChat: {
    method: 'GET',
    path: chat,
    permission: 'delivery or view',
    audit: null,
    request: api.listChatRequest,
    response: api.listChatResponse,
  },
  sendChat: {
    method: 'POST',
    path: chat,
    permission: 'delivery or view',
    audit: null,
    request: api.sendChatRequest,
    response: api.okResponse,
  },
} as const satisfies Readonly<Record<string, OptionEndpoint>>
