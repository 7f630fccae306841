/** How the service names itself in webhooks and lists, as every node of the SFU family does. */
export const NODE_NAME = 'airdesk'

export const senderOf = (version: string) => ({
  version,
  label: 'Service SFU' as const,
  node_name: NODE_NAME,
})
