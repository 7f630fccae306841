import { getEncryptKeyRequest, getEncryptKeyResponse } from '../../../../contract/live-api.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { defineOperation } from '../define-operation.ts'

export const getEncryptKey = defineOperation({
  target: 'Service_20200707.GetEncryptKey',
  group: 'Channels',
  audit: null,
  summary: 'Gives the key of an encrypted playlist to the member-authentication server.',
  request: getEncryptKeyRequest,
  response: getEncryptKeyResponse,
  example: {
    request: { kid: '7C2NRZ0M5XK8W4QVJD3H1TB6SY' },
    response: { encrypt_key: '00112233445566778899aabbccddeeff' },
  },
  errors: ['KEY-NOT-FOUND'],
  handle({ kid }, { encryptionKeys, caller }) {
    const key = encryptionKeys.find(caller.systemId, kid)
    if (key === null) throw refusal('KEY_NOT_FOUND')
    return { encrypt_key: key }
  },
})
