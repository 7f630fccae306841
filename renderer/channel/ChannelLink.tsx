import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { OPERATES } from '../rooms.ts'
import { useMay } from '../stores/session.ts'

/** Leads to all that is known of a channel or, who only watches, to its picture. */
export function ChannelLink({ channelId, ...props }: ComponentProps<'a'> & { readonly channelId: string }) {
  return useMay(OPERATES) ? (
    <Link to="/channels/$channelId" params={{ channelId }} {...props} />
  ) : (
    <Link to="/preview" search={{ channel: channelId }} {...props} />
  )
}
