/** Of the environment, as `airdesk exec` sets it. @param member of the ready file, or a further one that it tells */
export const readyVariable = (member: string): string => `AIRDESK_${member.toUpperCase()}`
