/** Ids that the examples of the documents have in common. */
export const channel = { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D' }
export const client = { ...channel, client_id: 'studio-1' }
export const connection = { ...channel, connection_id: '5M0QH3GJ8YVAP2S7CXE4KRN1TZ' }
export const stream = {
  ...channel,
  recv_connection_id: '1F7K3D9XQ5Z2V8B0MWC4T6RJNH',
  send_connection_id: '5M0QH3GJ8YVAP2S7CXE4KRN1TZ',
}
export const role = { ...channel, role: 'sendonly' as const }
